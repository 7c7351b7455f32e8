"""What the package's own searches say: interpreted, so that they are the same everywhere."""

from __future__ import annotations

from typing import Any

from adversario.algorithms.core.limit import Limit
from adversario.algorithms.registry import search
from adversario.base.numbers import Number, Value
from adversario.game import Game


def value_of(game: Game[Any, Any], state: Any, depth: int | None) -> Value:
    """The value of a state, searched to a depth or to the end."""
    if game.is_terminal(state) or depth == 0:
        estimate = game.utility if game.is_terminal(state) else game.evaluate
        every = tuple(estimate(state, each) for each in range(game.players))
        return every[0] if game.kind.is_two_sided else every
    limit = None if depth is None else Limit(depth=depth)
    found: Value = search(game, state, limit=limit).value
    return found


def worth(game: Game[Any, Any], value: Value, player: int) -> Number:
    """A value from the point of view of a player."""
    if isinstance(value, tuple):
        return value[player]
    return value if game.same_side(0, player) else (game.utility_sum or 0) - value


def best_actions(game: Game[Any, Any], state: Any, depth: int | None) -> list[Any]:
    """All actions of the greatest value for the player to move."""
    mover, below = game.player(state), None if depth is None else max(0, depth - 1)
    values = {
        each: worth(game, value_of(game, game.result(state, each), below), mover)
        for each in game.legal(state)
    }
    most = max(values.values())
    return [each for each, value in values.items() if value == most]
