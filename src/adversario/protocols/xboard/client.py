"""An external engine of the protocol of xboard as a player."""

from __future__ import annotations

import re
from collections.abc import Sequence
from time import monotonic
from typing import Any

from adversario.base.errors import InputError
from adversario.game import Game
from adversario.games.boards.chess import Chess, State
from adversario.games.boards.chess.moves import uci_name
from adversario.games.boards.chess.setups import STANDARD
from adversario.protocols.process import EngineError, EngineProcess
from adversario.protocols.settings import EngineSettings, read_settings

PATIENCE = 30.0
"""Seconds that an engine has for an answer, beyond its time for a move."""

SILENCE = 2.0
"""Seconds after which an engine that has said nothing is one of version 1, without features."""

SESSION = 40
"""The moves of a time control: engines of this protocol know no fractions of a second for one."""

FEATURE = re.compile(r'(\w+)=("[^"]*"|\S+)')


def xboard_settings(text: str) -> EngineSettings:
    """The settings of `COMMAND,time=0.5`; the protocol has no limit of nodes."""
    settings = read_settings(text, "xboard")
    if settings.nodes is not None:
        raise InputError("xboard.nodes", given=text)
    return settings


class XboardPlayer:
    """A player who asks an engine; its program runs until the player is forgotten.

    With a time for a move, the engine has a clock for every 40 moves, of which it gets what it
    used in reality; what it saves is its own.
    """

    def __init__(self, settings: EngineSettings) -> None:
        self.settings = settings
        self._process: EngineProcess | None = None
        self._features: dict[str, str] = {}
        self._told: list[State] = []
        """The states that the engine knows of."""
        self._left, self._moves = 0.0, 0

    def choose(self, game: Game[Any, Any], state: Any, history: Sequence[Any] = ()) -> Any:
        """The engine's move after the states of the game so far; EngineError if it fails."""
        if not isinstance(game, Chess) or game.setup.rows != 8 or game.number != STANDARD:
            raise InputError("xboard.game", game=game.name)
        process = self._running()
        self._tell(game, [*history, state])
        for line in self._limits():
            process.send(line)
        begun = monotonic()
        process.send("go")
        name = self._answer(process)
        self._left -= monotonic() - begun
        process.send("force")
        try:
            action = game.parse_action(state, name)
        except InputError as error:
            raise EngineError("protocols.illegal", command=self.settings.command,
                              move=name, problem=error.message) from None  # fmt: skip
        self._told.append(game.result(state, action))
        return action

    def try_out(self, game: Game[Any, Any], state: Any) -> None:
        """Start the engine, which raises errors early."""
        if isinstance(game, Chess):
            self._running()

    def close(self) -> None:
        """End the engine."""
        if self._process is not None:
            self._process.close("quit")
            self._process = None

    def _limits(self) -> list[str]:
        """The limits of the next move; a clock is set again after some moves."""
        lines = [] if self.settings.depth is None else [f"sd {self.settings.depth}"]
        if self.settings.seconds is not None:
            if self._moves % SESSION == 0:
                self._left = max(0.0, self._left) + SESSION * self.settings.seconds
            hundredths = max(1, round(100 * self._left))
            lines += [f"time {hundredths}", f"otim {hundredths}"]
        self._moves += 1
        return lines

    def _answer(self, process: EngineProcess) -> str:
        """The move that the engine makes; EngineError if it resigns, or takes no move."""
        deadline = monotonic() + PATIENCE + max(0.0, self._left)
        while True:
            line = process.read(deadline - monotonic())
            word, _, rest = line.strip().partition(" ")
            if word == "move":
                return rest.strip()
            if word == "resign" or word in ("1-0", "0-1"):
                raise EngineError("gtp.resigned", command=self.settings.command)
            if word == "1/2-1/2" or line.lower().startswith("illegal move"):
                raise EngineError("xboard.refused", command=self.settings.command, line=line)

    def _tell(self, game: Chess, states: list[State]) -> None:
        """Have the engine know of all states: what it does not know is played, or set up."""
        process, known = self._process, len(self._told)
        assert process is not None
        if not known or states[:known] != self._told:
            process.send("new")
            for line in ("force", "easy", "nopost", *self._control()):
                process.send(line)
            self._left, self._moves = 0.0, 0
            if states[0] != game.initial():
                if self._features.get("setboard") != "1":
                    raise EngineError("xboard.no_setboard", command=self.settings.command)
                process.send(f"setboard {game.position(states[0])}")
            self._told, known = [states[0]], 1
        for before, after in zip(states[known - 1 :], states[known:], strict=False):
            move = next(each for each in game.actions(before) if game.result(before, each) == after)
            prefix = "usermove " if self._features.get("usermove") == "1" else ""
            process.send(prefix + uci_name(game, before, move))
            self._told.append(after)

    def _control(self) -> list[str]:
        """The time control of a game."""
        if self.settings.seconds is None:
            return []
        minutes, seconds = divmod(max(1, round(SESSION * self.settings.seconds)), 60)
        return [f"level {SESSION} {minutes}:{seconds:02} 0"]

    def _running(self) -> EngineProcess:
        if self._process is not None and self._process.is_running:
            return self._process
        process = EngineProcess(self.settings.command)
        process.send("xboard")
        process.send("protover 2")
        self._process, self._features, self._told = process, _read_features(process), []
        for name, value in self.settings.options.items():
            process.send(f"option {name}={value}")
        return process


def _read_features(process: EngineProcess) -> dict[str, str]:
    """What the engine says that it can do; an engine of version 1 says nothing."""
    found: dict[str, str] = {}
    deadline = monotonic() + SILENCE
    while found.get("done") != "1":
        try:
            line = process.read(deadline - monotonic())
        except EngineError:
            if not process.is_running:
                raise
            return found
        if line.startswith("feature "):
            found.update((name, text.strip('"')) for name, text in FEATURE.findall(line))
            if found.get("done") == "0":
                deadline = monotonic() + PATIENCE
    return found
