"""Rollouts: a position is played to the end many times, and the mean result is its value.

Both sides play what looks best one turn ahead, or at random in a game without an evaluation. What
the dice add is estimated at each chance node, as the value of the outcome less the mean of all
outcomes, and taken off the result: its mean is 0, so the mean of the results stays what it is and
their variance falls (control variates; "variance reduction" in backgammon programs).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, sqrt
from typing import Any

from adversario.algorithms.turns import Horizon, value_after
from adversario.base.errors import InputError, NoEvaluationError
from adversario.contract.capability import defines
from adversario.game import CHANCE, Game, S

ONE = Horizon(turns=1)
FINE = 1 << 31
"""Random numbers are below this."""

Draw = Callable[[int, int, int], int]
"""A random number by the trial, the step within it, and how many numbers there are."""


@dataclass(frozen=True)
class Rollouts:
    """How to roll out: the number of `trials`, from a `seed`.

    After `turns` decisions a trial ends with the estimate of the state; with 0 it is played to the
    end. `reduce` takes off the luck of the dice. Without an evaluation (`estimated`) play is
    random, and neither is done.
    """

    trials: int = 1296
    turns: int = 0
    reduce: bool = True
    seed: int = 0
    estimated: bool = True

    def __post_init__(self) -> None:
        for name, least in (("trials", 1), ("turns", 0)):
            if getattr(self, name) < least:
                raise InputError(
                    "limit.too_small", limit=name, given=getattr(self, name), least=least
                )


@dataclass(frozen=True)
class Sample:
    """Results of trials: their number, their sum, and the sum of their squares."""

    trials: int = 0
    total: float = 0.0
    squares: float = 0.0

    def __add__(self, other: Sample) -> Sample:
        return Sample(
            self.trials + other.trials, self.total + other.total, self.squares + other.squares
        )

    @property
    def mean(self) -> float:
        """The mean result; 0 of no trials."""
        return self.total / self.trials if self.trials else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean; infinite for fewer than two trials."""
        if self.trials < 2:
            return inf
        spread = max(0.0, self.squares / self.trials - self.mean**2)
        return sqrt(spread / (self.trials - 1))


def has_estimates(game: Game[Any, Any]) -> bool:
    """Whether the game has an evaluation, by which rollouts are played."""
    if not defines(game, "evaluate"):
        return bool(game.weights)
    try:
        game.evaluate(game.initial(), 0)
    except NoEvaluationError:
        return False
    return True


def play_out(
    game: Game[S, Any], state: S, player: int, trial: int, settings: Rollouts, draw: Draw
) -> float:
    """The result of one trial to a player, less the luck of the dice."""
    estimated = settings.estimated
    luck, step, turns = 0.0, 0, 0
    while not game.is_terminal(state):
        if estimated and settings.turns and turns >= settings.turns:
            return float(game.evaluate(state, player)) - luck
        step += 1
        mover = game.player(state)
        if mover == CHANCE:
            state, gained = _throw(
                game, state, player, draw(trial, step, FINE) / FINE, estimated and settings.reduce
            )
            luck += gained
            continue
        turns += 1
        afters = [game.result(state, action) for action in game.actions(state)]
        if estimated:
            looks = [value_after(game, after, mover, 0, ONE) for after in afters]
            state = afters[looks.index(max(looks))]
        else:
            state = afters[draw(trial, step, len(afters))]
    return float(game.utility(state, player)) - luck


def _throw(game: Game[S, Any], state: S, player: int, at: float, reduce: bool) -> tuple[S, float]:
    """The state after the outcome at a point of [0, 1), and what it is worth above the mean."""
    chosen, found, mean = state, 0.0, 0.0
    for outcome, probability in game.chances(state):
        if probability <= 0:
            continue
        after = game.result(state, outcome)
        value = value_after(game, after, player, 1, ONE) if reduce else 0.0
        mean += float(probability) * value
        if at >= 0:
            chosen, found = after, value
            at -= float(probability)
    return chosen, found - mean
