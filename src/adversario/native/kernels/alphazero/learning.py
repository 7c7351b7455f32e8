"""Learning from the records of searches, compiled: value and policy, by steps of Adam.

The value approaches the results of games, mixed with the values of searches, and the policy the
improved policy of searches, by cross-entropy. The twin is `learn.alphazero.interpreted`.
"""

from __future__ import annotations

import math
from typing import Any

from adversario.native.kernels import self
from adversario.native.kernels.alphazero.search import FINE
from adversario.native.kernels.alphazero.selfplay import record_words
from adversario.native.kernels.layout.alphazero import Lesson, Record
from adversario.native.kernels.layout.model import Model
from adversario.native.kernels.learn.model import action_logit, answer
from adversario.native.kernels.learn.steps import step_towards
from adversario.native.kernels.memory import number, set_number, set_word, word
from adversario.native.kernels.random import draw
from adversario.native.kernels.vectors import adam, add_scaled, clear_vector, real


def learn_batches(first: int, steps: int, block: int) -> int:
    """Make the steps of those numbers, the first of all being 1; return how many."""
    parameters = word(word(block, Lesson.model), Model.parameters)
    gradient, size = word(block, Lesson.first), word(block, Lesson.length)
    rate, batch = number(block, Lesson.rate), word(block, Lesson.batch)
    for step in range(first, first + steps):
        clear_vector(gradient, size)
        for at in range(batch):
            which = draw(word(block, Lesson.seed), step, 2 * at, word(block, Lesson.filled))
            chance = draw(word(block, Lesson.seed), step, 2 * at + 1, FINE)
            learn_record(which, chance, block)
        if number(block, Lesson.shrink) > 0.0:
            add_scaled(parameters, parameters, size, -rate * number(block, Lesson.shrink))
        corrected = rate * math.sqrt(1.0 - 0.999**step) / (1.0 - 0.9**step)
        adam(
            parameters, word(block, Lesson.means), word(block, Lesson.squares), gradient, size,
            1.0 / batch, corrected,
        )  # fmt: skip
    return steps


def learn_record(which: int, chance: int, block: int) -> None:
    """Add the gradient of a record, or of an image of it, to those of the batch."""
    model, target = word(block, Lesson.model), word(block, Lesson.target)
    actions, outputs = word(model, Model.actions), word(model, Model.outputs)
    place = word(block, Lesson.records) + 8 * record_words(actions) * which
    state = self.load_state(place + 8 * Record.size)
    policy = place + 8 * (Record.size + int(self.state_words))
    for at in range(actions):
        set_number(target, outputs + at, float(real(policy, at)))
    if word(block, Lesson.images):
        state = turn_record(state, policy, chance, block)
    viewer = int(self.viewer(state))
    answer(state, viewer, model)
    mix = number(block, Lesson.mix)
    value = (1.0 - mix) * number(place, Record.result) + mix * number(place, Record.value)
    value = value if viewer == 0 else number(model, Model.total) - value
    value = (value - float(self.settled(state, viewer))) / number(model, Model.unit)
    set_number(target, 0, value)
    answer_policy(state, block)
    error = value - number(word(model, Model.answers), 0)
    set_number(block, Lesson.value_error, number(block, Lesson.value_error) + error * error)
    set_word(block, Lesson.learned, word(block, Lesson.learned) + 1)
    step_towards(state, target, block)


def answer_policy(state: Any, block: int) -> None:
    """Write the probabilities of actions to the answers; add the cross-entropy to the errors."""
    model, target = word(block, Lesson.model), word(block, Lesson.target)
    answers, outputs = word(model, Model.answers), word(model, Model.outputs)
    for at in range(word(model, Model.actions)):
        set_number(answers, outputs + at, 0.0)
    highest, total = -math.inf, 0.0
    for action in self.actions(state):
        index = int(self.action_index(state, action))
        logit = action_logit(index, model)
        set_number(answers, outputs + index, logit)
        highest = max(highest, logit)
    for action in self.actions(state):
        total += math.exp(
            number(answers, outputs + int(self.action_index(state, action))) - highest
        )
    loss = 0.0
    for action in self.actions(state):
        at = outputs + int(self.action_index(state, action))
        logit = number(answers, at) - highest
        loss -= number(target, at) * (logit - math.log(total))
        set_number(answers, at, math.exp(logit) / total)
    set_number(block, Lesson.policy_error, number(block, Lesson.policy_error) + loss)


def turn_record(state: Any, policy: int, chance: int, block: int) -> Any:
    """The state or one of its images, drawn at random, with the policy's target turned too.

    An action's image is found by where it leads to. If one is not found, the state stays as it is.
    """
    images = 0
    for _ in self.symmetries(state):
        images += 1
    chosen = chance % (images + 1)
    if chosen == 0:
        return state
    image, at = state, 0
    for each in self.symmetries(state):
        at += 1  # noqa: SIM113 (compiled, a loop over a generator counts best by hand)
        if at == chosen:
            image = each
    model, target = word(block, Lesson.model), word(block, Lesson.target)
    outputs = word(model, Model.outputs)
    for index in range(word(model, Model.actions)):
        set_number(target, outputs + index, 0.0)
    complete = True
    for action in self.actions(state):
        share = float(real(policy, int(self.action_index(state, action))))
        found, after, at = False, state, 0
        for each in self.symmetries(self.result(state, action)):
            at += 1  # noqa: SIM113
            if at == chosen:
                found, after = True, each
        if found:
            found = False
            for other in self.actions(image):
                if same_state(self.result(image, other), after, block):
                    at = outputs + int(self.action_index(image, other))
                    set_number(target, at, number(target, at) + share)
                    found = True
                    break
        if not found:
            complete = False
            break
    if complete:
        return image
    for index in range(word(model, Model.actions)):
        set_number(target, outputs + index, float(real(policy, index)))
    return state


def same_state(one: Any, other: Any, block: int) -> bool:
    """Whether two states are equal."""
    first = word(block, Lesson.image)
    second = first + 8 * int(self.state_words)
    self.store_state(first, one)
    self.store_state(second, other)
    same = True
    for at in range(self.state_words):
        if word(first, at) != word(second, at):
            same = False
    return same
