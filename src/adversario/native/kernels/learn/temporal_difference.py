"""TD(lambda) over self-play, compiled: games whose players learn what features are worth.

A position is valued by a search to a small depth with the weights of the moment at its leaves. The
gradient of that value by the weights is the gradient of the leaf that it rests on, or, where chance
comes between, the mean of those of several (TD-leaf: Baxter, Tridgell and Weaver 1998). At depth 1
that is TD on afterstates. `learn.interpreted` is the twin in plain Python.
"""

from __future__ import annotations

import math
from typing import Any

from adversario.game import CHANCE
from adversario.native.kernels import self
from adversario.native.kernels.chance import sample_chance
from adversario.native.kernels.layout.block import Address, Block, Float, Word, Words
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.memory import number, set_number, set_word, word
from adversario.native.kernels.random import draw


class Learning(Block):
    """Self-play that learns."""

    player_weights = Words(2, "the address of the weights of each player")
    weights = Address("of the weights of the player to move")
    free = Address("of 1.0 for each weight that may change, and 0.0 for the others")
    traces = Address("of the eligibility traces")
    moments = Address("of the sums of squared gradients")
    gradients = Address("of the gradients, a vector for each ply")
    seed = Word("of the random numbers")
    depth = Word("plies to search")
    longest = Word("the decisions of a game")
    opening = Word("how many of these are random")
    learning = Word("whether to learn")
    stop = Address("of the flags, see `Flags`")
    rate = Float("the learning rate of the first game")
    half = Float("the games after which it is half of that")
    decay = Float("of the traces: lambda")
    explore = Float("the probability of a random action")
    temperature = Float("of softmax exploration; 0 for none")
    limit = Float("the evaluation's `estimate_limit`; 0 for none")
    samples = Word("the decisions learned from")
    played = Word("the games played")
    broken = Word("1 if a state that is not terminal has no actions")
    total = Float("the sum of the results of the games")
    squares = Float("the sum of their squares")
    error = Float("the sum of squared temporal-difference errors")


FINE = 1 << 31
"""Random numbers are below this."""


def play_many(state: Any, first: int, games: int, ply: int, notes: int) -> int:
    """Play the games of those numbers, or fewer if the stop flag is set; return how many.

    `ply` is that of the successors of a decision, 1; not a literal here, as `value` calls itself.
    """
    set_number(notes, Learning.total, 0.0)
    set_number(notes, Learning.squares, 0.0)
    set_number(notes, Learning.error, 0.0)
    set_word(notes, Learning.played, 0)
    for which in range(first, first + games):
        if word(word(notes, Learning.stop), Flags.stop) or word(notes, Learning.broken):
            break
        result = play(state, which, ply, notes)
        set_number(notes, Learning.total, number(notes, Learning.total) + result)
        set_number(notes, Learning.squares, number(notes, Learning.squares) + result * result)
        set_word(notes, Learning.played, word(notes, Learning.played) + 1)
    return word(notes, Learning.played)


def play(state: Any, which: int, ply: int, notes: int) -> float:
    """Play one game and return its result to player 0, or the estimate if it is cut short."""
    seed, learning = word(notes, Learning.seed), word(notes, Learning.learning)
    drawn, decisions, before, chosen = 0, 0, 0.0, state
    clear(word(notes, Learning.traces))
    while decisions < word(notes, Learning.longest) and not self.is_terminal(state):
        mover = self.player(state)
        drawn += 1
        if mover == CHANCE:
            _, state = sample_chance(state, draw(seed, which, drawn, FINE) / FINE)
            continue
        set_word(notes, Learning.weights, word(notes, Learning.player_weights + mover))
        sign, best, worth, actions = 1.0 if mover == 0 else -1.0, -math.inf, 0.0, 0
        for action in self.actions(state):
            after = self.result(state, action)
            found = value(after, ply, notes)
            score = sign * found + gumbel_noise(seed, which, drawn, actions, notes)
            if score > best or actions == 0:  # the first too where weights are no numbers any more
                best, worth, chosen = score, found, after
                copy(gradient(ply - 1, notes), gradient(ply, notes))
            actions += 1
        if actions == 0:
            set_word(notes, Learning.broken, 1)
            return 0.0
        if learning and decisions:
            update_weights(worth - before, which, notes)
        drawn += 1
        chance = draw(seed, which, drawn, FINE) / FINE
        explores = decisions < word(notes, Learning.opening) or chance < number(
            notes, Learning.explore
        )
        if explores:
            drawn += 1
            left = draw(seed, which, drawn, actions)
            for action in self.actions(state):
                if left == 0:
                    chosen = self.result(state, action)
                    break
                left -= 1
            worth = value(chosen, ply, notes)
            copy(gradient(ply - 1, notes), gradient(ply, notes))
        if learning:
            update_traces(gradient(ply - 1, notes), explores, notes)
        before, state = worth, chosen
        decisions += 1
    if not self.is_terminal(state):
        return before
    result = float(self.utility(state, 0))
    if learning and decisions:
        update_weights(result - before, which, notes)
    return result


def value(state: Any, ply: int, notes: int) -> float:
    """What a state is worth to player 0 by a search, whose gradient is written for its ply."""
    slope = gradient(ply, notes)
    if self.is_terminal(state):
        clear(slope)
        return float(self.utility(state, 0))
    if ply >= word(notes, Learning.depth):
        return estimate(state, slope, notes)
    mover = self.player(state)
    if mover == CHANCE:
        mean = 0.0
        clear(slope)
        for outcome, probability in self.chances(state):
            if probability > 0:
                worth = value(self.result(state, outcome), ply + 1, notes)
                mean += probability * worth
                add(slope, gradient(ply + 1, notes), float(probability))
        return mean
    sign, best = 1.0 if mover == 0 else -1.0, -math.inf
    for action in self.actions(state):
        worth = sign * value(self.result(state, action), ply + 1, notes)
        if worth > best:
            best = worth
            copy(slope, gradient(ply + 1, notes))
    if best == -math.inf:
        set_word(notes, Learning.broken, 1)
    return sign * best


def estimate(state: Any, slope: int, notes: int) -> float:
    """The value of a state by its features, whose gradient is written to `slope`."""
    weights, limit, total = word(notes, Learning.weights), number(notes, Learning.limit), 0.0
    self.store_features(slope, state, 0)
    for at in range(self.feature_count):
        total += number(weights, at) * number(slope, at)
    if limit == 0.0:
        return total
    share = math.tanh(total / limit)
    for at in range(self.feature_count):
        set_number(slope, at, (1.0 - share * share) * number(slope, at))
    return limit * share


def gumbel_noise(seed: int, which: int, drawn: int, action: int, notes: int) -> float:
    """What softmax adds to the worth of an action: the greatest sum is then drawn by softmax."""
    temperature = number(notes, Learning.temperature)
    if temperature == 0.0:
        return 0.0
    share = (draw(seed, which, (drawn << 20) + action, FINE) + 0.5) / FINE
    return -temperature * math.log(-math.log(share))


def update_weights(error: float, which: int, notes: int) -> None:
    """Move each weight by the TD error, as far as its trace says.

    A rate for all features alike would not do: each is measured by its own mean square.
    """
    weights, traces, moments = (
        word(notes, Learning.player_weights),
        word(notes, Learning.traces),
        word(notes, Learning.moments),
    )
    rate = (
        number(notes, Learning.rate)
        / (1.0 + which / number(notes, Learning.half))
        / self.feature_count
    )
    step = rate * error * word(notes, Learning.samples)
    for at in range(self.feature_count):
        if number(traces, at) != 0.0:
            moved = number(weights, at) + step * number(traces, at) / number(moments, at)
            set_number(weights, at, moved)
    set_number(notes, Learning.error, number(notes, Learning.error) + error * error)


def update_traces(slope: int, explores: bool, notes: int) -> None:
    """Add the gradient to the fading traces, or replace them: a random move was not foreseen.

    A gradient that is large against the usual ones is made smaller, so that no step moves a value
    by more than its share of the error (normalised least mean squares).
    """
    traces, moments, trace = (
        word(notes, Learning.traces),
        word(notes, Learning.moments),
        number(notes, Learning.decay),
    )
    samples, size, free = word(notes, Learning.samples) + 1, 0.0, word(notes, Learning.free)
    set_word(notes, Learning.samples, samples)
    for at in range(self.feature_count):
        square = number(free, at) * number(slope, at) * number(slope, at)
        set_number(moments, at, number(moments, at) + square)
        if square > 0.0:
            size += square * samples / number(moments, at) / self.feature_count
    factor = 1.0 / size if size > 1.0 else 1.0
    for at in range(self.feature_count):
        part = factor * number(free, at) * number(slope, at)
        set_number(traces, at, part if explores else trace * number(traces, at) + part)


# Vectors in memory, as long as there are features.


def gradient(ply: int, notes: int) -> int:
    """The address of the gradient of a ply."""
    return word(notes, Learning.gradients) + 8 * int(self.feature_count) * ply


def clear(vector: int) -> None:
    """Set all components to 0."""
    for at in range(self.feature_count):
        set_number(vector, at, 0.0)


def copy(vector: int, other: int) -> None:
    """Copy the other vector."""
    for at in range(self.feature_count):
        set_number(vector, at, number(other, at))


def add(vector: int, other: int, factor: float) -> None:
    """Add the other vector, multiplied by `factor`."""
    for at in range(self.feature_count):
        set_number(vector, at, number(vector, at) + factor * number(other, at))
