"""Sums of impartial games: a move is a move in one of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from adversario.base.errors import IllegalActionError, InputError
from adversario.game import Game


class State(NamedTuple):
    """A state of each game, and the player to move in the sum."""

    parts: tuple[Any, ...]
    turn: int


class Action(NamedTuple):
    """An action of one of the games, counted from 0."""

    part: int
    action: Any


class Sum(Game[State, Action]):
    """Games side by side; the player who can move in none of them has lost.

    The games are impartial: the actions of a state do not depend on the player to move. The player
    to move in the parts of a state is ignored: only `turn` counts.
    """

    utility_bounds = (-1, 1)

    def __init__(self, *games: Game[Any, Any]) -> None:
        self.games = games

    @property
    def name(self) -> str:
        """The names of the games."""
        return " + ".join(game.name for game in self.games)

    def initial(self) -> State:
        """All games at their start."""
        return State(tuple(game.initial() for game in self.games), 0)

    def player(self, state: State) -> int:
        """The player to move."""
        return state.turn

    def actions(self, state: State) -> Iterator[Action]:
        """The actions of each game in turn."""
        for part, game in enumerate(self.games):
            for action in game.legal(state.parts[part]):
                yield Action(part, action)

    def result(self, state: State, action: Action) -> State:
        """The state after an action in one of the games."""
        part = action.part
        after = self.games[part].result(state.parts[part], action.action)
        return State((*state.parts[:part], after, *state.parts[part + 1 :]), 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        """Whether all games are over."""
        return all(map(lambda game, part: game.is_terminal(part), self.games, state.parts))

    def utility(self, state: State, player: int) -> int:
        """1 for the player who moved last, -1 for the other."""
        return -1 if player == state.turn else 1

    def action_name(self, state: State, action: Action) -> str:
        """The game, counted from 1, and the action there: 2/b3."""
        part = action.part
        return f"{part + 1}/{self.games[part].action_name(state.parts[part], action.action)}"

    def parse_action(self, state: State, text: str) -> Action:
        """The inverse of `action_name`."""
        if self.is_terminal(state):
            raise IllegalActionError("game.over", state=self.position(state))
        return super().parse_action(state, text)

    def position(self, state: State) -> str:
        """The positions of the parts, and the player to move."""
        parts = map(lambda game, part: game.position(part), self.games, state.parts)
        return f"{' + '.join(parts)}, {state.turn + 1}"

    def parse_position(self, text: str) -> State:
        """The inverse of `position`; raises InputError if it is not a position of each game."""
        body, _, turn = text.rpartition(",")
        pieces = body.split(" + ")
        if len(pieces) != len(self.games) or turn.strip() not in ("1", "2"):
            raise InputError("sums.position", given=text, games=len(self.games))
        parts = map(lambda game, piece: game.parse_position(piece.strip()), self.games, pieces)
        return State(tuple(parts), int(turn) - 1)

    def text(self, state: State) -> str:
        """The parts below each other."""
        return "\n\n".join(map(lambda game, part: game.text(part), self.games, state.parts))
