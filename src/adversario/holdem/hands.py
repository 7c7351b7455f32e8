"""The hands that a board leaves, as arrays for the kernels: cards, sets, order by strength."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from adversario.base.errors import InputError
from adversario.holdem.cards import CARDS, set_of, starting_hands
from adversario.native.compiler.compile import compile_kernel
from adversario.native.kernels.cards import strength

if TYPE_CHECKING:
    import numpy as np

FLOP, TURN, RIVER = 3, 4, 5


class Hands(NamedTuple):
    """Starting hands: their numbers, their two cards each, and the same as sets."""

    numbers: np.ndarray[Any, Any]
    one: np.ndarray[Any, Any]
    two: np.ndarray[Any, Any]
    sets: np.ndarray[Any, Any]


class Order(NamedTuple):
    """The hands that a board leaves, weakest first, and for each one past the last of its ties."""

    order: np.ndarray[Any, Any]
    ends: np.ndarray[Any, Any]


def hands_in(ranges: tuple[Any, ...], board: tuple[int, ...]) -> Hands:
    """The hands that have a weight in one of the ranges at least and share no card with the board.

    InputError if a range has none.
    """
    import numpy as np  # noqa: PLC0415

    cards = np.array(starting_hands(), np.int64)
    sets = (1 << cards[:, 0]) | (1 << cards[:, 1])
    free = (sets & set_of(board)) == 0
    some = np.zeros(len(cards), bool)
    for place, weights in enumerate(ranges):
        held = free & (np.array(weights) > 0)
        if not held.any():
            raise InputError("holdem.no_hand", number=place + 1)
        some |= held
    numbers = np.flatnonzero(some)
    return Hands(numbers, cards[numbers, 0].copy(), cards[numbers, 1].copy(), sets[numbers].copy())


def order_of(hands: Hands, board: tuple[int, ...]) -> Order:
    """The hands by strength on a board of five cards."""
    import numpy as np  # noqa: PLC0415

    found = np.zeros(len(hands.sets), np.int64)
    compile_kernel(strength).strengths(hands.sets, set_of(board), found)
    order = np.argsort(found, kind="stable")
    order = order[found[order] >= 0]
    ends = np.searchsorted(found[order], found[order], side="right")
    return Order(order, ends)


def runouts(board: tuple[int, ...]) -> list[int]:
    """The cards that may come next."""
    return [card for card in range(CARDS) if card not in board]
