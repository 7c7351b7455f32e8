"""A player who follows an equilibrium of a game with hidden information."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from adversario.base.errors import InputError
from adversario.contract.information.perspective import Perspective
from adversario.game import Game
from adversario.solve.equilibrium.tree.flat import flatten
from adversario.solve.equilibrium.tree.regret import cfr

ITERATIONS = 1000
"""The iterations of CFR before the first move."""

MOST_HISTORIES = 400_000
"""The most histories of a game that is solved before the first move."""


class EquilibriumPlayer:
    """Draws actions from the strategy that CFR found for the whole game, which must be small."""

    def __init__(self, seed: int = 0) -> None:
        self.random = Random(seed)

    def choose(self, game: Game[Any, Any], state: Any) -> Any:
        """Draw an action by what the player knows."""
        if not isinstance(state, Perspective):
            raise InputError("arena.equilibrium", game=game.name)
        actions, weights = zip(*solved(game)(state.memory).items(), strict=True)
        return self.random.choices(actions, [float(weight) for weight in weights])[0]


@lru_cache(maxsize=4)
def solved(game: Game[Any, Any]) -> Any:
    """The average strategy of all players."""
    return cfr(flatten(game, max_histories=MOST_HISTORIES), iterations=ITERATIONS).strategy
