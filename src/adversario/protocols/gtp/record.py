"""The game that an engine and its controller agree on: positions so far, undo, whose turn."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from adversario.base.errors import InputError
from adversario.contract.repetition import require_allowed
from adversario.game import Game
from adversario.games.boards.go import PASS, Go
from adversario.games.boards.go.board import NOWHERE
from adversario.protocols.gtp.boards import Board


@dataclass
class Record:
    """The positions of a game so far, and the actions between them, None for a set-up."""

    board: Board
    game: Game[Any, Any]
    states: list[Any] = field(default_factory=list)
    actions: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.states:
            self.states.append(self.game.initial())

    @property
    def state(self) -> Any:
        """The position now."""
        return self.states[-1]

    def turn_to(self, player: int) -> None:
        """Have a player move, who by the protocol may do so twice in a row, or after the end."""
        state = self.state
        if isinstance(self.game, Go):
            ended = self.game.is_terminal(state)
            if state.turn != player:
                self.states[-1] = state._replace(turn=player, ko=NOWHERE, passes=0)
            elif ended:
                self.states[-1] = state._replace(passes=0)
        elif self.game.player(state) != player:
            raise InputError("gtp.turn", player=self.game.player_name(1 - player))

    def play(self, player: int, vertex: str) -> None:
        """Play a move; IllegalActionError if it is not legal, and nothing changes."""
        before = self.states[-1]
        try:
            self.turn_to(player)
            action = self.board.action(self.game, self.state, vertex)
            require_allowed(self.game, self.states, action)
        except InputError:
            self.states[-1] = before
            raise
        self.append(action)

    def append(self, action: Any) -> None:
        """Play a legal move."""
        self.actions.append(action)
        self.states.append(self.game.result(self.state, action))

    def undo(self) -> None:
        """Take the last move back; InputError if there is none."""
        if not self.actions:
            raise InputError("gtp.undo")
        self.actions.pop()
        self.states.pop()

    def last_was_pass(self) -> bool:
        """Whether the last move was a pass."""
        return bool(self.actions) and isinstance(self.game, Go) and self.actions[-1] == PASS
