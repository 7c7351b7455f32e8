"""A game whose positions are on the other side of the pipe, so that every one asked for counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from adversario.base.numbers import Number
from adversario.game import Game


class Shown(NamedTuple):
    """What a program is shown of a position: its number, and what the rules say of it."""

    number: int
    player: int
    terminal: bool
    utilities: tuple[Number, ...]
    actions: tuple[str, ...]


class Position:
    """A position, of which a program knows only what the game's methods say.

    Equal positions are equal and have one hash, so that they can be the keys of a table.
    """

    __slots__ = ("shown",)

    def __init__(self, shown: Shown) -> None:
        self.shown = shown

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and other.shown.number == self.shown.number

    def __hash__(self) -> int:
        return hash(self.shown.number)

    def __repr__(self) -> str:
        return f"position {self.shown.number}"


class HiddenGame(Game[Position, str]):
    """The rules, asked over a pipe by `ask`, with actions by their names."""

    def __init__(
        self, root: Shown, players: int, bounds: Any, ask: Callable[[str, int, Any], Any]
    ) -> None:
        self.root, self.players, self.utility_bounds, self.ask = root, players, bounds, ask

    def initial(self) -> Position:
        """The position from which to search."""
        return Position(self.root)

    def player(self, state: Position) -> int:
        """The player to move."""
        return state.shown.player

    def actions(self, state: Position) -> Iterable[str]:
        """The names of the legal actions."""
        return iter(state.shown.actions)

    def result(self, state: Position, action: str) -> Position:
        """The position after an action: the one thing that is counted."""
        at = state.shown.actions.index(action)
        return Position(Shown(*self.ask("result", state.shown.number, at)))

    def is_terminal(self, state: Position) -> bool:
        """Whether the game is over."""
        return state.shown.terminal

    def utility(self, state: Position, player: int) -> Number:
        """The utility of a terminal position."""
        return state.shown.utilities[player]

    def evaluate(self, state: Position, player: int) -> Number:
        """The game's evaluation."""
        found: Number = self.ask("evaluate", state.shown.number, player)
        return found
