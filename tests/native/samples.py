"""Small games that use what games may use, for the compiler's tests."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import NamedTuple

from adversario import bits
from adversario.bits import Board
from adversario.game import CHANCE, Game

STEP = 1


class Heap(NamedTuple):
    left: int
    turn: int = 0


def fewest(one: int, other: int) -> int:
    return min(one, other)


class TakeAway(Game[Heap, int]):
    """Take 1 to `most` counters; whoever takes the last one wins."""

    def __init__(self, counters: int = 12, most: int = 3) -> None:
        self.counters, self.most = counters, most

    def initial(self) -> Heap:
        return Heap(self.counters)

    def player(self, state: Heap) -> int:
        return state.turn

    def actions(self, state: Heap) -> Iterable[int]:
        for n in range(STEP, self.most + 1):
            if fewest(n, state.left) == n:
                yield n

    def result(self, state: Heap, action: int) -> Heap:
        return Heap(state.left - action, 1 - state.turn)

    def is_terminal(self, state: Heap) -> bool:
        return state.left == 0

    def utility(self, state: Heap, player: int) -> int:
        return -1 if player == state.turn else 1


class Inclined(TakeAway):
    """Of up to 12 counters one seems the number to take, of up to 20 as many as can be."""

    def priors(self, state: Heap) -> Iterable[float]:
        for n in self.actions(state):
            if state.left > 20:
                yield 0.0
            elif state.left > 12:
                yield n / 2
            else:
                yield 8.0 if n == 1 else 1.0


class Subtraction(TakeAway):
    """The numbers that may be taken stand in a table; a variant that overrides one rule."""

    def __init__(self, counters: int = 12, allowed: tuple[int, ...] = (1, 3, 4)) -> None:
        super().__init__(counters)
        self.allowed = allowed

    def actions(self, state: Heap) -> Iterable[int]:
        return (n for n in self.allowed if n <= state.left)

    def is_terminal(self, state: Heap) -> bool:
        return not any(n <= state.left for n in self.allowed)


class Capped(Subtraction):
    """Calls what it overrides."""

    def is_terminal(self, state: Heap) -> bool:
        return super().is_terminal(state) or state.left < self.least

    @cached_property
    def least(self) -> int:
        return min(self.allowed)


class Side(IntEnum):
    WEST = 0
    EAST = 1


@dataclass(frozen=True)
class Corner:
    """A state that is a dataclass, with 64-bit boards that use the top bit."""

    own: Board
    free: Board
    steps: int
    weight: float = 0.5


class Corners(Game[Corner, int]):
    """One player moves a king over all 64 squares, three times, and counts what it attacks."""

    players = 1
    zero_sum = False

    def initial(self) -> Corner:
        return Corner(bits.bit(63), bits.ALL, 0)

    def player(self, state: Corner) -> int:
        return Side.WEST

    def actions(self, state: Corner) -> Iterator[int]:
        yield from bits.indices(self.around(state.own) & state.free)

    def around(self, board: int) -> int:
        west, east = bits.invert(0x0101010101010101), bits.invert(0x8080808080808080)
        row = board | bits.left(board & east, 1) | bits.right(board & west, 1)
        return bits.subtract(row | bits.left(row, 8) | bits.right(row, 8), board)

    def result(self, state: Corner, action: int) -> Corner:
        free = state.free & bits.invert(state.own)
        return Corner(bits.bit(action), free, state.steps + 1, state.weight / 2)

    def is_terminal(self, state: Corner) -> bool:
        return state.steps == 3 or not self.around(state.own) & state.free

    def utility(self, state: Corner, player: int) -> float:
        reached = bits.count(self.around(state.own)) + bits.lowest(state.own)
        return math.sqrt(reached) * state.weight + Side.EAST


class Coin(NamedTuple):
    heads: tuple[int, int, int]
    tossing: bool


class Coins(Game[Coin, int]):
    """Toss three coins in any order; heads count. Returns tuples and ranges, and a tuple's sum."""

    players = 1
    zero_sum = False
    chance = True

    def initial(self) -> Coin:
        return Coin((0, 0, 0), False)

    def player(self, state: Coin) -> int:
        return CHANCE if state.tossing else 0

    def actions(self, state: Coin) -> Iterable[int]:
        return range(2)

    def chances(self, state: Coin) -> Iterable[tuple[int, float]]:
        if sum(state.heads) > 1:
            return ((2, 0.25), (3, 0.75))
        return ((2, 0.5), (3, 0.5))

    def result(self, state: Coin, action: int) -> Coin:
        one, two, three = state.heads
        if action < 2:
            return Coin((one + action, two, three), True)
        return Coin((one, two + action - 2, three + 1), False)

    def is_terminal(self, state: Coin) -> bool:
        return state.heads[2] == 3 and not state.tossing

    def utility(self, state: Coin, player: int) -> int:
        return sum(heads for heads in state.heads)

    def evaluate(self, state: Coin, player: int) -> float:
        return sum(state.heads) / 2

    def is_quiet(self, state: Coin) -> bool:
        return state.heads[0] < 2

    def noisy_actions(self, state: Coin) -> Iterable[int]:
        if state.tossing:
            return ()
        return (0,)
