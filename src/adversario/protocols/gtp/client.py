"""An external engine of GTP as a player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

from adversario.base.errors import InputError
from adversario.game import Game
from adversario.games.boards.go import Go
from adversario.games.lines.hex import Hex
from adversario.protocols.gtp.boards import BOARDS, Board
from adversario.protocols.process import EngineError, EngineProcess

PATIENCE = 120.0
"""Seconds that an engine has for a move."""


@dataclass
class GtpPlayer:
    """A player who asks an engine; its program runs until the player is forgotten."""

    command: str

    def __post_init__(self) -> None:
        if not self.command.strip():
            raise InputError("gtp.command")
        self._process: EngineProcess | None = None
        self._told: list[Any] = []
        """The states that the engine knows of."""

    def choose(self, game: Game[Any, Any], state: Any, past: Sequence[Any] = ()) -> Any:
        """The engine's move after the states of the game so far; EngineError if it fails."""
        board = _board_of(game)
        self._tell(game, board, [*past, state])
        answer = self._ask(f"genmove {_colour(game, state)}")
        if answer.lower() == "resign":
            raise EngineError("gtp.resigned", command=self.command)
        try:
            action = board.action(game, state, answer)
        except InputError as error:
            raise EngineError("protocols.illegal", command=self.command, move=answer,
                              problem=error.message) from None  # fmt: skip
        self._told.append(game.result(state, action))
        return action

    def try_out(self, game: Game[Any, Any], state: Any) -> None:
        """Start the engine, which raises errors early."""
        _board_of(game)
        self._running(game)

    def close(self) -> None:
        """End the engine."""
        if self._process is not None:
            self._process.close("quit")
            self._process = None

    def _tell(self, game: Game[Any, Any], board: Board, states: list[Any]) -> None:
        """Have the engine know of all states: what it does not know is played, or set up."""
        self._running(game)
        if len(states) == 1 and self._told:
            states = self._continued(game, states[0])
        known = len(self._told)
        if states[:known] != self._told:
            self._ask("clear_board")
            if states[0] != game.initial():
                self._set_up(game, states[0])
            known = 1
            self._told = [states[0]]
        for before, after in zip(states[known - 1 :], states[known:], strict=False):
            action = next(
                (a for a in game.actions(before) if game.result(before, a) == after), None
            )
            if action is None:
                raise EngineError("gtp.gap", command=self.command)
            self._ask(f"play {_colour(game, before)} {board.vertex(game, before, action)}")
            self._told.append(after)

    def _continued(self, game: Game[Any, Any], state: Any) -> list[Any]:
        """The states so far, where only the last is given: at most one move was made since."""
        told = self._told
        if told[-1] == state:
            return told
        after = (game.result(told[-1], action) for action in game.legal(told[-1]))
        return [*told, state] if state in after else [state]

    def _set_up(self, game: Game[Any, Any], state: Any) -> None:
        """Place the stones of a position one by one, in an order in which none is taken."""
        if not isinstance(game, Go):
            raise EngineError("gtp.gap", command=self.command)
        for row, marks in enumerate(game.marks(state)):
            for column, mark in enumerate(marks):
                if mark != ".":
                    vertex = game.action_name(state, row * game.stride + column)
                    self._ask(f"play {'b' if mark == 'X' else 'w'} {vertex}")

    def _running(self, game: Game[Any, Any]) -> EngineProcess:
        if self._process is not None and self._process.is_running:
            return self._process
        self._process, self._told = EngineProcess(self.command), [game.initial()]
        self._ask("protocol_version")
        self._ask(f"boardsize {game.size}")  # type: ignore[attr-defined]  # Go and Hex have it
        self._ask("clear_board")
        if isinstance(game, Go):
            self._ask(f"komi {game.komi:g}")
        return self._process

    def _ask(self, line: str) -> str:
        """The answer to a command; EngineError if the engine refuses it."""
        process = self._process
        assert process is not None
        deadline = monotonic() + PATIENCE
        process.send(line)
        answer = process.read(PATIENCE)
        while not answer.startswith(("=", "?")):
            answer = process.read(deadline - monotonic())
        while process.read(deadline - monotonic()):
            pass  # an answer ends with an empty line
        text = answer.lstrip("=?0123456789").strip()
        if answer.startswith("?"):
            raise EngineError("gtp.refused", command=self.command, line=line, answer=text)
        return text


def _board_of(game: Game[Any, Any]) -> Board:
    if isinstance(game, Go):
        return BOARDS["go"]
    if isinstance(game, Hex):
        return BOARDS["hex"]
    raise InputError("gtp.game", game=game.name)


def _colour(game: Game[Any, Any], state: Any) -> str:
    return "bw"[game.player(state)]
