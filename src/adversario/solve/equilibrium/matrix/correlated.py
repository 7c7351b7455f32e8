"""Correlated equilibria: a mediator draws a profile and shows each player only their own part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from adversario.base.errors import InputError
from adversario.solve.equilibrium.dictionary import Exact
from adversario.solve.equilibrium.linear_program import maximise
from adversario.solve.equilibrium.matrix.game import MatrixGame, Profile
from adversario.solve.equilibrium.matrix.mixtures import deviations

MAX_PROFILES = 400
"""The most profiles: the program has as many variables."""


@dataclass(frozen=True)
class Correlated:
    """A distribution over profiles that every player prefers to obey."""

    joint: tuple[tuple[Profile, Fraction], ...]
    """The profiles that are drawn, with their probabilities."""
    payoffs: tuple[Fraction, ...]
    """What each player gets on average."""


def correlated_equilibrium(
    game: MatrixGame, weights: Sequence[Exact] | None = None, *, coarse: bool = False
) -> Correlated:
    """The correlated equilibrium (Aumann 1974) with the largest weighted sum of payoffs, exactly.

    Without weights, the largest sum. With `coarse`, a player decides to obey before they learn
    their part (Moulin and Vial 1978), which allows more distributions.
    """
    if len(game.payoffs) > MAX_PROFILES:
        raise InputError("matrix.profiles", found=len(game.payoffs), most=MAX_PROFILES)
    weights = [1] * len(game.sizes) if weights is None else weights
    if len(weights) != len(game.sizes):
        raise InputError("matrix.weights", found=len(weights), expected=len(game.sizes))
    profiles = list(game.profiles())
    sums = [sum(w * x for w, x in zip(weights, cell, strict=True)) for cell in game.payoffs]
    least = min(sums) - 1  # with an objective above 0 the probabilities add up to 1, not less
    rows = _incentives(game, profiles, coarse)
    rows.append([1] * len(profiles))
    found = maximise([x - least for x in sums], rows, [0] * (len(rows) - 1) + [1])
    joint = {profile: p for profile, p in zip(profiles, found.solution, strict=True) if p}
    assert sum(joint.values()) == 1
    assert coarse or not any(deviations(game, joint))
    payoffs = [
        sum((p * game.payoff(profile, player) for profile, p in joint.items()), Fraction(0))
        for player in range(len(game.sizes))
    ]
    return Correlated(tuple(joint.items()), tuple(payoffs))


def _incentives(game: MatrixGame, profiles: list[Profile], coarse: bool) -> list[list[Exact]]:
    """For each way to disobey, what each profile adds to the gain by it; at most 0 in all."""
    rows: list[list[Exact]] = []
    for player, size in enumerate(game.sizes):
        for done in range(size):
            gain = [
                game.payoff((*profile[:player], done, *profile[player + 1 :]), player)
                - game.payoff(profile, player)
                for profile in profiles
            ]
            if coarse:
                rows.append(gain)
                continue
            rows += [
                [
                    x if profile[player] == told else 0
                    for x, profile in zip(gain, profiles, strict=True)
                ]
                for told in range(size)
                if told != done
            ]
    return rows
