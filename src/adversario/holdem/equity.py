"""Equity: the share of the pot that a range of hands wins on average, without further bets."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Any, NamedTuple

from adversario.base.errors import InputError
from adversario.holdem.cards import CARDS, class_of_hand
from adversario.holdem.hands import FLOP, RIVER, hands_in, order_of, runouts
from adversario.holdem.preflop import showdown_table
from adversario.native.compiler.compile import compile_kernel
from adversario.native.kernels.cards import showdown

PLAYERS = 2


class Equity(NamedTuple):
    """The shares of the first player against the second: won, tied; boards: how many were dealt."""

    win: float
    tie: float
    boards: int

    @property
    def share(self) -> float:
        """The equity of the first player: half of the pot for a tie."""
        return self.win + self.tie / 2

    def to_json(self) -> dict[str, Any]:
        """The equity as JSON."""
        return {"equity": self.share, "win": self.win, "tie": self.tie, "boards": self.boards}


def equity(
    first: tuple[float, ...], second: tuple[float, ...], board: tuple[int, ...] = ()
) -> Equity:
    """The equity of a range against another, over all boards that may come: exact.

    A board has no card or three to five. InputError if no two hands of the ranges can be held at
    the same time.
    """
    if board and not FLOP <= len(board) <= RIVER:
        raise InputError("holdem.board", cards=len(board))
    if not board and _are_classes(first) and _are_classes(second):
        return _by_table(first, second)
    return _by_boards(first, second, board)


def _are_classes(weights: tuple[float, ...]) -> bool:
    """Whether the weight of a hand depends on its class only."""
    by_class: dict[int, float] = {}
    return all(
        by_class.setdefault(place, weight) == weight
        for place, weight in zip(class_of_hand(), weights, strict=True)
    )


def _by_table(first: tuple[float, ...], second: tuple[float, ...]) -> Equity:
    import numpy as np  # noqa: PLC0415

    table = showdown_table()
    weights = np.zeros((PLAYERS, len(table.pairs)))
    for player, given in enumerate((first, second)):
        weights[player, list(class_of_hand())] = given
    boards = comb(CARDS - 2 * PLAYERS, RIVER)
    total = weights[0] @ table.pairs @ weights[1] * boards
    return _shares(
        weights[0] @ table.wins @ weights[1], weights[1] @ table.wins @ weights[0], total, boards
    )


def _by_boards(
    first: tuple[float, ...], second: tuple[float, ...], board: tuple[int, ...]
) -> Equity:
    """By dealing all boards; hands of single suits before the flop are the slowest case."""
    import numpy as np  # noqa: PLC0415

    hands = hands_in((first, second), board)
    one, two = np.array(first)[hands.numbers], np.array(second)[hands.numbers]
    run, sums = compile_kernel(showdown), np.zeros(CARDS)
    won, compatible, boards = np.zeros((2, len(one))), np.zeros(len(one)), 0
    for more in combinations(runouts(board), RIVER - len(board)):
        order, ends = order_of(hands, board + more)
        boards += 1
        run.add_wins(two, hands.one, hands.two, order, ends, sums, won[0], won[1])
        run.add_compatible(1.0, two, hands.one, hands.two, order, sums, compatible)
    return _shares(float(one @ won[0]), float(one @ won[1]), float(one @ compatible), boards)


def _shares(won: float, lost: float, total: float, boards: int) -> Equity:
    if total <= 0:
        raise InputError("holdem.no_pair")
    return Equity(float(won / total), float((total - won - lost) / total), boards)
