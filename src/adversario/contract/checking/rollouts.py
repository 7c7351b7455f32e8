"""Checks of a game's own rollouts: legal actions, results that repeat, and one distribution."""

from __future__ import annotations

from math import isfinite, sqrt
from random import Random
from typing import Any

from adversario.base.catalogue import message
from adversario.contract.capability import as_capability, defines
from adversario.contract.checking.guard import breach
from adversario.contract.rollouts import RolledOut
from adversario.game import CHANCE, Game

GAMES = 40
"""Rollouts of each kind whose means are compared."""

LONGEST = 10_000
"""The plies by which play by `rollout_action` has to end."""

DEVIATIONS = 5.0
"""The standard errors by which two means may differ: by chance once in two million checks."""


def check_rollouts(game: Game[Any, Any], seed: int) -> None:
    """Check `rollout_action` and `rollout`, if the game has them; raises GameError.

    Actions are legal and play by them ends; the same random number has the same result; both ways
    of playing are worth the same on average, as far as some games show.
    """
    if game.is_terminal(game.initial()):
        return
    random = Random(seed)
    by_action = _by_action(game, random) if defines(game, "rollout_action") else []
    whole = _whole(game, random) if defines(game, "rollout") else []
    if by_action and whole and _differ(by_action, whole):
        means = [sum(each) / len(each) for each in (whole, by_action)]
        problem = message("check.rollout_means", whole=means[0], actions=means[1])
        raise breach(game, "rollout", game.initial(), problem)


def _by_action(game: Game[Any, Any], random: Random) -> list[float]:
    """The utilities of player 0 in games by `rollout_action`."""
    rolled = as_capability(game, RolledOut)
    found = []
    for _ in range(GAMES):
        state, plies = game.initial(), 0
        while not game.is_terminal(state):
            if plies >= LONGEST:
                problem = message("check.rollout_endless", plies=LONGEST)
                raise breach(game, "rollout_action", state, problem)
            plies += 1
            if game.player(state) == CHANCE:
                outcomes, weights = zip(*game.chances(state), strict=True)
                action = random.choices(outcomes, list(map(float, weights)))[0]
            else:
                word = random.getrandbits(64)
                action = rolled.rollout_action(state, word)
                if rolled.rollout_action(state, word) != action:
                    raise breach(game, "rollout_action", state, message("check.indeterminate"))
                if not any(action == each for each in game.actions(state)):
                    name = message("check.rollout_illegal", action=repr(action))
                    raise breach(game, "rollout_action", state, name)
            state = game.result(state, action)
        found.append(float(game.utility(state, 0)))
    return found


def _whole(game: Game[Any, Any], random: Random) -> list[float]:
    """The results of whole rollouts."""
    rolled, found = as_capability(game, RolledOut), []
    for _ in range(GAMES):
        word = random.getrandbits(64)
        payoff = float(rolled.rollout(game.initial(), word))
        if float(rolled.rollout(game.initial(), word)) != payoff:
            raise breach(game, "rollout", game.initial(), message("check.indeterminate"))
        low, high = game.utility_bounds or (-float("inf"), float("inf"))
        if not isfinite(payoff) or not low <= payoff <= high:
            problem = message("check.rollout_payoff", given=payoff)
            raise breach(game, "rollout", game.initial(), problem)
        found.append(payoff)
    return found


def _differ(one: list[float], other: list[float]) -> bool:
    """Whether two samples hardly have the same mean."""
    spread = sum(_variance(each) / len(each) for each in (one, other))
    scale = max(map(abs, [*one, *other]), default=0.0)
    floor = scale / len(one)  # samples without any spread are of few results
    return abs(_mean(one) - _mean(other)) > DEVIATIONS * sqrt(spread) + floor


def _mean(sample: list[float]) -> float:
    return sum(sample) / len(sample)


def _variance(sample: list[float]) -> float:
    mean = _mean(sample)
    return sum((each - mean) ** 2 for each in sample) / max(1, len(sample) - 1)
