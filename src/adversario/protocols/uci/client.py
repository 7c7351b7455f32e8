"""An external engine of UCI as a player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adversario.base.errors import InputError
from adversario.game import Game
from adversario.games.boards.chess import Chess, State
from adversario.games.boards.chess.moves import uci_name
from adversario.games.boards.chess.setups import STANDARD
from adversario.protocols.process import EngineError, EngineProcess
from adversario.protocols.settings import EngineSettings

PATIENCE = 30.0
"""Seconds that an engine has for an answer, beyond its time for a move."""


def go_words(settings: EngineSettings) -> str:
    """The limits of a move as UCI writes them."""
    milliseconds = None if settings.seconds is None else round(1000 * settings.seconds)
    limits = {"movetime": milliseconds, "depth": settings.depth, "nodes": settings.nodes}
    given = [f"{name} {number}" for name, number in limits.items() if number is not None]
    return " ".join(["go", *given])


class UciPlayer:
    """A player who asks an engine; its program runs until the player is forgotten."""

    def __init__(self, settings: EngineSettings) -> None:
        self.settings = settings
        self._process: EngineProcess | None = None
        self.name = ""

    def choose(self, game: Game[Any, Any], state: Any, past: Sequence[Any] = ()) -> Any:
        """The engine's move after the states of the game so far; EngineError if it fails."""
        if not isinstance(game, Chess) or game.setup.rows != 8:
            raise InputError("uci.game", game=game.name)
        process = self._running(game)
        start, moves = _moves_between(game, [*past, state])
        words = f"position fen {game.position(start)}"
        process.send(f"{words} moves {' '.join(moves)}" if moves else words)
        process.send(go_words(self.settings))
        answer = process.read_until("bestmove", (self.settings.seconds or 0.0) + PATIENCE)[
            -1
        ].split()
        name = answer[1] if len(answer) > 1 else ""
        try:
            return game.parse_action(state, name)
        except InputError as error:
            raise EngineError("protocols.illegal", command=self.settings.command,
                              move=name, problem=error.message) from None  # fmt: skip

    def try_out(self, game: Game[Any, Any], state: Any) -> None:
        """Start the engine, which raises errors early."""
        if isinstance(game, Chess):
            self._running(game)

    def close(self) -> None:
        """End the engine."""
        if self._process is not None:
            self._process.close("quit")
            self._process = None

    def _running(self, game: Chess) -> EngineProcess:
        if self._process is not None and self._process.is_running:
            return self._process
        process = EngineProcess(self.settings.command)
        process.send("uci")
        lines = process.read_until("uciok", PATIENCE)
        known = {_option_name(line).lower() for line in lines if line.startswith("option name ")}
        self.name = next((line[8:] for line in lines if line.startswith("id name ")), "")
        for name, value in self.settings.options.items():
            if name.lower() not in known:
                process.close("quit")
                raise InputError("uci.no_option", command=self.settings.command, name=name,
                                 known=", ".join(sorted(known)))  # fmt: skip
            process.send(f"setoption name {name} value {value}")
        if game.number != STANDARD:
            if "uci_chess960" not in known:
                process.close("quit")
                raise InputError("uci.no_chess960", command=self.settings.command)
            process.send("setoption name UCI_Chess960 value true")
        process.send("ucinewgame")
        process.send("isready")
        process.read_until("readyok", PATIENCE)
        self._process = process
        return process


def _option_name(line: str) -> str:
    return line.removeprefix("option name ").partition(" type ")[0]


def _moves_between(game: Chess, states: Sequence[State]) -> tuple[State, list[str]]:
    """The first state from which the others follow by moves, and the names of these."""
    moves: list[str] = []
    for at in range(len(states) - 1, 0, -1):
        before, after = states[at - 1], states[at]
        played = [each for each in game.actions(before) if game.result(before, each) == after]
        if not played:
            return states[at], moves
        moves.insert(0, uci_name(game, before, played[0]))
    return states[0], moves
