"""An external engine of UCI as a player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from adversario.base.errors import InputError
from adversario.game import Game
from adversario.games.boards.chess import Chess, State
from adversario.games.boards.chess.moves import uci_name
from adversario.games.boards.chess.setups import STANDARD
from adversario.protocols.process import EngineError, EngineProcess

PATIENCE = 30.0
"""Seconds that an engine has for an answer, beyond its time for a move."""

LIMITS = {"time": "movetime", "depth": "depth", "nodes": "nodes"}


@dataclass(frozen=True)
class UciSettings:
    """A command, the limit of each move as UCI writes it, and options by name."""

    command: str
    go: str = "movetime 100"
    seconds: float = 0.1
    options: Mapping[str, str] = field(default_factory=dict)


def read_settings(text: str) -> UciSettings:
    """The settings of `COMMAND,time=0.5,UCI_Elo=2000`: limits by name, all others are options.

    The limits are time (in seconds), depth and nodes; a tenth of a second if none is given.
    """
    command, *rest = (piece.strip() for piece in text.split(","))
    if not command:
        raise InputError("uci.command", given=text)
    go, seconds, options = list[str](), 0.0, dict[str, str]()
    for piece in filter(None, rest):
        name, equals, value = (part.strip() for part in piece.partition("="))
        if not equals or not name:
            raise InputError("uci.setting", given=piece)
        if name not in LIMITS:
            options[name] = value
            continue
        try:
            number = float(value) if name == "time" else int(value)
        except ValueError:
            raise InputError("uci.setting", given=piece) from None
        if not 0 < number < 1e9:
            raise InputError("uci.setting", given=piece)
        if name == "time":
            seconds = float(number)
        go.append(f"{LIMITS[name]} {round(1000 * number) if name == 'time' else number}")
    if not go:
        return UciSettings(command, options=options)
    return UciSettings(command, " ".join(go), seconds, options)


class UciPlayer:
    """A player who asks an engine; its program runs until the player is forgotten."""

    def __init__(self, settings: UciSettings) -> None:
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
        process.send(f"go {self.settings.go}")
        answer = process.read_until("bestmove", self.settings.seconds + PATIENCE)[-1].split()
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
