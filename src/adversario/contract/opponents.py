"""Games in which player 0 meets opponents of several kinds, and may take them for another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol

from adversario.game import A, Game, S


@dataclass(frozen=True)
class Opponents(Generic[S, A]):
    """The kinds of opponents there are in a game, and how games against them are scored."""

    roles: tuple[str, str]
    """What player 0 and the opponents are called in tables (`cli.column.*`) and JSON."""
    kinds: Mapping[str, str]
    """The kinds of opponents by name, each with what it is called in tables."""
    views: Mapping[str, str]
    """The players 0 by name, each with the kind that it takes its opponents for."""
    round_plies: int
    """How many plies it takes until everybody has moved."""
    game_against: Callable[[str], Game[S, A]]
    """The game against a kind: its opponents are player 1, or moves of chance."""
    score: Callable[[S], int]
    """What player 0 has achieved in a state."""
    is_won: Callable[[S], bool]
    """Whether player 0 has won in a state."""


class HasOpponents(Protocol):
    """A game against opponents of several kinds."""

    def opponents(self) -> Opponents[Any, Any]:
        """The kinds, and how to play against them."""


def opponents_of(game: Game[S, A]) -> Opponents[S, A] | None:
    """The opponents that the game has to offer, if it says so."""
    method = getattr(game, "opponents", None)
    found: Opponents[S, A] | None = method() if callable(method) else None
    return found
