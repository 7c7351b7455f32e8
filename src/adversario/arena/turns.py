"""Players who search by turns, by the network that comes with a game if it has no model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from adversario.algorithms.turns import Horizon, search_turns
from adversario.game import Game
from adversario.games.weights import shipped_weights, weighted, weights_of
from adversario.solve.endgame.values import ValueTables, open_values
from adversario.views.learned.layer import model_of
from adversario.views.learned.model import model_name
from adversario.views.tabled import with_values

NETWORK = "network"
"""The word for the network that comes with a game."""


@dataclass(frozen=True)
class TurnsPlayer:
    """Chooses the best play by `search_turns`, to a horizon; `tables` are endgame tables."""

    horizon: Horizon
    tables: Path | None = None

    def choose(self, game: Game[Any, Any], state: Any, past: Sequence[Any] = ()) -> Any:
        """Choose the best play found."""
        return search_turns(self._evaluated(game), state, self.horizon)[0].action

    def try_out(self, game: Game[Any, Any], state: Any) -> None:
        """Look at the plays, which raises errors early."""
        search_turns(self._evaluated(game), state, Horizon(turns=1))

    def _evaluated(self, game: Game[Any, Any]) -> Game[Any, Any]:
        return with_table_values(with_network(game), self.tables)


def with_table_values(game: Game[Any, Any], folder: Path | None) -> Game[Any, Any]:
    """The game with the values of the tables of a folder where they have a state."""
    return game if folder is None else with_values(game, _open_values(game, folder))


@lru_cache(maxsize=4)
def _open_values(game: Game[Any, Any], folder: Path) -> ValueTables[Any, Any]:
    """The tables of a game, opened once for all moves."""
    return open_values(game, folder)


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
