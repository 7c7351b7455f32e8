"""Evaluation of Othello: weighted differences between the players."""

from __future__ import annotations

from adversario.bits import Board, count, invert, left, right
from adversario.games.boards.othello.discs import NOT_FIRST, NOT_LAST, moves, neighbours
from adversario.games.boards.othello.stable import stable
from adversario.tuples import replaced

PHASES = 6
"""The number of phases, by the share of squares taken; each has its own weights."""

# A row a phase, in discs; `features` has their order. Least squares over the final scores of games
# played with some moves at random and solved from 12 empty squares on.
WEIGHTS = (
    (0.40, 0.26, -0.39, 7.02, -8.67, -8.33, 3.49, -0.54, 0.16),
    (0.06, 0.51, -0.10, 7.52, -8.53, -5.52, 2.57, -0.51, 0.19),
    (0.89, 0.42, -0.03, 6.40, -7.94, -2.47, 1.97, -0.47, -0.18),
    (0.86, 0.99, -0.60, 3.96, -5.65, -1.47, 1.59, -0.40, -0.68),
    (1.37, 1.50, -1.39, 1.55, -4.20, -1.85, 1.26, -0.23, -0.33),
    (1.24, 2.05, -1.51, 0.69, -3.03, -1.78, 1.09, -0.13, 0.53),
)


NAMES = (
    "moves_share", "moves", "frontier", "corners", "diagonal", "beside", "stable", "discs",
    "parity", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d4",
)  # fmt: skip
"""The features of a phase: those of `features`, and those of the classes of `regions`."""

TERMS = len(NAMES)
FLAT = tuple(weight for row in WEIGHTS for weight in (*row, *(0.0,) * (TERMS - len(row))))
"""The weights of all of them, one phase after the other; features without a weight have 0."""


def phase_of(mover: Board, other: Board, squares: Board) -> int:
    """The phase of the game, from 0 on."""
    return PHASES * (count(mover | other) - 1) // count(squares)


def estimate(mover: Board, other: Board, squares: Board, corners: Board) -> float:
    """The number of discs by which the mover is expected to win."""
    phase = phase_of(mover, other, squares)
    found = features(mover, other, squares, corners)
    total = 0.0
    for index, feature in enumerate(found):
        total += WEIGHTS[phase][index] * feature
    return total


def features(mover: Board, other: Board, squares: Board, corners: Board) -> tuple[float, ...]:
    """The features, as differences between the mover and the opponent.

    In order: legal squares, as a share and as a number; empty squares adjacent to discs, which may
    become legal, as a share; corners; discs next to an empty corner on the diagonal, and on the
    edge; stable discs; discs; and whether the mover will have the last move, by parity.
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


def regions(mover: Board, other: Board, classes: tuple[Board, ...]) -> tuple[float, ...]:
    """Discs on the squares of each class, as differences."""
    return (
        float(count(mover & classes[0]) - count(other & classes[0])),
        float(count(mover & classes[1]) - count(other & classes[1])),
        float(count(mover & classes[2]) - count(other & classes[2])),
        float(count(mover & classes[3]) - count(other & classes[3])),
        float(count(mover & classes[4]) - count(other & classes[4])),
        float(count(mover & classes[5]) - count(other & classes[5])),
        float(count(mover & classes[6]) - count(other & classes[6])),
        float(count(mover & classes[7]) - count(other & classes[7])),
        float(count(mover & classes[8]) - count(other & classes[8])),
    )


def scale(items: tuple[float, ...], factor: float) -> tuple[float, ...]:
    """The numbers times a factor."""
    for index in range(len(items)):
        items = replaced(items, index, factor * items[index])
    return items


def classes_of(size: int) -> tuple[Board, ...]:
    """The classes of squares by symmetry, without the corners: b1, c1, d1, b2, c2 and so on.

    On a smaller board some are empty.
    """
    masks = {(row, column): 0 for row in range(4) for column in range(row, 4)}
    for row in range(size):
        for column in range(size):
            folded = min(row, size - 1 - row), min(column, size - 1 - column)
            masks[min(folded), max(folded)] |= 1 << 8 * row + column
    return tuple(mask for place, mask in masks.items() if place != (0, 0))
