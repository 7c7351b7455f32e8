"""Sampling of chance nodes."""

from __future__ import annotations

from random import Random

from adversario.contract.checking.guard import no_actions, require_chances
from adversario.game import A, Game, S


def sample_chance(game: Game[S, A], state: S, random: Random) -> A:
    """An outcome of a chance node, sampled by its probabilities.

    Raises GameError if it has none, or if they do not add up to 1.
    """
    outcomes = require_chances(game, state, game.chances(state))
    if not outcomes:
        raise no_actions(game, state)
    weights = [float(probability) for _, probability in outcomes]
    return random.choices(outcomes, weights)[0][0]
