"""Games that are given state by state, without rules."""

from __future__ import annotations

from typing import Any

from adversario.game import Game


def is_explicit(game: Game[Any, Any]) -> bool:
    """Whether the game looks its states up, and declares this by `is_explicit = True`.

    All of it can be drawn, and there is nothing to compile.
    """
    return bool(getattr(game, "is_explicit", False))


def set_name(game: Game[Any, Any], state: Any) -> str | None:
    """The information set of a state, if the game names it (`set_name`); None if not."""
    name = getattr(game, "set_name", None)
    return None if name is None else name(state)
