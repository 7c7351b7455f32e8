"""The values of states: numbers, of which NaN is none."""

from __future__ import annotations

from typing import Any, TypeVar

from adversario.base.errors import GameError
from adversario.game import Game

V = TypeVar("V")


def require_number(game: Game[Any, Any], state: Any, value: V) -> V:
    """The value of a state, or the values to all players; GameError if it is not a number."""
    numbers = value if isinstance(value, tuple) else (value,)
    if any(number != number for number in numbers):  # noqa: PLR0124 (so is NaN alone)
        raise GameError("game.not_a_number", game=game.name, state=game.position(state))
    return value
