"""The two-sided view of a game: one side maximises a player's utility, the other minimises it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from adversario.algorithms.core.events import Node
from adversario.game import Game


@dataclass(frozen=True, slots=True)
class Sides:
    """The player whose utility is the value (`me`), and the kind of node of each player.

    The last entry of `nodes` belongs to CHANCE, which is -1.
    """

    me: int
    nodes: tuple[Node, ...]


def two_sides(game: Game[Any, Any]) -> Sides:
    """MAX is player 0 and the players on the same side; MIN is the other players."""
    return one_against_all(game, 0)


def one_against_all(game: Game[Any, Any], me: int) -> Sides:
    """MAX is the given player and that player's team; MIN is the other players."""
    kinds = (Node.MAX if game.same_side(p, me) else Node.MIN for p in range(game.players))
    return Sides(me, (*kinds, Node.CHANCE))
