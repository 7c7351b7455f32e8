"""Games in which player 0 meets opponents of several kinds, and may take them for another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic

from adversario.contract.capability import Capability
from adversario.game import A, Game, S


@dataclass(frozen=True)
class Opponents(Generic[S, A]):
    """The kinds of opponents there are in a game, and how games against them are scored."""

    roles: tuple[str, str]
    """What player 0 and the opponents are called in tables (`column.*`) and JSON."""
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


class Contested(Capability[S, A]):
    """A game against opponents of several kinds."""

    def opponents(self) -> Opponents[S, A] | None:
        """The kinds, and how to play against them. Default: None, there are no kinds."""
        return None
