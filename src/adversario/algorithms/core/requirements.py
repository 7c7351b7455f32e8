"""Which algorithm fits which game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from adversario.base.catalogue import Message, message
from adversario.base.errors import UnsuitableGameError
from adversario.game import CHANCE, Game, Information, Moves


@dataclass(frozen=True, slots=True)
class Needs:
    """What an algorithm asks of a game, and whose utility it backs up."""

    two_sided: bool  # one player, or two sides whose utilities have a constant sum
    chance: bool  # whether it can search chance nodes
    own: bool = False  # the player to move maximises their own utility; else it is player 0's


NEEDS = {
    "minimax": Needs(two_sided=True, chance=False),
    "alphabeta": Needs(two_sided=True, chance=False),
    "expectimax": Needs(two_sided=False, chance=True, own=True),
    "expectiminimax": Needs(two_sided=True, chance=True),
    "star1": Needs(two_sided=True, chance=True),
    "star2": Needs(two_sided=True, chance=True),
    "maxn": Needs(two_sided=False, chance=True, own=True),
    "paranoid": Needs(two_sided=False, chance=False, own=True),
    "mcts": Needs(two_sided=False, chance=True),
}
"""By algorithm, the most specific first: the first that fits is the one to recommend."""


def objections(game: Game[Any, Any], algorithm: str) -> tuple[Message, ...]:
    """What keeps the algorithm from searching the game; empty if it fits."""
    kind, needs = game.kind, NEEDS[algorithm]
    found = []
    if kind.information is Information.IMPERFECT:
        found.append(message("fit.hidden"))
    if kind.moves is Moves.SIMULTANEOUS:
        found.append(message("fit.simultaneous"))
    if kind.chance and not needs.chance:
        found.append(message("fit.chance"))
    if needs.two_sided and kind.sides > 2:
        found.append(message("fit.sides", sides=kind.sides))
    if needs.two_sided and kind.sides == 2 and not kind.has_constant_sum:
        found.append(message("fit.general_sum"))
    return tuple(found)


def viewer_of(algorithm: str, game: Game[Any, Any], state: Any) -> int:
    """The player whose utility the algorithm backs up from a state; player 0 at chance."""
    mover = game.player(state)
    return mover if NEEDS[algorithm].own and mover != CHANCE else 0


def fitting(game: Game[Any, Any]) -> tuple[str, ...]:
    """The algorithms that fit the game."""
    return tuple(name for name in NEEDS if not objections(game, name))


def require(game: Game[Any, Any], algorithm: str) -> None:
    """Raise UnsuitableGameError, naming what is wrong and what fits, if the game does not fit."""
    if wrong := objections(game, algorithm):
        raise UnsuitableGameError(
            "fit.unsuitable",
            algorithm=algorithm,
            game=game.name,
            objections=wrong,
            fitting=", ".join(fitting(game)) or message("fit.none"),
        )
