"""The men of both sides, packed four bits to a point, and how one man moves.

Each side counts the points from its own home: 1 to 6 are its home, 24 is the farthest, 25 the bar,
and 0 is for men that were borne off. The point p of one side is the point 25 - p of the other.
"""

from __future__ import annotations

from typing import NamedTuple

BAR = 25
"""The point of men that were hit and have to enter again."""

OFF = 0
"""The point of men that were borne off."""

SPLIT = 13
"""Points below it are in the low word of a side, the others in the high word."""


class Board(NamedTuple):
    """The men of the side on roll (mine) and of the other side (theirs), as each counts points."""

    mine_low: int
    mine_high: int
    theirs_low: int
    theirs_high: int


def pack(men: tuple[int, ...]) -> tuple[int, int]:
    """The words of a side with these numbers of men on the points 0 to 25."""
    low = sum(number << 4 * point for point, number in enumerate(men[:SPLIT]))
    high = sum(number << 4 * point for point, number in enumerate(men[SPLIT:]))
    return low, high


def unpack(low: int, high: int) -> tuple[int, ...]:
    """The numbers of men on the points 0 to 25: the inverse of `pack`."""
    return tuple(men_on(low, high, point) for point in range(BAR + 1))


def men_on(low: int, high: int, point: int) -> int:
    """The number of men of a side on a point."""
    if point < SPLIT:
        return low >> 4 * point & 15
    return high >> 4 * (point - SPLIT) & 15


def count_pips(low: int, high: int) -> int:
    """The pips that a side still has to move to bear off all its men."""
    total = 0
    for point in range(1, BAR + 1):
        total += point * men_on(low, high, point)
    return total


def swap_sides(board: Board) -> Board:
    """The board as the other side sees it."""
    return Board(board.theirs_low, board.theirs_high, board.mine_low, board.mine_high)


def can_move(board: Board, point: int, die: int) -> bool:
    """Whether a man of mine on the point, if there is one, can move by the die.

    Men on the bar enter first; a point with two men of theirs is closed; men are borne off when all
    are at home, by a die that is too large only from the rearmost point.
    """
    if board.mine_high >> 48 and point != BAR:
        return False
    target = point - die
    if target > OFF:
        return men_on(board.theirs_low, board.theirs_high, BAR - target) < 2
    if board.mine_high or board.mine_low >> 28:
        return False
    return target == OFF or board.mine_low >> 4 * (point + 1) == 0


def move_man(board: Board, point: int, die: int) -> Board:
    """The board after a man of mine has moved by the die, and hit a single man if there is one."""
    low, high, their_low, their_high = board
    target = max(point - die, OFF)
    if point < SPLIT:
        low -= 1 << 4 * point
    else:
        high -= 1 << 4 * (point - SPLIT)
    if target < SPLIT:
        low += 1 << 4 * target
    else:
        high += 1 << 4 * (target - SPLIT)
    met = BAR - target
    if target > OFF and men_on(their_low, their_high, met) == 1:
        if met < SPLIT:
            their_low -= 1 << 4 * met
        else:
            their_high -= 1 << 4 * (met - SPLIT)
        their_high += 1 << 48
    return Board(low, high, their_low, their_high)


def next_origin(board: Board, below: int, die: int) -> int:
    """The highest point below that one from which a man of mine can move by the die; 0: none."""
    point = below - 1
    while point > 0:
        if men_on(board.mine_low, board.mine_high, point) and can_move(board, point, die):
            return point
        point -= 1
    return 0


def points_won(board: Board) -> int:
    """The points of a game that is over: 1, 2 for a gammon, 3 for a backgammon.

    The board is seen by the loser. It is a gammon if the loser has borne off no man, and a
    backgammon if the loser besides has a man on the bar or in the winner's home.
    """
    if board.mine_low & 15:
        return 1
    return 3 if board.mine_high >> 24 else 2
