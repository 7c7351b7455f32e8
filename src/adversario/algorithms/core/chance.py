"""Sampling of chance nodes."""

from __future__ import annotations

from random import Random

from adversario.base.errors import GameError
from adversario.game import A, Game, S


def sample_chance(game: Game[S, A], state: S, random: Random) -> A:
    """An outcome of a chance node, sampled by its probabilities.

    Raises GameError if it has none.
    """
    outcomes = list(game.chances(state))
    if not outcomes:
        raise GameError("game.no_actions", game=game.name, state=game.position(state))
    weights = [float(probability) for _, probability in outcomes]
    return random.choices(outcomes, weights)[0][0]
