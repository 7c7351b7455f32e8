"""Pieces as codes, sets of pieces, and what sliding pieces attack.

A position has three boards with the code of the piece on each square, bit by bit, and one with the
pieces of the player to move (quad bitboards): sets of pieces are one or two operations away.
"""

from __future__ import annotations

from adversario.bits import ALL, Board, add, highest, invert, left, right, subtract
from adversario.games.boards.chess.squares import LOWER, UPPER

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)
LETTERS = ".pnbrqk"


def code_at(p0: Board, p1: Board, p2: Board, square: int) -> int:
    """The code of the piece on a square, 0 if it is empty."""
    low, middle, high = right(p0, square) & 1, right(p1, square) & 1, right(p2, square) & 1
    return 0 + (low | left(middle, 1) | left(high, 2))  # an integer, no longer a board


def has(board: Board, square: int) -> bool:
    """Whether a square is in a set."""
    return right(board, square) & 1 != 0


def rest(board: Board) -> Board:
    """The set without its lowest square."""
    return board & subtract(board, 1)


def turned(board: Board, places: int) -> Board:
    """The board rotated towards higher bits by 1 to 63 places.

    Black's pawns go ahead by 56 places, so both colours take the same path.
    """
    return left(board, places) | right(board, 64 - places)


def line(square: int, way: int, occupied: Board) -> Board:
    """The squares of a line of a square, up to the nearest piece on either side.

    Obstruction difference (Michael Hoffmann, 2007): from the nearest piece below to the nearest
    above all bits are set by one subtraction, as with magic numbers, but without large tables.
    """
    lower, upper = LOWER[4 * square + way], UPPER[4 * square + way]
    below = left(ALL, highest(lower & occupied | 1))
    above = upper & occupied
    nearest = above & subtract(0, above)
    return (lower | upper) & add(below, left(nearest, 1))


def rook_attacks(square: int, occupied: Board) -> Board:
    """The squares that a rook attacks."""
    return line(square, 0, occupied) | line(square, 1, occupied)


def bishop_attacks(square: int, occupied: Board) -> Board:
    """The squares that a bishop attacks."""
    return line(square, 2, occupied) | line(square, 3, occupied)


def file_fill(board: Board) -> Board:
    """All squares of the files of a set."""
    return north_fill(board) | south_fill(board)


def north_fill(board: Board) -> Board:
    """The squares of a set and all above them."""
    board |= left(board, 8)
    board |= left(board, 16)
    return board | left(board, 32)


def south_fill(board: Board) -> Board:
    """The squares of a set and all below them."""
    board |= right(board, 8)
    board |= right(board, 16)
    return board | right(board, 32)


def without(board: Board, other: Board) -> Board:
    """The squares of a set that are not in another."""
    return board & invert(other)
