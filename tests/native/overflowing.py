"""Small games whose numbers are beyond what compiled code has, or whose rules fail.

The state has the kind of trouble, so that one program of each game is compiled for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adversario.game import Game

POWER, SHIFT, PRODUCT, GROWTH, LARGE = range(5)
"""What only plain Python has: numbers of more than 64 bits, or a utility that is no float."""

NEGATIVE_SHIFT, BY_ZERO, OUT_OF_TUPLE, OUT_OF_ARRAY = range(10, 14)
"""Rules that fail in either engine."""

FROM_THE_END, ENDLESS = 20, 21
"""Negative indices, which are right; a long game, of which only the end is beyond 64 bits."""

REAL_BY_ZERO, UNDEFINED = 30, 31
"""Failures of rules with floats."""

REFUSED = (POWER, SHIFT, PRODUCT, GROWTH, LARGE)
FAILING = (NEGATIVE_SHIFT, BY_ZERO, OUT_OF_TUPLE, OUT_OF_ARRAY, REAL_BY_ZERO, UNDEFINED)


class Sum(NamedTuple):
    """What the players have added up, whose turn it is, and the kind of trouble."""

    total: int
    turn: int
    kind: int


class Adding(Game[Sum, int]):
    """Players add 1 or 2 in turn, to 10; the kind of the state says what the end is worth."""

    zero_sum = True

    def initial(self) -> Sum:
        return Sum(0, 0, FROM_THE_END)

    def player(self, state: Sum) -> int:
        return state.turn

    def actions(self, state: Sum) -> Iterator[int]:
        yield 1
        yield 2

    def result(self, state: Sum, action: int) -> Sum:
        total = state.total + action
        if state.kind == PRODUCT:
            total = (state.total * 6364136223846793005 + action * 1442695040888963407) % 1009
        if state.kind == GROWTH:
            total = state.total * 7919 * 104729 + action
        return Sum(total, 1 - state.turn, state.kind)

    def is_terminal(self, state: Sum) -> bool:
        if state.kind == PRODUCT:
            return state.total % 13 == 5
        if state.kind == GROWTH:
            return state.total > 9 * 10**18
        return state.total >= (15000 if state.kind == ENDLESS else 10)

    def utility(self, state: Sum, player: int) -> float:
        worth = self.worth(state.total, state.kind)
        return worth if player == 0 else -worth

    short, long = (5, -3, 4, -1, 2, 6, -2, 1), tuple(range(40))

    def worth(self, total: int, kind: int) -> int:  # noqa: PLR0911 (a case each)
        """The utility to player 0."""
        if kind == POWER:
            return int(3 ** (total * 5) % 11 - 5)
        if kind == SHIFT:
            return ((1 << (total * 7)) % 1000) - 500
        if kind == LARGE:
            return (1 << 53) + (1 if total == 11 else 0)
        if kind == NEGATIVE_SHIFT:
            return 1 << (10 - total)
        if kind == BY_ZERO:
            return 100 // (total - 11)
        if kind == OUT_OF_TUPLE:
            return self.short[total]
        if kind == OUT_OF_ARRAY:
            return self.long[total * 10]
        if kind == ENDLESS:
            return int(total**5 % 1009 - 500)
        if kind == FROM_THE_END:
            return self.short[total - 14] + self.long[total - 15]
        return total % 7 - 3


class Real(Adding):
    """Utilities that are floats."""

    def initial(self) -> Sum:
        return Sum(0, 0, REAL_BY_ZERO)

    def utility(self, state: Sum, player: int) -> float:
        worth = 1.0 / (state.total - 11) if state.kind == REAL_BY_ZERO else 1.0
        if state.kind == UNDEFINED and state.total == 11:
            worth = float("nan")
        return worth if player == 0 else -worth


def troubled(kind: int) -> tuple[Adding, Sum]:
    """The game of a kind of trouble, and the state to start from."""
    return (Real() if kind >= REAL_BY_ZERO else Adding()), Sum(0, 0, kind)
