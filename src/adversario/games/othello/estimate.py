"""What an Othello position is worth before its end: weighted differences between the players."""

from __future__ import annotations

from adversario.bits import Board, count, invert, left, right
from adversario.games.othello.discs import NOT_FIRST, NOT_LAST, moves, neighbours
from adversario.games.othello.stable import stable

PHASES = 6
"""Weights change with the share of squares taken, in so many steps."""

# A row a phase, in discs: see `features` for what each is the weight of. Least squares over the
# final scores of games played with some moves at random and solved from 12 empty squares on.
WEIGHTS = (
    (0.40, 0.26, -0.39, 7.02, -8.67, -8.33, 3.49, -0.54, 0.16),
    (0.06, 0.51, -0.10, 7.52, -8.53, -5.52, 2.57, -0.51, 0.19),
    (0.89, 0.42, -0.03, 6.40, -7.94, -2.47, 1.97, -0.47, -0.18),
    (0.86, 0.99, -0.60, 3.96, -5.65, -1.47, 1.59, -0.40, -0.68),
    (1.37, 1.50, -1.39, 1.55, -4.20, -1.85, 1.26, -0.23, -0.33),
    (1.24, 2.05, -1.51, 0.69, -3.03, -1.78, 1.09, -0.13, 0.53),
)


def estimate(mover: Board, other: Board, squares: Board, corners: Board) -> float:
    """By how many discs the mover can be expected to win."""
    phase = PHASES * (count(mover | other) - 1) // count(squares)
    found = features(mover, other, squares, corners)
    total = 0.0
    for index, feature in enumerate(found):
        total += WEIGHTS[phase][index] * feature
    return total


def features(mover: Board, other: Board, squares: Board, corners: Board) -> tuple[float, ...]:
    """What counts, as differences between the mover and the other.

    In order: squares to play, as a share and as a number; empty squares beside discs, which will
    be squares to play, as a share; corners; discs beside an empty corner on the diagonal, and on
    the edge; stable discs; discs; and whether the mover is to have the last move, by parity.
    """
    taken = mover | other
    empty = squares & invert(taken)
    own, theirs = count(moves(mover, other) & squares), count(moves(other, mover) & squares)
    near, far = count(neighbours(other) & empty), count(neighbours(mover) & empty)
    open_corners = corners & empty
    beside = left(open_corners & NOT_LAST, 1) | right(open_corners & NOT_FIRST, 1)
    diagonal = (left(beside, 8) | right(beside, 8)) & squares
    beside = (beside | left(open_corners, 8) | right(open_corners, 8)) & squares
    outside = invert(squares)
    return (
        10.0 * (own - theirs) / (own + theirs + 2),
        float(own - theirs),
        10.0 * (near - far) / (near + far + 2),
        float(count(mover & corners) - count(other & corners)),
        float(count(mover & diagonal) - count(other & diagonal)),
        float(count(mover & beside) - count(other & beside)),
        float(count(stable(mover, taken, outside)) - count(stable(other, taken, outside))),
        float(count(mover) - count(other)),
        1.0 if count(empty) & 1 else -1.0,
    )
