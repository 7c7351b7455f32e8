"""The two-sided view of a game: one side maximises a player's utility, the other minimises it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from adversario.algorithms.core.events import Node
from adversario.game import Game


@dataclass(frozen=True, slots=True)
class Sides:
    """Whose utility is the value (`me`), and what each player does with it, by player number.

    The last entry of `nodes` belongs to CHANCE, which is -1.
    """

    me: int
    nodes: tuple[Node, ...]


def two_sides(game: Game[Any, Any]) -> Sides:
    """MAX is player 0 and whoever is on the same side; MIN is everybody else."""
    return one_against_all(game, 0)


def one_against_all(game: Game[Any, Any], me: int) -> Sides:
    """MAX is the given player and that player's team; MIN is everybody else."""
    kinds = (Node.MAX if game.same_side(p, me) else Node.MIN for p in range(game.players))
    return Sides(me, (*kinds, Node.CHANCE))
