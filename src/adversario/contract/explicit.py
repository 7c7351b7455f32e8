"""Games that are written down state by state, and need no rules."""

from __future__ import annotations

from typing import Any, Protocol

from adversario.game import Game


class Explicit(Protocol):
    """A game that looks its states up: all of it can be drawn, and there is nothing to compile."""

    is_explicit: bool


def is_explicit(game: Game[Any, Any]) -> bool:
    """Whether the game says that it is written down state by state."""
    return bool(getattr(game, "is_explicit", False))
