"""External programs as opponents: those that the command line names, and no others.

A page knows an engine by a number. Each worker keeps its own program of an engine. The program gets
the whole game with every request, so that it does not matter which worker asks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from os.path import basename
from shlex import split
from typing import Any

from adversario.arena.player import choose
from adversario.arena.searchers import player_factory
from adversario.base.errors import InputError
from adversario.game import Game
from adversario.protocols.process import EngineError
from adversario.protocols.settings import EngineSettings

PREFIX = "engine:"
GAMES = {"uci": ("chess",), "xboard": ("chess",), "gtp": ("go", "hex")}
"""The games of each protocol."""


class EngineFailedError(Exception):
    """A program ended, was silent, or made an illegal move: it has lost the game."""

    def __init__(self, problem: EngineError | InputError) -> None:
        super().__init__(str(problem))
        self.problem = problem


@dataclass(frozen=True)
class Engine:
    """An engine under the name by which pages know it; `player` is its name in a match."""

    name: str
    player: str

    @property
    def games(self) -> tuple[str, ...]:
        """The games that it plays."""
        return GAMES[self.player.partition(":")[0]]

    @property
    def settings(self) -> EngineSettings | None:
        """Its command, limits and options; None for a protocol that has only a command."""
        return getattr(self._player, "settings", None)

    @property
    def timed(self) -> bool:
        """Whether the page may say how long it thinks: unless its depth or nodes are given."""
        given = self.settings
        return given is not None and given.depth is None and given.nodes is None

    @property
    def title(self) -> str:
        """The name of its program and its options."""
        given, command = self.settings, self.player.partition(":")[2]
        options = ""
        if given is not None:
            command = given.command
            options = ", ".join(f"{name} {value}" for name, value in given.options.items())
        program = basename((split(command) or [command])[0])
        return f"{program} ({options})" if options else program

    @cached_property
    def _player(self) -> Any:
        return player_factory(self.player)(0)

    def move(self, game: Game[Any, Any], states: Sequence[Any], seconds: float | None) -> Any:
        """The program's move after these states; EngineFailedError if it makes none."""
        player = self._player
        if self.timed and seconds is not None:
            player.settings = replace(player.settings, seconds=max(0.01, seconds))
        try:
            return choose(player, game, states[-1], states)
        except EngineError as error:
            player.close()
            raise EngineFailedError(error) from None
        except BaseException:  # stopped: the answer that is due must not be taken for a later one
            player.close()
            raise


class Engines:
    """The engines that are offered, by name."""

    def __init__(self, players: Sequence[str] = ()) -> None:
        for each in players:
            if each.partition(":")[0] not in GAMES:
                raise InputError("web.engine", given=each, known=", ".join(f"{k}:" for k in GAMES))
            player_factory(each)
        self._engines = {
            f"{PREFIX}{number}": Engine(f"{PREFIX}{number}", player)
            for number, player in enumerate(players, start=1)
        }

    def __iter__(self) -> Iterator[Engine]:
        return iter(self._engines.values())

    def get(self, name: str) -> Engine | None:
        """The engine of that name; None if there is none."""
        return self._engines.get(name)


NO_ENGINES = Engines()
