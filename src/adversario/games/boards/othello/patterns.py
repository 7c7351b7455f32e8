"""Patterns of discs on lines and corners, as in Logistello (Buro 1997): indices in base 3.

Every pattern is read in the four rotations of the board, and its instances share a table: corners
of 3x3 and 2x5 squares, the edge with the two squares diagonal to its corners, the rows inside, and
the diagonals of at least four squares. On the usual board there are 46 instances in 11 tables.
"""

from __future__ import annotations

from collections.abc import Iterator

from adversario.bits import Board, count, left, multiply, right
from adversario.games.boards.othello.discs import mirror, transpose

GATHER: Board = 0x0101010101010101
"""A factor that brings a square of each column into the last row."""

LONGEST: Board = 0x8040201008040201  # the main diagonal
EVERY: Board = 0xFFFFFFFFFFFFFFFF

STAGES = 5

SHORTEST = 4
"""The shortest diagonal."""


def _ternary(bits: int) -> int:
    """The number in base 3 with the digits of a number in base 2."""
    return sum(3**place for place in range(10) if bits >> place & 1)


TERNARY = tuple(_ternary(bits) for bits in range(1024))


def reversed_pair(bits: int, wide: int) -> int:
    """Two rows of `wide` squares, each read the other way round."""
    rows = (bits & (1 << wide) - 1, bits >> wide)
    low, high = (int(f"{row:0{wide}b}"[::-1], 2) for row in rows)
    return low | high << wide


def table_sizes(size: int) -> tuple[int, ...]:
    """The entries of each table for a board of that size."""
    wide = min(5, size)
    rows, diagonals = [size] * (size // 2 - 1), range(size, SHORTEST - 1, -1)
    return tuple(3**cells for cells in (9, size + 2, 2 * wide, *rows, *diagonals))


def mirrored_pairs(size: int) -> tuple[int, ...]:
    """The digits in base 3 of two rows at a corner that is read from the right."""
    wide = min(5, size)
    return tuple(_ternary(reversed_pair(bits, wide)) for bits in range(1 << 2 * wide))


def stage_of(discs: Board) -> int:
    """The stage of the game: twelve moves each."""
    return min(STAGES - 1, (count(discs) - 4) // 12)


def pattern_indices(
    mine: Board,
    theirs: Board,
    size: int,
    sizes: tuple[int, ...],
    mirrored: tuple[int, ...],
) -> Iterator[int]:
    """The indices of all instances, for the side whose discs are the digits 1."""
    wide = min(5, size)
    row, pair = (1 << size) - 1, (1 << wide) - 1
    for rotation in range(4):
        start = 0
        yield TERNARY[corner(mine)] + 2 * TERNARY[corner(theirs)]
        start += 19683
        yield start + TERNARY[edge(mine, size)] + 2 * TERNARY[edge(theirs, size)]
        start += sizes[1]
        one, other = two_rows(mine, 0, wide, pair), two_rows(theirs, 0, wide, pair)
        yield start + TERNARY[one] + 2 * TERNARY[other]
        shift = size - wide
        one, other = two_rows(mine, shift, wide, pair), two_rows(theirs, shift, wide, pair)
        yield start + mirrored[one] + 2 * mirrored[other]
        start += sizes[2]
        for number in range(1, size // 2):
            one = int(right(mine, 8 * number)) & row
            other = int(right(theirs, 8 * number)) & row
            yield start + TERNARY[one] + 2 * TERNARY[other]
            start += sizes[2 + number]
        for number in range(size - SHORTEST + 1):
            if number > 0 or rotation < 2:
                one = diagonal(mine, number, size)
                other = diagonal(theirs, number, size)
                yield start + TERNARY[one] + 2 * TERNARY[other]
            start += sizes[2 + size // 2 + number]
        mine, theirs = mirror(transpose(mine), 8 - size), mirror(transpose(theirs), 8 - size)


def corner(board: Board) -> int:
    """The 3x3 squares of the first corner, a bit each."""
    low = int(board) & 0x70707
    return low & 7 | low >> 5 & 0x38 | low >> 10 & 0x1C0


def edge(board: Board, size: int) -> int:
    """The first row and two squares of the second, diagonal to the corners, a bit each."""
    low = int(right(board, 0)) & 0xFFFF
    first, second = low & (1 << size) - 1, low >> 8
    return first | (second >> 1 & 1) << size | (second >> size - 2 & 1) << size + 1


def two_rows(board: Board, shift: int, wide: int, pair: int) -> int:
    """The squares of the first two rows from a column on, a bit each."""
    low = int(right(board, shift)) & 0xFFFF
    return low & pair | (low >> 8 & pair) << wide


def diagonal(board: Board, beyond: int, size: int) -> int:
    """The squares of a diagonal, a bit each: the main one, or `beyond` columns to its right."""
    inside = left(LONGEST, beyond) & right(EVERY, 8 * (8 - size + beyond))
    return int(right(multiply(board & inside, GATHER), 56 + beyond))
