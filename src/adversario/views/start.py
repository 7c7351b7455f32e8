"""A game that starts from another state."""

from __future__ import annotations

from typing import Any

from adversario.game import A, Game, S
from adversario.views.layer import Layer, derive


class Started(Layer[S, A]):
    """The game from a given state on."""

    start: Any

    def initial(self) -> S:
        """The given state."""
        found: S = self.start
        return found


def start_at(game: Game[S, A], state: S) -> Game[S, A]:
    """The game from that state on."""
    return derive(game, Started, start=state)
