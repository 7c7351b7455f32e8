"""Discs on a board of 64 bits: legal squares, flips, and stability.

Bit 8 * row + column is a square, whatever the size of the board: squares outside a smaller one are
always empty. All directions are computed at once, without a loop over squares.
"""

from __future__ import annotations

from adversario.bits import Board, add, bit, highest, invert, left, right, subtract

INNER: Board = 0x7E7E7E7E7E7E7E7E  # not the first column, nor the last
NOT_FIRST: Board = 0xFEFEFEFEFEFEFEFE
NOT_LAST: Board = 0x7F7F7F7F7F7F7F7F
# Masks of the squares exchanged in a mirror image: every second column, pair or half row;
ODDS: Board = 0x5555555555555555
PAIRS: Board = 0x3333333333333333
HALVES: Board = 0x0F0F0F0F0F0F0F0F
# and along the diagonal: single squares, blocks of two by two, a quarter of the board.
SINGLES: Board = 0x00AA00AA00AA00AA
SQUARES: Board = 0x0000CCCC0000CCCC
QUARTER: Board = 0x00000000F0F0F0F0


def moves(mover: Board, other: Board) -> Board:
    """The empty squares from which a run of the opponent's discs ends in one of the mover's."""
    inner = other & INNER  # a run along a row or a diagonal ends at the edge
    found = (
        ends(mover, inner, 1) | ends(mover, inner, 7)
        | ends(mover, other, 8) | ends(mover, inner, 9)
    )  # fmt: skip
    return found & invert(mover | other)


def ends(mover: Board, through: Board, step: int) -> Board:
    """The squares behind the runs of `through` that start next to a disc of the mover, both ways.

    Runs have up to six discs: each shift by two steps doubles the length (parallel prefix).
    """
    up = through & left(mover, step)
    down = through & right(mover, step)
    up |= through & left(up, step)
    down |= through & right(down, step)
    pairs = through & left(through, step)
    below = right(pairs, step)
    up |= pairs & left(up, 2 * step)
    down |= below & right(down, 2 * step)
    up |= pairs & left(up, 2 * step)
    down |= below & right(down, 2 * step)
    return left(up, step) | right(down, step)


def neighbours(board: Board) -> Board:
    """The squares adjacent to or on those of the board, which may be outside a smaller one."""
    wide = board | left(board & NOT_LAST, 1) | right(board & NOT_FIRST, 1)
    return wide | left(wide, 8) | right(wide, 8)


def rays_from(square: int, steps: tuple[int, ...]) -> tuple[Board, ...]:
    """For each step, the squares that it reaches repeatedly, up to the edge."""
    found = []
    for step in steps:
        row, column = divmod(square, 8)
        down, across = {1: (0, 1), 7: (1, -1), 8: (1, 0), 9: (1, 1)}[abs(step)]
        if step < 0:
            down, across = -down, -across
        board = 0
        while 0 <= row + down < 8 and 0 <= column + across < 8:
            row, column = row + down, column + across
            board |= 1 << 8 * row + column
        found.append(board)
    return tuple(found)


# One table for both ways: it has boards with the top bit, so compiled code treats all as boards.
RAYS = tuple(ray for square in range(64) for ray in rays_from(square, (1, 7, 8, 9, -1, -7, -8, -9)))


def flips(mover: Board, other: Board, square: int) -> Board:
    """The opponent's discs that a disc of the mover on that square flips."""
    ray = 8 * square
    return (
        flips_up(mover, other, RAYS[ray]) | flips_up(mover, other, RAYS[ray + 1])
        | flips_up(mover, other, RAYS[ray + 2]) | flips_up(mover, other, RAYS[ray + 3])
        | flips_down(mover, other, RAYS[ray + 4]) | flips_down(mover, other, RAYS[ray + 5])
        | flips_down(mover, other, RAYS[ray + 6]) | flips_down(mover, other, RAYS[ray + 7])
    )  # fmt: skip


def flips_up(mover: Board, other: Board, ray: Board) -> Board:
    """The flips along a ray towards higher bits.

    Outside the ray all bits are set, so a one added at the bottom carries through to the first
    square of the ray without a disc of the opponent.
    """
    end = add(other | invert(ray), 1) & ray & mover
    return subtract(end, end != 0) & ray


def flips_down(mover: Board, other: Board, ray: Board) -> Board:
    """The flips along a ray towards lower bits, whose first square is its highest bit."""
    open_squares = ray & invert(other)
    end = bit(highest(open_squares | 1)) & open_squares & mover
    return subtract(0, left(end, 1)) & ray


def mirror(board: Board, spare: int) -> Board:
    """The board with left and right exchanged; `spare` columns on the right are not part of it."""
    pairs = right(board, 1) & ODDS | left(board & ODDS, 1)
    halves = right(pairs, 2) & PAIRS | left(pairs & PAIRS, 2)
    rows = right(halves, 4) & HALVES | left(halves & HALVES, 4)
    return right(rows, spare)


def transpose(board: Board) -> Board:
    """The board with rows and columns exchanged, by three exchanges of blocks."""
    one = (board ^ right(board, 7)) & SINGLES
    singles = board ^ one ^ left(one, 7)
    two = (singles ^ right(singles, 14)) & SQUARES
    squares = singles ^ two ^ left(two, 14)
    four = (squares ^ right(squares, 28)) & QUARTER
    return right(squares ^ four ^ left(four, 28), 0)  # a board again: masks may have made it an int
