"""What the protocol has to know of a game: how it is made, how points are written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from adversario.base.errors import InputError
from adversario.game import Game
from adversario.games.boards.go import Go
from adversario.games.lines.hex import Hex

COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}
"""The players by the words for them: Black, or X of Hex, begins."""


@dataclass(frozen=True)
class Board:
    """A game with boards of several sizes; `komi` is None if there is none."""

    title: str
    make: Callable[..., Game[Any, Any]]
    size: int
    names: Mapping[str, str]  # words of the protocol for actions of the game that have others
    search: Mapping[str, Any] = field(default_factory=dict)  # options of the search

    def game(self, size: int, komi: float, handicap: int = 0) -> Game[Any, Any]:
        """The game; InputError if there is no such board."""
        if self.make is Hex:
            return Hex(size)
        return Go(size, komi, handicap=handicap, suicide=False)

    def vertex(self, game: Game[Any, Any], state: Any, action: Any) -> str:
        """The name of an action, as in D4, pass or swap-pieces."""
        name = game.action_name(state, action)
        return next((word for word, own in self.names.items() if own == name), name)

    def action(self, game: Game[Any, Any], state: Any, vertex: str) -> Any:
        """The action of that name; IllegalActionError if there is none."""
        return game.parse_action(state, self.names.get(vertex.lower(), vertex))


STRONG = {"rave": 2000.0, "virtual": True, "rollouts": "heavy"}
"""The options with which Go is played best, by matches (`benchmarks/results/go.md`)."""

BOARDS: Mapping[str, Board] = {
    "go": Board("Go", Go, 19, {"pass": "pass"}, STRONG),
    "hex": Board("Hex", Hex, 11, {"swap-pieces": "swap"}),
}
"""The games that the protocol is spoken about."""


def colour_of(word: str) -> int:
    """The player of a colour; InputError if it is none."""
    if word.lower() not in COLOURS:
        raise InputError("gtp.colour", given=word)
    return COLOURS[word.lower()]
