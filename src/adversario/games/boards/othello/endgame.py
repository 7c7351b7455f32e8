"""The last squares of a game, solved by specialised code: most nodes of a solver are here.

All values are differences in discs for the player to move, fail-soft: for alpha < beta a value
between them is exact, a value of at most alpha is an upper bound, a value of at least beta is a
lower bound. Each is returned with the number of nodes visited.
"""

from __future__ import annotations

from adversario.bits import Board, bit, count, invert, lowest, multiply, right
from adversario.games.boards.othello.discs import RAYS, flips, moves

LOWEST = -100
LEFT_TOP, RIGHT_TOP = 0x000000000F0F0F0F, 0x00000000F0F0F0F0
LEFT_BOTTOM, RIGHT_BOTTOM = 0x0F0F0F0F00000000, 0xF0F0F0F000000000
FIRST_COLUMN = 0x0101010101010101
GATHER = 0x0102040810204080  # brings the first column into the last row

RISING = tuple(RAYS[8 * square + 3] | RAYS[8 * square + 7] for square in range(64))
FALLING = tuple(RAYS[8 * square + 1] | RAYS[8 * square + 5] for square in range(64))


def _count_turned(place: int, line: int) -> int:
    """The number of discs that one at a place of a line flips, with `line` its own discs."""
    found = 0
    for places in (range(place + 1, 8), range(place - 1, -1, -1)):
        own = [distance for distance, at in enumerate(places) if line >> at & 1]
        found += own[0] if own else 0
    return found


TURNED = tuple(_count_turned(place, line) for place in range(8) for line in range(256))


def last_turned(discs: Board, square: int) -> int:
    """The number of discs flipped from the last empty square; all that are not `discs` can be."""
    row, column = square >> 3, square & 7
    return (
        TURNED[column << 8 | right(discs, 8 * row) & 0xFF]
        + TURNED[row << 8 | right(multiply(right(discs, column) & FIRST_COLUMN, GATHER), 56)]
        + TURNED[column << 8 | right(multiply(discs & RISING[square], FIRST_COLUMN), 56)]
        + TURNED[column << 8 | right(multiply(discs & FALLING[square], FIRST_COLUMN), 56)]
    )


def final_score(mover: Board, other: Board, empty: int) -> int:
    """The difference in discs of a game that is over, with `empty` empty squares."""
    balance = count(mover) - count(other)
    if balance > 0:
        return balance + empty
    return balance - empty if balance < 0 else 0


def last_one(mover: Board, other: Board, square: int) -> tuple[int, int]:
    """The value and the nodes with one empty square."""
    balance = count(mover) - count(other)
    turned = last_turned(mover, square)
    if turned:
        return balance + 2 * turned + 1, 1
    turned = last_turned(other, square)
    if turned:
        return balance - 2 * turned - 1, 2
    return (balance + 1 if balance > 0 else balance - 1), 1


def last_two(
    mover: Board, other: Board, alpha: int, beta: int, one: int, two: int
) -> tuple[int, int]:
    """The value and the nodes with two empty squares, tried in this order.

    After a pass it is called with players and window exchanged.
    """
    sign, nodes = 1, 1
    while True:
        best = LOWEST
        for _ in range(2):
            turned = flips(mover, other, one)
            if turned:
                value, more = last_one(other ^ turned, mover | turned | bit(one), two)
                best, nodes = max(best, -value), nodes + more
                if best >= beta:
                    break
            one, two = two, one
        if best > LOWEST:
            return sign * best, nodes
        if sign < 0:
            return -final_score(mover, other, 2), nodes
        mover, other, alpha, beta, sign = other, mover, -beta, -alpha, -1


def last_three(mover: Board, other: Board, alpha: int, beta: int, empty: Board) -> tuple[int, int]:
    """The value and the nodes with three empty squares: one in an odd quarter first."""
    one = lowest(empty & odd_quarters(empty))
    two = lowest(empty ^ bit(one))
    three = lowest(empty ^ bit(one) ^ bit(two))
    sign, nodes = 1, 1
    while True:
        best = LOWEST
        for _ in range(3):
            turned = flips(mover, other, one)
            if turned:
                value, more = last_two(
                    other ^ turned, mover | turned | bit(one), -beta, -max(alpha, best), two, three
                )
                best, nodes = max(best, -value), nodes + more
                if best >= beta:
                    break
            one, two, three = two, three, one
        if best > LOWEST:
            return sign * best, nodes
        if sign < 0:
            return -final_score(mover, other, 3), nodes
        mover, other, alpha, beta, sign = other, mover, -beta, -alpha, -1


def play_out(mover: Board, other: Board, alpha: int, beta: int, squares: Board) -> tuple[int, int]:
    """The value and the nodes with any number of empty squares: alpha-beta, odd quarters first."""
    empty = squares & invert(mover | other)
    left = count(empty)
    if left <= 3:
        return last_few(mover, other, alpha, beta, empty)
    legal = moves(mover, other) & squares
    if not legal:
        if not moves(other, mover) & squares:
            return final_score(mover, other, left), 1
        value, nodes = play_out(other, mover, -beta, -alpha, squares)
        return -value, nodes + 1
    odd = odd_quarters(empty)
    best, nodes = LOWEST, 1
    rest, later = legal & odd, legal & invert(odd)
    while rest | later:
        if not rest:
            rest, later = later, rest
        square = lowest(rest)
        rest &= rest ^ bit(square)
        turned = flips(mover, other, square)
        value, more = play_out(
            other ^ turned, mover | turned | bit(square), -beta, -max(alpha, best), squares
        )
        nodes += more
        if -value > best:
            best = -value
            if best >= beta:
                break
    return best, nodes


def last_few(mover: Board, other: Board, alpha: int, beta: int, empty: Board) -> tuple[int, int]:
    """The value and the nodes with at most three empty squares."""
    squares = count(empty)
    if squares == 3:
        return last_three(mover, other, alpha, beta, empty)
    if squares == 0:
        return count(mover) - count(other), 1
    one = lowest(empty)
    if squares == 1:
        return last_one(mover, other, one)
    return last_two(mover, other, alpha, beta, one, lowest(empty ^ bit(one)))


def odd_quarters(empty: Board) -> Board:
    """The quarters of the board with an odd number of empty squares.

    The player who moves there first may well move there last too, and the last move cannot be
    answered.
    """
    return (
        multiply(LEFT_TOP, count(empty & LEFT_TOP) & 1)
        | multiply(RIGHT_TOP, count(empty & RIGHT_TOP) & 1)
        | multiply(LEFT_BOTTOM, count(empty & LEFT_BOTTOM) & 1)
        | multiply(RIGHT_BOTTOM, count(empty & RIGHT_BOTTOM) & 1)
    )
