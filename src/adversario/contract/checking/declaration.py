"""What a game declares, tested when it is made: its attributes, and the parameters of its methods.

These are the mistakes of a first draft, such as `result(self, state)` or `players = "two"`. Python
would report them from inside of this package, as if they were its own.
"""

from __future__ import annotations

from inspect import signature
from itertools import pairwise
from math import isnan
from typing import Any

from adversario.base.errors import GameError
from adversario.game import Game

PARAMETERS = {
    "initial": 0, "player": 1, "actions": 1, "result": 2, "is_terminal": 1, "utility": 2,
    "chances": 1, "evaluate": 2, "features": 2, "symmetries": 1, "player_name": 1,
    "action_name": 2, "parse_action": 2, "position": 1, "parse_position": 1, "text": 1, "svg": 1,
    "diagram": 1, "action_cells": 2,
}  # fmt: skip
"""The methods of a game, each with the number of arguments that it is called with."""


def require_declaration(game: Game[Any, Any]) -> None:
    """Raise GameError unless the declarations of a game mean something."""
    players: Any = game.players
    if type(players) is not int or players < 1:
        raise GameError("check.players", game=game.name, given=players)
    _require_bounds(game)
    _require_repetition(game)
    teams: Any = game.teams
    if teams is not None and (not isinstance(teams, tuple | list) or len(teams) != game.players):
        raise GameError("check.teams", game=game.name, teams=teams, players=game.players)
    for name, arguments in PARAMETERS.items():
        _require_method(game, name, arguments)
    _require_patterns(game)


def _require_bounds(game: Game[Any, Any]) -> None:
    bounds: Any = game.utility_bounds
    if bounds is None:
        return
    if not isinstance(bounds, tuple | list) or len(bounds) != 2 or not all(map(_is_number, bounds)):
        raise GameError("check.bounds_form", game=game.name, given=bounds)
    if not bounds[0] <= bounds[1]:
        raise GameError("check.bounds_order", game=game.name, low=bounds[0], high=bounds[1])


def _require_repetition(game: Game[Any, Any]) -> None:
    times: Any = game.repetition
    if type(times) is not int or times < 0 or times == 1:
        raise GameError("check.repetition", game=game.name, given=times)


def _require_patterns(game: Game[Any, Any]) -> None:
    """The declarations of `Patterned`: sizes of tables, a number of stages, ascending utilities."""
    sizes: Any = game.pattern_sizes
    if not isinstance(sizes, tuple) or not all(type(size) is int and size > 0 for size in sizes):
        raise GameError("check.pattern_sizes", game=game.name, given=sizes)
    if type(game.stages) is not int or game.stages < 1:
        raise GameError("check.stages", game=game.name, given=game.stages)
    count: Any = game.action_count
    if type(count) is not int or count < 0:
        raise GameError("check.action_count", game=game.name, given=count)
    outcomes: Any = game.outcomes
    ascending = isinstance(outcomes, tuple) and all(map(_is_number, outcomes))
    if not ascending or any(one >= other for one, other in pairwise(outcomes)):
        raise GameError("check.outcomes", game=game.name, given=outcomes)
    if game.players == 2 and tuple(-each for each in reversed(outcomes)) != outcomes:
        raise GameError("check.outcomes_sides", game=game.name, given=outcomes)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isnan(value)


def _require_method(game: Game[Any, Any], name: str, arguments: int) -> None:
    method = getattr(game, name)
    if not callable(method):
        raise GameError("check.no_method", game=game.name, method=name, given=method)
    try:
        parameters = signature(method)
    except ValueError:  # of a function that is not Python's
        return
    try:
        parameters.bind(*range(arguments))
    except TypeError:
        raise GameError(
            "check.parameters", game=game.name, method=name, given=str(parameters), most=arguments
        ) from None
