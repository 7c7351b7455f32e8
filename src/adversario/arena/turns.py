"""Players who search by turns, by the network that comes with a game if it has no model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from adversario.algorithms.turns import Horizon, search_turns
from adversario.game import Game
from adversario.games.weights import shipped_weights, weighted, weights_of
from adversario.views.learned.layer import model_of
from adversario.views.learned.model import model_name

NETWORK = "network"
"""The word for the network that comes with a game."""


@dataclass(frozen=True)
class TurnsPlayer:
    """Chooses the best play by `search_turns`, to a horizon."""

    horizon: Horizon

    def choose(self, game: Game[Any, Any], state: Any, past: Sequence[Any] = ()) -> Any:
        """Choose the best play found."""
        return search_turns(with_network(game), state, self.horizon)[0].action

    def try_out(self, game: Game[Any, Any], state: Any) -> None:
        """Look at the plays, which raises errors early."""
        search_turns(with_network(game), state, Horizon(turns=1))


def with_network(game: Game[Any, Any]) -> Game[Any, Any]:
    """The game with the network that comes with it; the game itself if it has a model or none."""
    if not has_network(game) or model_of(game) is not None:
        return game
    return weighted(game, weights_of(NETWORK, model_name(game)))


def has_network(game: Game[Any, Any]) -> bool:
    """Whether a network comes with the game, or it has a model already, and has chance nodes."""
    if not game.chance or not game.kind.is_open or not game.kind.is_two_sided:
        return False
    return model_of(game) is not None or NETWORK in shipped_weights(model_name(game))
