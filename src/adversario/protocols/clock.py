"""Time management: how long to think about a move, with a clock."""

from __future__ import annotations

from typing import NamedTuple

MOVES_LEFT = 28
"""The moves that a game without a control is expected to go on for."""

MOST_OF_CLOCK = 0.4
"""The largest share of the clock for one move."""


class Allotment(NamedTuple):
    """Seconds for a move: after `enough` no new iteration begins, at `most` the search ends."""

    enough: float
    most: float


def allot(
    left: float, increment: float = 0.0, moves_to_go: int | None = None, overhead: float = 0.03
) -> Allotment:
    """The time for a move with `left` seconds on the clock, and more to come with each move.

    `overhead` is lost with each move, by what lies between the two programs.
    """
    moves = MOVES_LEFT if moves_to_go is None else max(1, min(moves_to_go, MOVES_LEFT))
    usable = max(0.0, left - 2 * overhead)
    share = usable / moves + 0.75 * increment - overhead
    most = min(4 * share, MOST_OF_CLOCK * usable if moves > 1 else 0.9 * usable)
    most = max(0.001, most)
    return Allotment(max(0.001, min(0.55 * share, most)), most)
