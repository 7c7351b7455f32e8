"""The memory of a model for kernels: its parameters by address, and room for work of one thread."""

from __future__ import annotations

from typing import Any

from adversario.contract.evaluation import MAX_PATTERNS
from adversario.game import Game
from adversario.native.kernels.layout.model import Model as Block
from adversario.views.learned.layer import model_of
from adversario.views.learned.model import Model, unit_of


def model_memory(game: Game[Any, Any], model: Model | None = None) -> Block | None:
    """The block of a model, by default that of the game; None if it has an evaluation of its own.

    The block keeps the arrays it refers to alive, and is for one thread: it has room for work. New
    parameters can be written to the array of the model, or assigned to `parameters`.
    """
    import numpy as np  # noqa: PLC0415 (not before a compiled search runs)

    found = model_of(game) if model is None else model
    if found is None:
        return None
    shape, block = found.shape, Block()
    block.parameters, block.stage_size = found.parameters, shape.stage_size
    block.inputs, block.layers, block.outputs = shape.inputs, len(shape.layers), shape.outputs
    block.widths[: len(shape.layers)] = shape.layers
    if shape.outcomes:
        block.outcomes = np.array(shape.outcomes)
    block.limit, block.unit = shape.limit, unit_of(shape, game)
    block.total = float(game.utility_sum or 0.0)
    block.indices = np.zeros(MAX_PATTERNS, np.int64)
    block.values = np.zeros(MAX_PATTERNS, np.float32)
    block.actions, block.rectified = shape.actions, shape.rectified
    outputs = shape.outputs + shape.actions
    units = sum(shape.layers) + outputs
    block.hidden, block.errors = np.zeros(units, np.float32), np.zeros(units, np.float32)
    block.answers = np.zeros(outputs)
    return block
