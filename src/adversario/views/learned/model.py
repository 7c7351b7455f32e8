"""An evaluation that was learned: its shape and its parameters, and what a state is worth by it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property, partial
from math import tanh
from typing import Any

from adversario.base.errors import InputError
from adversario.base.provenance.rules_code import code_digest
from adversario.contract.capability import as_capability
from adversario.contract.evaluation import Patterned, pattern_count
from adversario.game import Game
from adversario.views.learned.shape import Shape


@dataclass(frozen=True, eq=False)
class Model:
    """Parameters (float32, a row for each stage) of an evaluation for games of that name.

    `code` is a digest of the code of a game outside the package, whose patterns they are for. Two
    models are equal if their contents are.
    """

    game: str
    shape: Shape
    parameters: Any
    code: str = ""

    @cached_property
    def digest(self) -> str:
        """A checksum of everything."""
        hashed = hashlib.sha256(repr((self.game, self.shape, self.code)).encode())
        hashed.update(memoryview(self.parameters).cast("B"))
        return hashed.hexdigest()[:32]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Model) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"Model({self.game}, {self.digest})"

    def estimate(self, game: Game[Any, Any], state: Any, player: int) -> float:
        """What the state is worth to a player."""
        hints = as_capability(game, Patterned)
        viewer = hints.viewer(state)
        outputs = answers(self.shape, self.parameters, game, state, viewer)
        if game.appraised:
            value = float(hints.appraise(state, *prospects(self.shape, outputs)))
            return value if player == viewer else -value
        value = worth(self.shape, outputs, unit_of(self.shape, game))
        value += float(hints.settled(state, viewer))
        if player == viewer or game.players == 1:
            return value
        return float(game.utility_sum or 0.0) - value


def require_fit(model: Model, game: Game[Any, Any]) -> None:
    """Raise InputError unless the model is for games of that name, code and shape."""
    if model.game != model_name(game):
        raise InputError("weights.other_game", given=model.game, game=game.name)
    if model.code and model.code != code_digest(type(game)):
        raise InputError("weights.other_code", game=game.name)
    found = (model.shape.inputs, model.shape.stages)
    wanted = (pattern_count(game), game.stages)
    outcomes = model.shape.outcomes
    told = outcomes or game.appraised
    if found != wanted or (told and outcomes != tuple(map(float, game.outcomes))):
        raise InputError(
            "model.other_shape", game=game.name, inputs=wanted[0], stages=wanted[1],
            given_inputs=found[0], given_stages=found[1],
        )  # fmt: skip


def model_name(game: Game[Any, Any]) -> str:
    """The name that models of a game have."""
    return game.appraised or game.name


def unit_of(shape: Shape, game: Game[Any, Any]) -> float:
    """The utility that an output of 1 stands for."""
    if shape.unit or game.utility_bounds is None:
        return shape.unit or 1.0
    return float(game.utility_bounds[1])


def active(game: Game[Any, Any], state: Any, viewer: int) -> tuple[list[int], list[float]]:
    """The indices of the patterns of a state, and their values."""
    items = list(as_capability(game, Patterned).patterns(state, viewer))
    pairs = [item if isinstance(item, tuple) else (item, 1.0) for item in items]
    return [int(index) for index, _ in pairs], [float(value) for _, value in pairs]


def answers(
    shape: Shape, parameters: Any, game: Game[Any, Any], state: Any, viewer: int
) -> list[float]:
    """The outputs for a state, as the viewer sees it."""
    stage = as_capability(game, Patterned).stage(state) if game.stages > 1 else 0
    indices, values = active(game, state, viewer)
    if not shape.layers:
        entries, total = parameters[stage], 0.0
        for index, value in zip(indices, values, strict=True):
            total += float(entries[index]) * value
        return [with_limit(shape, total)]
    outputs: list[float] = activations(shape, parameters[stage], indices, values)[-1].tolist()
    return outputs[: shape.outputs]


def policy_sums(model: Model, game: Game[Any, Any], state: Any) -> Any:
    """The outputs of the policy for a state, by the numbers of actions."""
    hints = as_capability(game, Patterned)
    stage = hints.stage(state) if game.stages > 1 else 0
    indices, values = active(game, state, hints.viewer(state))
    layers = activations(model.shape, model.parameters[stage], indices, values)
    return layers[-1][model.shape.outputs :]


def activations(shape: Shape, parameters: Any, indices: list[int], values: list[float]) -> Any:
    """The activations of each layer of a network, the outputs last, those of the policy as sums."""
    import numpy as np  # noqa: PLC0415 (not needed to import the package)

    arrays = shape.arrays(parameters)
    sums = np.asarray(values, parameters.dtype) @ arrays[0][indices] + arrays[1][0]
    bend = partial(np.maximum, 0) if shape.rectified else logistic
    found = [bend(sums)]
    for at in range(2, len(arrays), 2):
        sums = arrays[at] @ found[-1] + arrays[at + 1][0]
        if at + 2 < len(arrays):
            found.append(bend(sums))
    value, policy = sums[: shape.outputs], sums[shape.outputs :]
    if shape.outcomes:
        value = logistic(value)
    elif shape.limit:
        value = shape.limit * np.tanh(value / shape.limit)
    return [*found, np.concatenate([value, policy])]


def logistic(x: Any) -> Any:
    """1 / (1 + exp(-x)) of each component."""
    import numpy as np  # noqa: PLC0415

    return 0.5 + 0.5 * np.tanh(0.5 * x)


def with_limit(shape: Shape, x: float) -> float:
    """L * tanh(x / L) for a limit L; x itself if there is none."""
    return shape.limit * tanh(x / shape.limit) if shape.limit else x


def worth(shape: Shape, outputs: list[float], unit: float) -> float:
    """The utility that outputs amount to; see `Shape`."""
    if not shape.outcomes:
        return unit * outputs[0]
    value, below = shape.outcomes[0], shape.outcomes[0]
    for share, outcome in zip(outputs, shape.outcomes[1:], strict=True):
        value += (outcome - below) * share
        below = outcome
    return value


def prospects(shape: Shape, outputs: list[float]) -> tuple[float, float, float]:
    """The chance of winning, and the mean utility of games won and loss of games lost."""
    chance, gain, loss = 0.0, 0.0, 0.0
    shares = [1.0, *outputs, 0.0]
    for at, outcome in enumerate(shape.outcomes):
        share = shares[at] - shares[at + 1]
        if outcome > 0:
            chance += share
            gain += share * outcome
        else:
            loss -= share * outcome
    gain = gain / chance if chance > 0 else 1.0
    return chance, gain, loss / (1 - chance) if chance < 1 else 1.0
