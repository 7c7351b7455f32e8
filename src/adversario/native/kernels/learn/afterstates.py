"""Self-play with models, and TD(lambda) over the states after decisions, compiled.

Games are played with parameters that do not change, so that threads can share them, and each
decision leaves a record: the state it led to, and the outputs for the best one. Then one thread
walks back through the games in order, and moves the outputs for each state towards its
lambda-return, the forward view of TD(lambda) (Sutton 1988): several outputs cost one step.
`learn.patterns.interpreted` is the twin in plain Python.
"""

from __future__ import annotations

import math
from typing import Any

from adversario.game import CHANCE
from adversario.native.kernels import self
from adversario.native.kernels.chance import sample_chance
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.layout.lessons import (
    ANY,
    OWN,
    REFERENCE,
    Learning,
    Playing,
)
from adversario.native.kernels.layout.model import Model
from adversario.native.kernels.learn.model import answer, learned_estimate, worth
from adversario.native.kernels.learn.steps import step_towards
from adversario.native.kernels.memory import number, set_number, set_word, word
from adversario.native.kernels.random import draw

FINE = 1 << 31
"""Random numbers are below this."""


def record_words(outputs: int) -> int:
    """The words of a record: the state, whether the decision was explored, and the outputs."""
    return int(self.state_words) + 1 + outputs


def play_games(state: Any, first: int, games: int, block: int) -> int:
    """Play the games of those numbers; return how many, fewer if the stop flag is set."""
    room = word(block, Playing.longest)
    for which in range(games):
        records = word(block, Playing.records)
        if records:
            outputs = word(word(block, Playing.players), Model.outputs)
            records += 8 * room * record_words(outputs) * which
        result, length = play(state, first + which, records, block)
        if word(word(block, Playing.stop), Flags.stop) or word(block, Playing.broken):
            return which
        set_word(word(block, Playing.lengths), which, length)
        set_number(word(block, Playing.results), which, result)
        set_word(block, Playing.moves, word(block, Playing.moves) + (length >> 1))
    return games


def play(state: Any, which: int, records: int, block: int) -> tuple[float, int]:
    """Play one game: its result to player 0, or the estimate if it is cut short; and its length.

    The length is twice the number of decisions, and 1 more if the game was cut short.
    """
    seed, drawn, decisions, worth_now = word(block, Playing.seed), 0, 0, 0.0
    stop, chosen, place = word(block, Playing.stop), state, records
    while decisions < word(block, Playing.longest) and not self.is_terminal(state):
        mover = self.player(state)
        drawn += 1
        if mover == CHANCE:
            _, state = sample_chance(state, draw(seed, which, drawn, FINE) / FINE)
            continue
        model, best, actions = word(block, Playing.players + mover), -math.inf, 0
        for action in self.actions(state):
            after = self.result(state, action)
            found = value_after(state, after, mover, model)
            noise = gumbel_noise(seed, which, (drawn << 20) + actions, model, block)
            if found + noise > best or actions == 0:
                best, chosen, worth_now = found + noise, after, found
            actions += 1
        if actions == 0 or word(stop, Flags.stop):
            if actions == 0:
                set_word(block, Playing.broken, 1)
            return 0.0, 0
        worth_now = worth_now if mover == 0 else -worth_now
        drawn += 1
        share = draw(seed, which, drawn, FINE) / FINE
        explores = decisions < word(block, Playing.opening) or share < number(
            block, Playing.explore
        )
        if records:
            outputs = word(model, Model.outputs)
            place = records + 8 * record_words(outputs) * decisions
            write_outputs(chosen, place + 8 * (int(self.state_words) + 1), model)
            set_word(place, int(self.state_words), 1 if explores else 0)
        if explores:
            drawn += 1
            left = draw(seed, which, drawn, actions)
            for action in self.actions(state):
                if left == 0:
                    chosen = self.result(state, action)
                    break
                left -= 1
        if records:
            self.store_state(place, chosen)
        state = chosen
        decisions += 1
    if self.is_terminal(state):
        return float(self.utility(state, 0)), 2 * decisions
    return worth_now, 2 * decisions + 1


def value_after(state: Any, after: Any, player: int, model: int) -> float:
    """What a move is worth to a player, by a model or by what stands for one."""
    if model == REFERENCE:
        return float(self.reference_score(state, after))
    if self.is_terminal(after):
        return float(self.utility(after, player))
    if model == ANY:
        return 0.0
    if model == OWN:
        return float(self.evaluate(after, player))
    return learned_estimate(after, player, model)


def gumbel_noise(seed: int, which: int, place: int, model: int, block: int) -> float:
    """What is added to the value of an action.

    The greatest sum is then drawn by softmax (Gumbel 1954), or at random if there are no values.
    """
    temperature = 1.0 if model == ANY else number(block, Playing.temperature)
    if temperature == 0.0:
        return 0.0
    share = (draw(seed, which, place, FINE) + 0.5) / FINE
    return -temperature * math.log(-math.log(share))


def write_outputs(state: Any, address: int, model: int) -> None:
    """Write the outputs for a state, as player 0 sees it; of a terminal state those it has."""
    outputs = word(model, Model.outputs)
    if self.is_terminal(state):
        write_outcome(float(self.utility(state, 0)), address, model)
        return
    viewer = int(self.viewer(state))
    answer(state, viewer, model)
    if word(model, Model.outcomes):
        for at in range(outputs):
            set_number(address, at, number(word(model, Model.answers), at))
        if viewer != 0:
            turn_outcomes(address, address, outputs)
    else:
        value = worth(model) + float(self.settled(state, viewer))
        set_number(address, 0, value if viewer == 0 else number(model, Model.total) - value)


def write_outcome(utility: float, address: int, model: int) -> None:
    """Write the outputs that a game with that utility to player 0 has."""
    outcomes = word(model, Model.outcomes)
    if outcomes == 0:
        set_number(address, 0, utility)
        return
    for at in range(word(model, Model.outputs)):
        set_number(address, at, 1.0 if utility >= number(outcomes, at + 1) else 0.0)


def turn_outcomes(target: int, source: int, outputs: int) -> None:
    """Write the probabilities of outcomes as the other player sees them.

    That player gets at least u if this one gets at most -u, so they are the complements in reverse.
    """
    for at in range((outputs + 1) // 2):
        other = outputs - 1 - at
        low, high = number(source, at), number(source, other)
        set_number(target, at, 1.0 - high)
        set_number(target, other, 1.0 - low)


def learn_games(games: int, longest: int, block: int) -> int:
    """Learn from games in order, each from its last decision to its first; return 1."""
    model, target = word(block, Learning.model), word(block, Learning.target)
    outputs = word(model, Model.outputs)
    words, decay = record_words(outputs), number(block, Learning.decay)
    for which in range(games):
        length = word(word(block, Learning.lengths), which)
        for back in range(length >> 1):
            decision = (length >> 1) - 1 - back
            place = word(block, Learning.records) + 8 * words * (longest * which + decision)
            after = self.load_state(place)
            noted = place + 8 * (int(self.state_words) + 1)
            if back == 0 and length & 1:  # cut short: the estimate is all that is known
                write_outputs(after, target, model)
            else:
                if back == 0:
                    write_outcome(number(word(block, Learning.results), which), target, model)
                if not self.is_terminal(after):  # chance may have ended the game
                    learn_state(after, block)
            share = 0.0 if word(place, int(self.state_words)) else decay
            for at in range(outputs):
                mixed = (1.0 - share) * number(noted, at) + share * number(target, at)
                set_number(target, at, mixed)
    return 1


def learn_state(state: Any, block: int) -> None:
    """Move the outputs for a state, and for its images, towards the target."""
    learn_one(state, block)
    if word(block, Learning.images):
        for image in self.symmetries(state):
            learn_one(image, block)


def learn_one(state: Any, block: int) -> None:
    """Move the outputs for a state towards the target: one step of the parameters."""
    model, target, viewed = (
        word(block, Learning.model), word(block, Learning.target), word(block, Learning.viewed)
    )  # fmt: skip
    viewer = int(self.viewer(state))
    answer(state, viewer, model)
    if word(model, Model.outcomes):
        for at in range(word(model, Model.outputs)):
            set_number(viewed, at, number(target, at))
        if viewer != 0:
            turn_outcomes(viewed, viewed, word(model, Model.outputs))
    else:
        value = number(target, 0)
        value = value if viewer == 0 else number(model, Model.total) - value
        value = (value - float(self.settled(state, viewer))) / number(model, Model.unit)
        set_number(viewed, 0, value)
    set_word(block, Learning.learned, word(block, Learning.learned) + 1)
    step_towards(state, viewed, block)


def evaluate_many(state: Any, times: int, model: int) -> float:
    """The sum of that many evaluations of a state, to measure how long one takes."""
    total = 0.0
    for _ in range(times):
        total += learned_estimate(state, 0, model)
    return total
