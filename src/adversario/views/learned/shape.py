"""The shape of an evaluation: how many numbers it consists of, and what its outputs mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from adversario.base.errors import InputError
from adversario.contract.evaluation import pattern_count
from adversario.game import Game

MAX_LAYERS = 4
MAX_UNITS = 4096
MAX_ACTIONS = 1 << 16
MAX_PARAMETERS = 1 << 30
"""The most parameters of an evaluation: 4 GiB of them."""

LIMIT = 0.99
"""Estimates are bounded by this share of the utility of a win."""

PADDING = 16
"""The parameters of a stage are a multiple of this number: whole cache lines."""


@dataclass(frozen=True)
class Shape:
    """Tables, if there are no hidden `layers`, or a network with layers of these widths.

    With `outcomes` the outputs are the probabilities that the utility is at least the second of
    these, at least the third, and so on. Without, the only output x is the value, in units; with a
    limit L it is L tanh(x / L). The unit is a number, or, if 0, the greatest utility of the game.

    A network may have a policy besides: an output for each of the game's `actions` by its number,
    which is the logarithm of how good it seems, up to a constant. The units of hidden layers are
    logistic, or, if `rectified`, max(0, x).
    """

    inputs: int
    stages: int = 1
    layers: tuple[int, ...] = ()
    outcomes: tuple[float, ...] = ()
    limit: float = 0.0
    unit: float = 0.0
    actions: int = 0
    rectified: bool = False

    def __post_init__(self) -> None:
        fits = (
            self.inputs > 0 and self.stages > 0 and len(self.layers) <= MAX_LAYERS
            and all(0 < width <= MAX_UNITS for width in self.layers)
            and len(self.outcomes) != 1
            and (self.layers or not (self.outcomes or self.actions or self.rectified))
            and 0 <= self.actions <= MAX_ACTIONS
        )  # fmt: skip
        if not fits or self.stages * self.stage_size > MAX_PARAMETERS:
            raise InputError("model.shape", layers="-".join(map(str, self.layers)) or "-")

    @property
    def outputs(self) -> int:
        """The number of outputs that are about the value; those of the policy follow."""
        return len(self.outcomes) - 1 if self.outcomes else 1

    @property
    def stage_size(self) -> int:
        """The number of parameters of a stage."""
        used = sum(rows * columns for rows, columns in self.blocks())
        return -(-used // PADDING) * PADDING

    def blocks(self) -> Iterator[tuple[int, int]]:
        """Rows and columns of the arrays of a stage, in their order: weights, then biases.

        The first array has a row for each input; those of other layers have one for each unit.
        """
        if not self.layers:
            yield self.inputs, 1
            return
        yield self.inputs, self.layers[0]
        yield 1, self.layers[0]
        below = self.layers[0]
        for width in (*self.layers[1:], self.outputs + self.actions):
            yield width, below
            yield 1, width
            below = width

    def arrays(self, parameters: Any) -> list[Any]:
        """The parameters of a stage as these arrays, which share their memory."""
        found, start = [], 0
        for rows, columns in self.blocks():
            found.append(parameters[start : start + rows * columns].reshape(rows, columns))
            start += rows * columns
        return found


def shape_for(game: Game[Any, Any], layers: tuple[int, ...] = (), unit: float = 0.0) -> Shape:
    """The shape that fits a game: tables, or a network with those hidden layers.

    A network estimates the probabilities of the game's outcomes, if it declares them. Other values
    have a limit in games for two with symmetric bounds, so that no estimate equals a win; in games
    for scores they have none, and `unit` is what they are measured in.
    """
    inputs, outcomes = pattern_count(game), tuple(map(float, game.outcomes)) if layers else ()
    if outcomes:
        return Shape(inputs, game.stages, layers, outcomes)
    if is_bounded(game):
        return Shape(inputs, game.stages, layers, (), LIMIT, 0.0)
    return Shape(inputs, game.stages, layers, (), 0.0, unit or 1.0)


def is_bounded(game: Game[Any, Any]) -> bool:
    """Whether the game is for two players with symmetric bounds."""
    bounds = game.utility_bounds
    return game.players == 2 and bounds is not None and bounds[0] == -bounds[1]
