"""Which algorithm fits which game."""

from __future__ import annotations

from typing import Any

from adversario.algorithms.core.algorithm import ALGORITHMS
from adversario.base.catalogue import Message, message
from adversario.base.errors import UnsuitableGameError
from adversario.game import CHANCE, Game, Information, Moves, mover_of


def objections(game: Game[Any, Any], algorithm: str) -> tuple[Message, ...]:
    """The reasons why the algorithm cannot search the game; empty if it fits."""
    kind, needs = game.kind, ALGORITHMS[algorithm]
    found = []
    if kind.information is Information.IMPERFECT and not needs.hidden:
        found.append(message("fit.hidden"))
    if kind.moves is Moves.SIMULTANEOUS and not needs.hidden:
        found.append(message("fit.simultaneous"))
    if kind.is_open and needs.hidden:
        found.append(message("fit.open"))
    if needs.rounds and kind.moves is not Moves.SIMULTANEOUS and not kind.is_open:
        found.append(message("fit.sequential"))
    if kind.chance and not needs.chance:
        found.append(message("fit.chance"))
    if needs.two_sided and kind.sides > 2:
        found.append(message("fit.sides", sides=kind.sides))
    if needs.two_sided and kind.sides == 2 and not kind.has_constant_sum:
        found.append(message("fit.general_sum"))
    if needs.bounded and game.utility_bounds is None:
        found.append(message("fit.bounds"))
    return tuple(found)


def is_two_sided(game: Game[Any, Any]) -> bool:
    """Whether there is one side, or two whose utilities have a constant sum."""
    kind = game.kind
    return kind.sides < 2 or (kind.sides == 2 and kind.has_constant_sum)


def viewer_of(algorithm: str, game: Game[Any, Any], state: Any) -> int:
    """The player whose utility the algorithm backs up from a state; player 0 at chance nodes."""
    mover = mover_of(game, state)
    return mover if ALGORITHMS[algorithm].own and mover != CHANCE else 0


def fitting(game: Game[Any, Any]) -> tuple[str, ...]:
    """The algorithms that fit the game."""
    return tuple(name for name in ALGORITHMS if not objections(game, name))


def undeclared(game: Game[Any, Any]) -> tuple[str, ...]:
    """The algorithms that would fit if the game declared the bounds of its utilities."""
    return tuple(name for name in ALGORITHMS if objections(game, name) == (message("fit.bounds"),))


def require(game: Game[Any, Any], algorithm: str) -> None:
    """Raise UnsuitableGameError, with reasons and alternatives, if the game does not fit."""
    if wrong := objections(game, algorithm):
        raise UnsuitableGameError(
            "fit.unsuitable",
            algorithm=algorithm,
            game=game.name,
            objections=wrong,
            fitting=", ".join(fitting(game)) or message("fit.none"),
        )


def recommended(game: Game[Any, Any]) -> str:
    """The algorithm for a game of this kind: the default that fits and prunes most."""
    defaults = [name for name, record in ALGORITHMS.items() if record.recommended]
    for name in defaults:
        if not objections(game, name):
            return name
    raise UnsuitableGameError(
        "fit.unsuitable",
        algorithm="search",
        game=game.name,
        objections=objections(game, defaults[-1]),
        fitting=", ".join(fitting(game)) or message("fit.none"),
    )
