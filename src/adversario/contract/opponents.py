"""Games in which player 0 meets opponents of several kinds, and may have a wrong model of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic

from adversario.base.numbers import Number
from adversario.contract.capability import Capability
from adversario.game import A, Game, S


@dataclass(frozen=True)
class Opponents(Generic[S, A]):
    """The kinds of opponents in a game, and the scoring of games against them."""

    roles: tuple[str, str]
    """The names of player 0 and of the opponents in tables (`column.*`) and JSON."""
    kinds: Mapping[str, str]
    """The kinds of opponents by name, each with its title in tables."""
    views: Mapping[str, str]
    """The variants of player 0 by name, each with the kind that it models its opponents as."""
    round_plies: int
    """The number of plies in which every player moves once."""
    game_against: Callable[[str], Game[S, A]]
    """The game against a kind: its opponents are player 1, or moves of chance."""
    score: Callable[[S], int]
    """The score of player 0 in a state."""
    is_won: Callable[[S], bool]
    """Whether player 0 has won in a state."""


class Contested(Capability[S, A]):
    """A game against opponents of several kinds."""

    def opponents(self) -> Opponents[S, A] | None:
        """The kinds, and how to play against them. Default: None, there are no kinds."""
        return None


class Referenced(Capability[S, A]):
    """A simple player known from the literature, against which players are measured."""

    def reference_score(self, state: S, after: S) -> Number:
        """How good the move that leads from a state to another seems; the greatest is played."""
        return 0

    def reference_name(self) -> str:
        """The name of that player; empty if there is none, which is the default."""
        return ""
