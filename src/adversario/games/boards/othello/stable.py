"""Discs that no sequence of moves can flip."""

from __future__ import annotations

from adversario.bits import ALL, Board, left, right

FIRST_ROW, LAST_ROW = 0xFF, 0xFF << 56
FIRST_COLUMN, LAST_COLUMN = 0x0101010101010101, 0x8080808080808080
ENDS = FIRST_COLUMN | LAST_COLUMN
TOP_AND_BOTTOM = FIRST_ROW | LAST_ROW
RIM = ENDS | TOP_AND_BOTTOM


def _starts(step: int, edge: Board) -> tuple[Board, Board, Board]:
    """The squares that lie less than 1, 2 and 4 steps from the edge where lines start.

    Steps towards lower bits are negative.
    """
    masks = [edge]
    for _ in range(3):
        moved = masks[-1] << step & ALL if step > 0 else masks[-1] >> -step
        masks.append(masks[-1] | moved)
    return masks[0], masks[1], masks[3]


UP = (
    _starts(1, FIRST_COLUMN), _starts(7, FIRST_ROW | LAST_COLUMN),
    _starts(8, FIRST_ROW), _starts(9, FIRST_ROW | FIRST_COLUMN),
)  # fmt: skip
DOWN = (
    _starts(-1, LAST_COLUMN), _starts(-7, LAST_ROW | FIRST_COLUMN),
    _starts(-8, LAST_ROW), _starts(-9, LAST_ROW | LAST_COLUMN),
)  # fmt: skip


def full_lines(taken: Board, step: int, axis: int) -> Board:
    """The squares whose line along a step is taken from edge to edge (parallel prefix)."""
    up = taken & (UP[axis][0] | left(taken, step))
    down = taken & (DOWN[axis][0] | right(taken, step))
    up &= UP[axis][1] | left(up, 2 * step)
    down &= DOWN[axis][1] | right(down, 2 * step)
    up &= UP[axis][2] | left(up, 4 * step)
    down &= DOWN[axis][2] | right(down, 4 * step)
    return up & down


def stable(discs: Board, taken: Board, outside: Board) -> Board:
    """Discs of one player that can never be flipped, or most of them.

    A disc is safe if, along each of the four axes, its line is full, or it is next to the edge or
    to a safe disc of the same player. `outside` are the bits that are not squares.
    """
    taken |= outside
    across = ENDS | full_lines(taken, 1, 0)
    falling = RIM | full_lines(taken, 7, 1)
    along = TOP_AND_BOTTOM | full_lines(taken, 8, 2)
    rising = RIM | full_lines(taken, 9, 3)
    found = discs & across & falling & along & rising
    while True:
        safe = found | outside
        more = discs & (
            (across | left(safe, 1) | right(safe, 1))
            & (falling | left(safe, 7) | right(safe, 7))
            & (along | left(safe, 8) | right(safe, 8))
            & (rising | left(safe, 9) | right(safe, 9))
        )  # fmt: skip
        if more == found:
            return found
        found = more
