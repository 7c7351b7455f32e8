"""Boards of 64 bits with the same meaning in plain Python and in compiled code.

A board is an int from 0 to 2**64 - 1. Plain Python would let it grow beyond 64 bits or turn
negative, machine code would read its top bit as a sign; these functions do neither. `&`, `|` and
`^` are safe, and so are shifts and sums that cannot leave the lower 63 bits. Annotate a field of a
state as `Board` if the top bit is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, TypeAlias

Board: TypeAlias = Annotated[int, "uint64"]
"""An int that compiled code represents as 64 bits without a sign."""

ALL: Board = (1 << 64) - 1
"""The board with every bit set."""


def count(board: Board) -> int:
    """The number of set bits."""
    return board.bit_count()


def lowest(board: Board) -> int:
    """The index of the lowest set bit; 64 if there is none."""
    return (board & -board).bit_length() - 1 if board else 64


def highest(board: Board) -> int:
    """The index of the highest set bit; -1 if there is none."""
    return board.bit_length() - 1


def indices(board: Board) -> Iterator[int]:
    """The indices of the set bits, lowest first."""
    while board:
        yield (board & -board).bit_length() - 1
        board &= board - 1


def bit(index: int) -> Board:
    """The board with only that bit set, for an index from 0 to 63."""
    return 1 << index


def left(board: Board, places: int) -> Board:
    """The board shifted towards higher bits by 0 to 63 places; bits beyond the 64 are lost."""
    return board << places & ALL


def right(board: Board, places: int) -> Board:
    """The board shifted towards lower bits by 0 to 63 places; zeros come in."""
    return board >> places


def invert(board: Board) -> Board:
    """The board with all 64 bits inverted."""
    return board ^ ALL


def add(one: Board, other: Board) -> Board:
    """The sum, as 64 bits."""
    return one + other & ALL


def subtract(one: Board, other: Board) -> Board:
    """The difference, as 64 bits."""
    return one - other & ALL


def multiply(one: Board, other: Board) -> Board:
    """The product, as 64 bits."""
    return one * other & ALL
