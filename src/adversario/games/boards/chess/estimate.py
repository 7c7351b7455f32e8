"""Evaluation of chess: what is not in the sums of piece-square values.

Terms are packed numbers, for the middle game and for the ending (`values.pack`), and their weights
are set by hand, in hundredths of a pawn.
"""

from __future__ import annotations

from adversario.bits import Board, count, invert, left, lowest, right
from adversario.games.boards.chess.pieces import (
    bishop_attacks,
    file_fill,
    north_fill,
    rest,
    rook_attacks,
    south_fill,
)
from adversario.games.boards.chess.squares import KINGS, KNIGHTS, NOT_A, NOT_H
from adversario.games.boards.chess.values import pack

TEMPO = pack(12, 6)
KNIGHT_MOVES, BISHOP_MOVES, ROOK_MOVES, QUEEN_MOVES = (
    pack(4, 4), pack(4, 4), pack(2, 4), pack(1, 3)
)  # fmt: skip
PAIR = pack(25, 40)
PASSED = (0, 0, pack(0, 5), pack(5, 15), pack(15, 35), pack(35, 65), pack(60, 100), 0)
"""A passed pawn by its row, counted from its own side."""
BLOCKED = pack(-8, -25)
ISOLATED, DOUBLED, CHAINED = pack(-10, -10), pack(-8, -14), pack(6, 4)
OPEN_FILE, HALF_OPEN = pack(24, 8), pack(12, 10)
SHIELD, SUPPORTED = pack(8, 0), pack(5, 3)
LIGHT_HIT, ROOK_HIT, QUEEN_HIT = 3, 4, 6
MOST_DANGER = 200
CHASE = 4
"""Against a bare king: what each step between the kings costs in the ending."""


def beside(board: Board) -> Board:
    """The squares to the left and right of a set."""
    return left(board & NOT_H, 1) | right(board & NOT_A, 1)


def pawn_score(
    pawns: Board, foes: Board, others: Board, king: int, pieces: Board, side: int
) -> int:
    """Structure of the pawns of a side: passed, isolated, doubled, chained, before their king.

    `foes` are the opponent's pawns, `others` all its pieces, `pieces` the own ones but pawns.
    """
    near = KINGS[king]
    if side == 0:
        front, behind = south_fill(right(foes, 8)), south_fill(right(pawns, 8))
        chain = left(pawns & NOT_A, 7) | left(pawns & NOT_H, 9)
        shield, blocked = near | left(near, 8), right(others, 8)
    else:
        front, behind = north_fill(left(foes, 8)), north_fill(left(pawns, 8))
        chain = right(pawns & NOT_A, 9) | right(pawns & NOT_H, 7)
        shield, blocked = near | right(near, 8), left(others, 8)
    passed = pawns & invert(front | beside(front) | behind)
    score = BLOCKED * count(passed & blocked) + DOUBLED * count(pawns & behind)
    score += ISOLATED * count(pawns & invert(beside(file_fill(pawns))))
    score += CHAINED * count(pawns & chain) + SUPPORTED * count(pieces & chain)
    score += SHIELD * count(pawns & shield)
    while passed:
        row = lowest(passed) >> 3
        score += PASSED[7 - row if side else row]
        passed = rest(passed)
    return score


def piece_score(
    own: Board, other: Board, p0: Board, p1: Board, p2: Board, side: int, squares: Board
) -> int:
    """Mobility, attacks near the other king, the pair of bishops, rooks on files.

    Squares that the opponent's pawns guard do not count as mobility; attacks count by the square
    of their number (as in many engines since Crafty), up to a limit.
    """
    occupied, pawns = own | other, p0 & invert(p1 | p2)
    foes = other & pawns
    if side == 0:
        guarded = right(foes & NOT_A, 9) | right(foes & NOT_H, 7)
    else:
        guarded = left(foes & NOT_A, 7) | left(foes & NOT_H, 9)
    area = squares & invert(own & (pawns | p1 & p2) | guarded)
    zone = KINGS[lowest(other & p1 & p2)]
    score = danger = 0
    some = own & p1 & invert(p0 | p2)
    while some:
        seen = KNIGHTS[lowest(some)]
        score += KNIGHT_MOVES * count(seen & area)
        danger += LIGHT_HIT * count(seen & zone)
        some = rest(some)
    some = own & p0 & p1
    if rest(some):
        score += PAIR
    while some:
        seen = bishop_attacks(lowest(some), occupied)
        score += BISHOP_MOVES * count(seen & area)
        danger += LIGHT_HIT * count(seen & zone)
        some = rest(some)
    some = rooks = own & p2 & invert(p0 | p1)
    while some:
        seen = rook_attacks(lowest(some), occupied)
        score += ROOK_MOVES * count(seen & area)
        danger += ROOK_HIT * count(seen & zone)
        some = rest(some)
    if rooks:
        free, half = invert(file_fill(own & pawns)), file_fill(foes)
        score += OPEN_FILE * count(rooks & free & invert(half)) + HALF_OPEN * count(
            rooks & free & half
        )
    some = own & p2 & p0
    while some:
        seen = rook_attacks(lowest(some), occupied) | bishop_attacks(lowest(some), occupied)
        score += QUEEN_MOVES * count(seen & area)
        danger += QUEEN_HIT * count(seen & zone)
        some = rest(some)
    return score + 2 * min(danger * danger // 8, MOST_DANGER)


def phase_of(p0: Board, p1: Board, p2: Board) -> int:
    """The pieces on the board: 24 at the start, 0 in an ending of pawns."""
    minor, rooks = count(p1 & invert(p2)), count(p2 & invert(p0 | p1))
    return min(24, minor + 2 * rooks + 4 * count(p2 & p0))


def chase_score(one: int, other: int) -> int:
    """The distance of the kings, to drive a bare one into a corner."""
    down, across = (one >> 3) - (other >> 3), (one & 7) - (other & 7)
    return -CHASE * (abs(down) + abs(across))
