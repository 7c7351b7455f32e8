"""The geometry of the board: what pieces attack from each square, and lines between squares.

Square 8 * row + column is a bit, a1 the lowest, whatever the size of the board: squares outside a
smaller board are always empty, and moves to them are masked.
"""

from __future__ import annotations

from collections.abc import Iterator

from adversario.bits import ALL, Board

STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (-1, -1), (1, -1), (-1, 1))
JUMPS = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))
AXES = ((1, 0), (0, 1), (1, 1), (1, -1))
"""The lines of a square, by their direction towards higher bits: file, row, two diagonals."""

Steps = tuple[tuple[int, int], ...]

A_FILE: Board = 0x0101010101010101
H_FILE: Board = 0x8080808080808080
DARK: Board = 0xAA55AA55AA55AA55
NOT_A: Board = ALL ^ A_FILE
NOT_H: Board = ALL ^ H_FILE


def squares_along(square: int, down: int, across: int) -> Iterator[int]:
    """The squares from one on in a direction, without itself."""
    row, column = square // 8 + down, square % 8 + across
    while 0 <= row < 8 and 0 <= column < 8:
        yield 8 * row + column
        row, column = row + down, column + across


def ray(square: int, down: int, across: int) -> Board:
    """The squares from one on in a direction, as a set."""
    return sum(1 << each for each in squares_along(square, down, across))


def leaps(steps: Steps) -> tuple[Board, ...]:
    """For each square, those that are one step away; a last item makes a table of boards."""
    found = []
    for square in range(64):
        row, column = divmod(square, 8)
        places = [(row + down, column + across) for down, across in steps]
        found.append(sum(1 << 8 * r + c for r, c in places if 0 <= r < 8 and 0 <= c < 8))
    return tuple(found)


KNIGHTS: tuple[Board, ...] = (*leaps(JUMPS), ALL)
KINGS: tuple[Board, ...] = (*leaps(STRAIGHT + DIAGONAL), ALL)
PAWNS: tuple[Board, ...] = (*leaps(((1, -1), (1, 1))), *leaps(((-1, -1), (-1, 1))), ALL)
"""What a pawn attacks: White's by square, then Black's."""

LOWER: tuple[Board, ...] = (
    *(ray(square, -down, -across) for square in range(64) for down, across in AXES),
    ALL,
)
UPPER: tuple[Board, ...] = (
    *(ray(square, down, across) for square in range(64) for down, across in AXES),
    ALL,
)
"""For each square and axis the squares of the line below and above it."""

QUEENS: tuple[Board, ...] = (
    *(
        sum(LOWER[4 * square + way] | UPPER[4 * square + way] for way in range(4))
        for square in range(64)
    ),
    ALL,
)
"""The lines of a queen on an empty board."""


def _lines() -> tuple[tuple[Board, ...], tuple[Board, ...]]:
    """For two squares of a line, by 64 * one + other: those between, and the whole line."""
    between, line = [0] * 4096, [0] * 4096
    for one in range(64):
        for down, across in STRAIGHT + DIAGONAL:
            whole = ray(one, down, across) | ray(one, -down, -across) | 1 << one
            seen = 0
            for other in squares_along(one, down, across):
                between[64 * one + other], line[64 * one + other] = seen, whole
                seen |= 1 << other
    return (*between, ALL), (*line, ALL)


BETWEEN, LINE = _lines()
