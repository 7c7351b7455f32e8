"""A heap of 12 counters; a player takes 1, 3 or 4 of them; who cannot take any loses."""

from dataclasses import dataclass
from enum import Enum, auto

from adversario import Game


class Side(Enum):
    LEFT = auto()
    RIGHT = auto()


@dataclass(frozen=True)
class Heap:
    counters: int = 12
    side: Side = Side.LEFT


@dataclass(frozen=True)
class Take:
    counters: int

    def __str__(self):
        return f"take {self.counters}"


class Subtraction(Game):
    utility_bounds = (-1, 1)

    def __init__(self, counters=12, takes=(1, 3, 4)):
        self.counters = counters
        self.takes = takes

    def initial(self):
        return Heap(self.counters)

    def player(self, heap):
        return {Side.LEFT: 0, Side.RIGHT: 1}[heap.side]

    def actions(self, heap):
        return [Take(n) for n in self.takes if n <= heap.counters]

    def result(self, heap, take):
        other = Side.RIGHT if heap.side is Side.LEFT else Side.LEFT
        return Heap(heap.counters - take.counters, other)

    def is_terminal(self, heap):
        return heap.counters < min(self.takes)

    def utility(self, heap, player):
        return -1 if player == self.player(heap) else 1
