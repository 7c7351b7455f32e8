"""Rollouts, compiled: the twin of `algorithms.rollouts`."""

from __future__ import annotations

import math
from typing import Any

from adversario.game import CHANCE
from adversario.native.kernels import self
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.layout.turns import Turns
from adversario.native.kernels.memory import number, set_number, word
from adversario.native.kernels.random import draw
from adversario.native.kernels.search.turns import estimate_plays, look_at, value

FINE = 1 << 31
"""Random numbers are below this."""


def roll_out(
    state: Any, player: int, first: int, trials: int, seed: int, most: int, plan: int, results: int,
    block: int,
) -> int:  # fmt: skip
    """Write the results of trials to a player, counted from `first`; return how many there are.

    `most` is the number of decisions after which a trial ends with an estimate, or 0. `plan` is 0
    for random play, 1 for play by estimates, and 2 if the luck of the dice is taken off besides.
    """
    for at in range(trials):
        found = play_out(state, player, first + at, seed, most, plan, block)
        if word(word(block, Turns.stop), Flags.stop):
            return at
        set_number(results, at, found)
    return trials


def play_out(
    state: Any, player: int, trial: int, seed: int, most: int, plan: int, block: int
) -> float:
    """The result of one trial to a player, less the luck of the dice."""
    luck, step, turns = 0.0, 0, 0
    while not self.is_terminal(state):
        if word(word(block, Turns.stop), Flags.stop):
            return 0.0
        if plan > 0 and most > 0 and turns >= most:
            return look_at(state, player, block) - luck
        step += 1
        mover = self.player(state)
        if mover == CHANCE:
            at, chosen, found, mean = draw(seed, trial, step, FINE) / FINE, state, 0.0, 0.0
            for outcome, probability in self.chances(state):
                if probability > 0:
                    after = self.result(state, outcome)
                    worth = value(after, player, 1, 0, block) if plan > 1 else 0.0
                    mean += probability * worth
                    if at >= 0:
                        chosen, found = after, worth
                        at -= probability
            luck += found - mean
            state = chosen
            continue
        turns += 1
        if plan > 0:
            state = best_after(state, mover, block)
        else:
            state = random_after(state, trial, step, seed)
    return float(self.utility(state, player)) - luck


def best_after(state: Any, mover: int, block: int) -> Any:
    """The state after the action with the best estimate, the first of equals."""
    estimate_plays(state, mover, 0, block)
    looks, chosen, best, at = word(block, Turns.looks), state, -math.inf, 0
    for action in self.actions(state):
        found = number(looks, at)
        if found > best:
            best, chosen = found, self.result(state, action)
        at += 1  # noqa: SIM113 (compiled, a loop over a generator counts best by hand)
    return chosen


def random_after(state: Any, trial: int, step: int, seed: int) -> Any:
    """The state after a random action, all equally likely."""
    count = 0
    for _ in self.actions(state):
        count += 1
    which, at, chosen = draw(seed, trial, step, count), 0, state
    for action in self.actions(state):
        if at == which:
            chosen = self.result(state, action)
        at += 1  # noqa: SIM113
    return chosen
