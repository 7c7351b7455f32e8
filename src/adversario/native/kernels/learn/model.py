"""Evaluations that are learned, compiled: the value of a state by tables or by a network.

Nothing of an evaluation is part of the code: it is handed over as a `Model`, by its address.
`views.learned` is the twin in plain Python.
"""

from __future__ import annotations

import math
from typing import Any

from adversario.native.kernels import self
from adversario.native.kernels.layout.model import Model
from adversario.native.kernels.memory import number, set_number, set_word, word
from adversario.native.kernels.vectors import (
    add_scaled,
    copy_vector,
    dot,
    logistic,
    real,
    rectify,
    set_real,
    squash,
)


def learned_estimate(state: Any, player: int, model: int) -> float:
    """The estimate of a state that is not terminal, for a player."""
    viewer = int(self.viewer(state))
    answer(state, viewer, model)
    value = worth(model) + float(self.settled(state, viewer))
    return value if player == viewer or self.players == 1 else number(model, Model.total) - value


def appraised_estimate(state: Any, player: int, model: int) -> float:
    """The estimate of a state by a model of the simpler game, for a player of two."""
    viewer = int(self.viewer(state))
    answer(state, viewer, model)
    value = appraisal(state, model)
    return value if player == viewer else -value


def answer(state: Any, viewer: int, model: int) -> None:
    """Write the outputs for a state, as the viewer sees it, and leave the activations."""
    count = self.store_patterns(
        word(model, Model.indices), word(model, Model.values), state, viewer
    )
    set_word(model, Model.count, count)
    parameters = parameters_of(state, model)
    if word(model, Model.layers) == 0:
        found = sum_entries(parameters, count, model)
        set_number(word(model, Model.answers), 0, with_limit(found, model))
    else:
        answer_by_network(parameters, count, model)


def parameters_of(state: Any, model: int) -> int:
    """The address of the parameters for the stage of a state."""
    stage = int(self.stage(state)) if self.stages > 1 else 0
    return word(model, Model.parameters) + 4 * word(model, Model.stage_size) * stage


def sum_entries(parameters: int, count: int, model: int) -> float:
    """The sum of the entries of the patterns by their values."""
    indices, values, total = word(model, Model.indices), word(model, Model.values), 0.0
    for at in range(count):
        total += float(real(parameters, word(indices, at))) * float(real(values, at))
    return total


def with_limit(found: float, model: int) -> float:
    """L * tanh(x / L) for a limit L; x itself if there is none."""
    limit = number(model, Model.limit)
    return limit * math.tanh(found / limit) if limit else found


def answer_by_network(parameters: int, count: int, model: int) -> None:
    """Write the outputs of a network."""
    hidden, answers = word(model, Model.hidden), word(model, Model.answers)
    indices, values = word(model, Model.indices), word(model, Model.values)
    width = word(model, Model.widths)
    place = parameters + 4 * width * word(model, Model.inputs)
    copy_vector(hidden, place, width)
    for at in range(count):
        add_scaled(hidden, parameters + 4 * width * word(indices, at), width, real(values, at))
    bend(hidden, width, model)
    place += 4 * width
    for layer in range(1, word(model, Model.layers)):
        below, before = hidden, width
        hidden, width = below + 4 * before, word(model, Model.widths + layer)
        copy_vector(hidden, place + 4 * before * width, width)
        for unit in range(width):
            set_real(hidden, unit, real(hidden, unit) + dot(place, below, before))
            place += 4 * before
        bend(hidden, width, model)
        place += 4 * width
    set_word(model, Model.summit, hidden)
    set_word(model, Model.heads, place)
    outputs = word(model, Model.outputs)
    biases = place + 4 * width * (outputs + word(model, Model.actions))
    for at in range(outputs):
        found = dot(place + 4 * width * at, hidden, width) + real(biases, at)
        if word(model, Model.outcomes):
            set_number(answers, at, float(logistic(found)))
        else:
            set_number(answers, at, with_limit(float(found), model))


def bend(hidden: int, width: int, model: int) -> None:
    """Replace the sums of a hidden layer by its activations."""
    if word(model, Model.rectified):
        rectify(hidden, width)
    else:
        squash(hidden, width)


def action_logit(index: int, model: int) -> float:
    """The output of the policy for an action, for the state that was answered last."""
    place, width = word(model, Model.heads), last_width(model)
    at = word(model, Model.outputs) + index
    biases = place + 4 * width * (word(model, Model.outputs) + word(model, Model.actions))
    found = dot(place + 4 * width * at, word(model, Model.summit), width) + real(biases, at)
    return float(found)


def last_width(model: int) -> int:
    """The units of the last hidden layer."""
    return word(model, Model.widths + word(model, Model.layers) - 1)


def worth(model: int) -> float:
    """The utility to the viewer that the outputs amount to.

    The outputs of a network with outcomes are the probabilities that the utility is at least the
    second of these, at least the third, and so on.
    """
    outcomes, answers = word(model, Model.outcomes), word(model, Model.answers)
    if outcomes == 0:
        return number(model, Model.unit) * number(answers, 0)
    value = number(outcomes, 0)
    for at in range(word(model, Model.outputs)):
        value += (number(outcomes, at + 1) - number(outcomes, at)) * number(answers, at)
    return value


def appraisal(state: Any, model: int) -> float:
    """What the chances of the outcomes are worth to the viewer, in the game's own judgement."""
    outcomes, answers = word(model, Model.outcomes), word(model, Model.answers)
    count = word(model, Model.outputs)
    chance, gain, loss = 0.0, 0.0, 0.0
    for at in range(count + 1):
        share = number(answers, at - 1) if at > 0 else 1.0
        share -= number(answers, at) if at < count else 0.0
        outcome = number(outcomes, at)
        if outcome > 0:
            chance += share
            gain += share * outcome
        else:
            loss -= share * outcome
    gain = gain / chance if chance > 0 else 1.0
    loss = loss / (1.0 - chance) if chance < 1 else 1.0
    return float(self.appraise(state, chance, gain, loss))
