"""Games that do not compile, each with a comment on the line at fault."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import permutations
from typing import Any

from tests.native.samples import Heap, TakeAway


class BuildsSet(TakeAway):
    def actions(self, state: Heap) -> Iterable[int]:
        seen = {1, 2}  # at fault: set
        yield from sorted(seen)


class HoldsDict(TakeAway):
    def __init__(self) -> None:
        super().__init__()
        self.table = {1: 2}

    def player(self, state: Heap) -> int:
        return self.table[state.turn]  # at fault: constant


class Catches(TakeAway):
    def result(self, state: Heap, action: int) -> Heap:
        try:  # at fault: try
            return Heap(state.left - action, 1 - state.turn)
        except ValueError:
            return state


class Helpless(TakeAway):
    def utility(self, state: Heap, player: int) -> int:
        return self.worth(player)

    def worth(self, player: int) -> int:
        doubled = 2 * player
        return min(doubled + n for n in range(3))  # at fault: generator


class Permutes(TakeAway):
    def actions(self, state: Heap) -> Iterable[int]:
        for pair in permutations((1, 2)):  # at fault: callable
            yield pair[0]


class Mixes(TakeAway):
    def utility(self, state: Heap, player: int) -> Any:
        worth: Any = 1
        if player:
            worth = (1, 2)
        return worth  # at fault: numba_unify


class Plain(TakeAway):
    def result(self, state: Heap, action: int) -> Any:  # at fault: other_state
        return (state.left - action, 1 - state.turn)


class Indexes(TakeAway):
    def utility(self, state: Heap, player: int) -> Any:
        worths: Any = (1, 2.5)
        return worths[player]  # at fault: numba_getitem


class Collects(TakeAway):
    def utility(self, state: Heap, player: int) -> int:
        worths = tuple(sorted((1, state.left)))  # at fault: numba_call
        return worths[player]


class HandsOn(TakeAway):
    def is_terminal(self, state: Heap) -> bool:
        return nothing_left(self, state)  # at fault: bare_self


def nothing_left(game: TakeAway, state: Heap) -> bool:
    return state.left == 0


class Changes(TakeAway):
    def is_terminal(self, state: Heap) -> bool:
        self.asked = True  # at fault: assigns_self
        return state.left == 0


class Estimates(TakeAway):
    """Only an optional method does not compile."""

    def evaluate(self, state: Heap, player: int) -> Fraction:
        return Fraction(1, 2)  # at fault: callable
