"""The inputs of networks for backgammon, nearly those of TD-Gammon (Tesauro 1992).

For each side, as the side on roll sees the board: four units for each point and the bar (a single
man, two, three or more, and half of those beyond three), and three for the men borne off.
"""

from __future__ import annotations

from collections.abc import Iterator

from adversario.bits import highest
from adversario.games.dice.backgammon.board import BAR, SPLIT, Board

SIDE = 4 * BAR + 4
"""The units of a side; the last one is not used, so that there is a round number of them."""

CONTACT, RACE = 0, 1


def units(board: Board) -> Iterator[tuple[int, float]]:
    """The units that are not 0, each with its value: of the side on roll, then of the other."""
    low, high = board.mine_low, board.mine_high
    for side in range(2):
        start = SIDE * side
        off, words = low & 15, low >> 4
        for half in range(2):
            place = start if half == 0 else start + 4 * (SPLIT - 1)
            while words:
                men = words & 15
                if men == 1:
                    yield place, 1.0
                elif men == 2:
                    yield place + 1, 1.0
                elif men > 2:
                    yield place + 2, 1.0
                    if men > 3:
                        yield place + 3, 0.5 * (men - 3)
                place += 4
                words >>= 4
            words = high
        if off > 0:
            yield start + 4 * BAR, 0.2 * min(off, 5)
        if off > 5:
            yield start + 4 * BAR + 1, 0.2 * min(off - 5, 5)
        if off > 10:
            yield start + 4 * BAR + 2, 0.2 * (off - 10)
        low, high = board.theirs_low, board.theirs_high


def rearmost(low: int, high: int) -> int:
    """The highest point with a man of a side, 0 if all were borne off."""
    if high:
        return SPLIT + (highest(high) >> 2)
    return highest(low) >> 2 if low else 0


def stage_of(board: Board) -> int:
    """RACE if no man can hit another any more, CONTACT before that."""
    mine = rearmost(board.mine_low, board.mine_high)
    theirs = rearmost(board.theirs_low, board.theirs_high)
    return RACE if mine + theirs < BAR else CONTACT
