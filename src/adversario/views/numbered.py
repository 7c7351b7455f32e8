"""A game whose positions are numbered by a list of them, for endgame tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from adversario.game import A, S
from adversario.views.layer import Layer


class Numbers(Protocol):
    """The numbers of listed states."""

    def find(self, states: Sequence[Any]) -> int:
        """The number of the only state in the sequence; -1 if it is not listed."""

    def state(self, number: int) -> Any:
        """The state of a number."""


class Listed(Layer[S, A]):
    """A game whose positions are numbered by a list.

    All work on its tables is done on `listing`, a game whose states are these numbers.
    """

    listing: Any
    numbers: Numbers

    def layers(self, pieces: int = 0) -> Iterable[int]:
        """The only layer, which has no number of pieces."""
        found: Iterable[int] = self.listing.layers(pieces)
        return found

    def layer(self, state: S) -> int:
        """The only layer; -1 for a state that is not listed."""
        return 0 if self.numbers.find([state]) >= 0 else -1

    def layer_name(self, layer: int) -> str:
        """The name of the only layer."""
        return str(self.listing.layer_name(layer))

    def layer_size(self, layer: int) -> int:
        """The number of listed states."""
        return int(self.listing.layer_size(layer))

    def index(self, state: S) -> int:
        """The number of a state in the list."""
        return self.numbers.find([state])

    def unindex(self, layer: int, index: int) -> S:
        """The state of a number in the list."""
        found: S = self.numbers.state(index)
        return found
