"""Boards of 64 bits that mean the same in plain Python and in compiled code.

A board is an int from 0 to 2**64 - 1. Plain Python would let it grow beyond 64 bits or turn
negative, machine code would read its top bit as a sign; these functions do neither. `&`, `|` and
`^` need no help, nor do shifts and sums that cannot leave the lower 63 bits. Annotate a field of
a state as `Board` where the top bit is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, TypeAlias

Board: TypeAlias = Annotated[int, "uint64"]
"""An int that compiled code holds as 64 bits without a sign."""

ALL: Board = (1 << 64) - 1
"""The board with every bit set."""


def count(board: Board) -> int:
    """How many bits are set."""
    return board.bit_count()


def lowest(board: Board) -> int:
    """The index of the lowest bit that is set; 64 if none is."""
    return (board & -board).bit_length() - 1 if board else 64


def highest(board: Board) -> int:
    """The index of the highest bit that is set; -1 if none is."""
    return board.bit_length() - 1


def indices(board: Board) -> Iterator[int]:
    """The indices of the bits that are set, lowest first."""
    while board:
        yield (board & -board).bit_length() - 1
        board &= board - 1


def bit(index: int) -> Board:
    """The board with only that bit set, for an index from 0 to 63."""
    return 1 << index


def left(board: Board, places: int) -> Board:
    """The board shifted towards higher bits by 0 to 63 places; what leaves the 64 bits is lost."""
    return board << places & ALL


def right(board: Board, places: int) -> Board:
    """The board shifted towards lower bits by 0 to 63 places; zeros come in."""
    return board >> places


def invert(board: Board) -> Board:
    """The board with every one of the 64 bits changed."""
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
