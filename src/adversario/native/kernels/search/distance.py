"""Values with the distance of a win or loss in them, for searches that deepen."""

from __future__ import annotations

from typing import Any

from adversario.native.kernels import self
from adversario.native.kernels.layout.deepening import DISTANCE, MOST_PLIES, Deepening
from adversario.native.kernels.memory import number, set_word, word


def count(context: int, place: int) -> None:
    """Add 1 to the counter at a place."""
    set_word(context, place, word(context, place) + 1)


def from_root(value: float, mover: int, ply: int, context: int) -> float:
    """A win or loss as far away as it is from here, counted from the root instead."""
    unit = number(context, Deepening.unit)
    best = number(context, Deepening.best) if mover == 0 else -number(context, Deepening.worst)
    worst = number(context, Deepening.worst) if mover == 0 else -number(context, Deepening.best)
    if value > best - unit * MOST_PLIES:
        return value - unit * ply
    if value < worst + unit * MOST_PLIES:
        return value + unit * ply
    return value


def from_here(value: float, mover: int, ply: int, context: int) -> float:
    """The inverse of `from_root`: a state is as far from its win wherever it is met."""
    unit = number(context, Deepening.unit)
    best = number(context, Deepening.best) if mover == 0 else -number(context, Deepening.worst)
    worst = number(context, Deepening.worst) if mover == 0 else -number(context, Deepening.best)
    if value > best - unit * MOST_PLIES:
        return value + unit * ply
    if value < worst + unit * MOST_PLIES:
        return value - unit * ply
    return value


def estimate(state: Any, mover: int, options: int, context: int) -> float:
    """The evaluation, kept clear of the values that mean a proven win or loss."""
    value = float(self.leaf_estimate(state, mover, word(context, Deepening.model)))
    if options & DISTANCE:
        margin = 2.0 * number(context, Deepening.unit) * MOST_PLIES
        best = number(context, Deepening.best) if mover == 0 else -number(context, Deepening.worst)
        worst = number(context, Deepening.worst) if mover == 0 else -number(context, Deepening.best)
        value = max(worst + margin, min(best - margin, value))
    return value


def is_decisive(value: float, mover: int, context: int) -> bool:
    """Whether a value to the mover is that of a win or loss, which no estimate is."""
    margin = 2.0 * number(context, Deepening.unit) * MOST_PLIES
    best = number(context, Deepening.best) if mover == 0 else -number(context, Deepening.worst)
    worst = number(context, Deepening.worst) if mover == 0 else -number(context, Deepening.best)
    return value > best - margin or value < worst + margin


def plies_to_end(value: float, mover: int, context: int) -> int:
    """The plies to the end of the game of a decisive value to the mover, counted from its state."""
    unit = number(context, Deepening.unit)
    best = number(context, Deepening.best) if mover == 0 else -number(context, Deepening.worst)
    worst = number(context, Deepening.worst) if mover == 0 else -number(context, Deepening.best)
    return int(min(best - value, value - worst) / unit + 0.5)
