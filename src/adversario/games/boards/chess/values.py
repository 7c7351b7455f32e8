"""Piece-square values for the middle game and the ending, in hundredths of a pawn.

Written down by hand from what books teach: pieces in the centre, rooks on the seventh row, a king
behind its pawns until few pieces are left. Both sums are kept in one number: late * 2**32 + middle.
"""

from __future__ import annotations

from adversario.games.boards.chess.pieces import (
    BISHOP,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
)
from adversario.games.boards.chess.setups import Setup

MIDDLE = (0, 85, 330, 350, 480, 1000, 0)
LATE = (0, 105, 290, 305, 530, 960, 0)
"""The pieces by code, in the middle game and in the ending."""

WORTH = (0, 100, 320, 330, 500, 950, 20000)
"""The pieces in exchanges."""

HALF = 1 << 31
LOW = (1 << 32) - 1
PAWN_STEPS = (0, 0, 3, 12, 30, 60, 100, 0)


def pack(middle: int, late: int) -> int:
    """Two values in one number, which may be added to others."""
    return middle + (late << 32)


def middle_of(packed: int) -> int:
    """The value in the middle game."""
    return (packed + HALF & LOW) - HALF


def late_of(packed: int) -> int:
    """The value in the ending."""
    return packed + HALF >> 32


def square_value(piece: int, row: int, column: int, setup: Setup) -> tuple[int, int]:
    """What a square adds to a piece of White there: in the middle game and in the ending."""
    last = setup.rows - 1
    middle_row, middle_column = last / 2, (setup.columns - 1) / 2
    centre = middle_row - max(abs(row - middle_row), abs(column - middle_column))
    inward = middle_column - abs(column - middle_column)
    ahead = round(row * 7 / last)  # as if there were eight rows
    middle, late = 0.0, 0.0
    if piece == PAWN and 0 < row < last:
        middle = (ahead - 1) * (1.2 + inward) + 8 * (inward < 2 and ahead == 1)
        middle += 12 * (ahead in (3, 4) and inward >= 3)
        late = PAWN_STEPS[ahead]
    elif piece == KNIGHT:
        middle, late = centre * 14 - 28 + 4 * (ahead >= 4) - 10 * (row == 0), centre * 10 - 22
    elif piece == BISHOP:
        long = row == column or row + column == last
        middle, late = centre * 7 - 10 + 6 * long - 12 * (row == 0), centre * 6 - 10
    elif piece == ROOK:
        middle = inward * 4 - 8 + 22 * (ahead == 6) + 3 * (ahead >= 4)
        late = 10 * (ahead >= 5)
    elif piece == QUEEN:
        middle, late = centre * 3 - 4 - 4 * (ahead > 4), centre * 9 - 12
    elif piece == KING:
        middle = 22 - 18 * ahead - inward * 9 * (ahead < 2) if ahead < 4 else -60
        late = centre * 14 - 25
    return round(middle), round(late)


def piece_square_values(setup: Setup) -> tuple[int, ...]:
    """The packed values by 512 * player + 64 * code + square, for White; Black's are negative."""
    found = [0] * 1024
    for piece in range(PAWN, KING + 1):
        for row in range(setup.rows):
            for column in range(setup.columns):
                middle, late = square_value(piece, row, column, setup)
                value = pack(MIDDLE[piece] + middle, LATE[piece] + late)
                found[64 * piece + 8 * row + column] = value
                mirrored = setup.rows - 1 - row
                found[512 + 64 * piece + 8 * mirrored + column] = -value
    return tuple(found)
