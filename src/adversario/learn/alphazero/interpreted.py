"""Self-play and learning in plain Python: the specification of `kernels.alphazero`.

Training itself runs compiled. The tests compare both, record for record and step for step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import log
from typing import Any

from adversario.algorithms.mcts.gumbel import (
    GumbelSearch,
    chosen_edge,
    gumbel,
    improved_policy,
    softmax,
)
from adversario.contract.capability import as_capability
from adversario.contract.evaluation import Patterned
from adversario.contract.guidance import Indexed
from adversario.game import Game
from adversario.learn.alphazero.settings import Settings
from adversario.learn.patterns.gradients import descent_of_errors
from adversario.native.kernels.alphazero.search import FINE
from adversario.native.kernels.alphazero.selfplay import FULL, PICK, PLIES, TRIES
from adversario.native.kernels.random import draw
from adversario.views.learned.model import Model, activations, active, unit_of
from adversario.views.learned.shape import Shape


@dataclass(frozen=True)
class Record:
    """A search: the state, the improved policy by the numbers of actions, and values.

    `value` is player 0's by the search, `result` what that player got in the end.
    """

    state: Any
    policy: dict[int, float]
    value: float
    result: float = 0.0


def play_game(game: Game[Any, Any], model: Model, settings: Settings, which: int) -> list[Record]:
    """The records of a game of self-play."""
    state, decisions, records = play_opening(game, settings, which), 0, list[Record]()
    value = 0.0
    while decisions < settings.longest and not game.is_terminal(state):
        chance = draw(~settings.seed, which, 4 * decisions + FULL, FINE) / FINE
        is_full = chance < settings.share
        simulations = settings.simulations if is_full else settings.fast
        search = GumbelSearch(game, model, replace(settings.search, simulations=simulations))
        root = search.run(state, _Noise(settings.seed, which, decisions))
        value = root.worth
        if is_full:
            policy = zip(root.edges, improved_policy(root), strict=True)
            index = as_capability(game, Indexed).action_index
            numbered = {index(state, edge.action): share for edge, share in policy}
            records.append(Record(state, numbered, value))
        state = game.result(state, chosen_edge(root).action)
        decisions += 1
    result = float(game.utility(state, 0)) if game.is_terminal(state) else value
    return [replace(record, result=result) for record in records]


@dataclass(frozen=True)
class _Noise:
    """The Gumbel variables of the actions of a decision."""

    seed: int
    which: int
    ply: int

    def __call__(self, at: int) -> float:
        """That of an action by its place."""
        return gumbel((draw(self.seed, self.which, (self.ply << 20) + at, FINE) + 0.5) / FINE)


def play_opening(game: Game[Any, Any], settings: Settings, which: int) -> Any:
    """The state after some random plies, at which the game is not over."""
    plies = draw(~settings.seed, which, PLIES, settings.opening + 1)
    for tried in range(TRIES):
        state = game.initial()
        for ply in range(plies):
            if game.is_terminal(state):
                break
            actions = list(game.actions(state))
            place = 4 * (ply + (tried << 16)) + PICK
            state = game.result(state, actions[draw(~settings.seed, which, place, len(actions))])
        if not game.is_terminal(state):
            return state
    return game.initial()


def learning_loss(
    game: Game[Any, Any], shape: Shape, parameters: Any, record: Record, mix: float
) -> float:
    """What is minimised: the value's loss, and the cross-entropy of the policy."""
    layers, _, _ = _forward(game, shape, parameters, record.state)
    output, target = float(layers[-1][0]), value_target(game, shape, record, mix)
    shares = policy_shares(game, shape, layers[-1], record.state)
    cross = -sum(record.policy[index] * log(share) for index, share in shares.items())
    if not shape.limit:
        return (output - target) ** 2 / 2 + cross
    import numpy as np  # noqa: PLC0415 (not needed to import the package)

    part = output / shape.limit
    inside = shape.limit * float(np.arctanh(part))
    return -(shape.limit**2) * log(1 - part**2) / 2 - target * inside + cross


def learning_descent(
    game: Game[Any, Any], shape: Shape, parameters: Any, record: Record, mix: float
) -> tuple[list[int], list[Any]]:
    """The negative gradient of the loss by the arrays of the state's stage.

    The first list has the indices of its patterns, to whose rows the first array belongs.
    """
    import numpy as np  # noqa: PLC0415

    layers, indices, values = _forward(game, shape, parameters, record.state)
    errors = np.zeros(shape.outputs + shape.actions, parameters.dtype)
    errors[0] = value_target(game, shape, record, mix) - layers[-1][0]
    for index, share in policy_shares(game, shape, layers[-1], record.state).items():
        errors[shape.outputs + index] = record.policy[index] - share
    return indices, descent_of_errors(
        shape, _stage(game, parameters, record.state), layers, values, errors
    )


def value_target(game: Game[Any, Any], shape: Shape, record: Record, mix: float) -> float:
    """What the output about the value ought to be, as the viewer sees it."""
    hints = as_capability(game, Patterned)
    viewer = hints.viewer(record.state)
    value = (1 - mix) * record.result + mix * record.value
    value = value if viewer == 0 else float(game.utility_sum or 0.0) - value
    return (value - float(hints.settled(record.state, viewer))) / unit_of(shape, game)


def policy_shares(game: Game[Any, Any], shape: Shape, outputs: Any, state: Any) -> dict[int, float]:
    """The probabilities of the actions of a state, by their numbers."""
    index = as_capability(game, Indexed).action_index
    numbers = [index(state, action) for action in game.actions(state)]
    sums = [float(outputs[shape.outputs + number]) for number in numbers]
    return dict(zip(numbers, softmax(sums), strict=True))


def image_of(game: Game[Any, Any], record: Record, chance: int) -> Record:
    """The record or an image of it, drawn at random; actions are found by where they lead to."""
    images = list(game.symmetries(record.state))
    chosen = chance % (len(images) + 1) - 1
    if chosen < 0:
        return record
    image, index = images[chosen], as_capability(game, Indexed).action_index
    leads = [(index(image, each), game.result(image, each)) for each in game.actions(image)]
    policy: dict[int, float] = dict.fromkeys((number for number, _ in leads), 0.0)
    for action in game.actions(record.state):
        found = list(game.symmetries(game.result(record.state, action)))
        after = found[chosen] if chosen < len(found) else None
        number = next((number for number, lead in leads if lead == after), None)
        if number is None:
            return record
        policy[number] += record.policy[index(record.state, action)]
    return replace(record, state=image, policy=policy)


def learning_step(
    game: Game[Any, Any], shape: Shape, settings: Settings, arrays: tuple[Any, Any, Any],
    records: Sequence[Record], step: int, rate: float,
) -> None:  # fmt: skip
    """A step of Adam over a batch: changes parameters, means and squares; the first step is 1."""
    import numpy as np  # noqa: PLC0415

    parameters, means, squares = arrays
    gradient = np.zeros_like(parameters)
    for at in range(settings.batch):
        record = records[draw(settings.seed, step, 2 * at, len(records))]
        if settings.images:
            chance = draw(settings.seed, step, 2 * at + 1, FINE)
            record = image_of(game, record, chance)
        indices, slopes = learning_descent(game, shape, parameters, record, settings.mix)
        sums = shape.arrays(_stage(game, gradient, record.state))
        np.add.at(sums[0], indices, slopes[0])
        for each, slope in zip(sums[1:], slopes[1:], strict=True):
            np.add(each, slope.reshape(each.shape), out=each)
    parameters *= 1.0 - rate * settings.shrink
    gradient /= settings.batch
    means[:] = 0.9 * means + 0.1 * gradient
    squares[:] = 0.999 * squares + 0.001 * gradient**2
    corrected = rate * (1.0 - 0.999**step) ** 0.5 / (1.0 - 0.9**step)
    parameters += corrected * means / (squares**0.5 + 1e-8)


def _stage(game: Game[Any, Any], parameters: Any, state: Any) -> Any:
    """The parameters of the stage of a state."""
    return parameters[as_capability(game, Patterned).stage(state) if game.stages > 1 else 0]


def _forward(game: Game[Any, Any], shape: Shape, parameters: Any, state: Any) -> Any:
    """The activations of all layers, and the patterns they come from."""
    indices, values = active(game, state, as_capability(game, Patterned).viewer(state))
    return activations(shape, _stage(game, parameters, state), indices, values), indices, values
