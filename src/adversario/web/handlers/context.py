"""The context of a job: the games, the language, and the function for updates."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adversario.base.catalogue import templates, text
from adversario.base.errors import InputError
from adversario.game import Game
from adversario.games.registry import GAMES, build
from adversario.games.user_games import playable_classes

KEPT = 24
"""The number of game objects kept, so that compiled code is reused by the next request."""


class OfferedGames:
    """The games by name: those of the package and the user's own."""

    def __init__(self, own: Mapping[str, type[Game[Any, Any]]]) -> None:
        self.own = own
        self.kinds = {**own, **GAMES}
        self._made: OrderedDict[tuple[str, str], Game[Any, Any]] = OrderedDict()

    def make(self, name: str, options: Mapping[str, str]) -> Game[Any, Any]:
        """The game of that name with those options; raises InputError if there is none."""
        if name not in self.kinds:
            known = ", ".join(self.kinds)
            raise InputError("registry.unknown", name=name[:60], known=known)
        for option, value in options.items():
            if {",", "="} & {*option, *value}:
                raise InputError("web.option", option=option[:60], value=value[:60])
        written = ",".join(f"{option}={value}" for option, value in sorted(options.items()))
        key = name, written
        if key not in self._made:
            self._made[key] = build(name, self.kinds[name], written)
        self._made.move_to_end(key)
        if len(self._made) > KEPT:
            self._made.popitem(last=False)
        return self._made[key]


def own_games(file: Path | None) -> dict[str, type[Game[Any, Any]]]:
    """The games of a user's Python file, by class name; empty without a file."""
    return {} if file is None else playable_classes(file)


@dataclass(frozen=True)
class Context:
    """The context of one job.

    `update` is called with the updates of a streaming request. `compiled` says whether the worker
    has the game's machine code; without it, players use the interpreter.
    """

    games: OfferedGames
    lang: str
    update: Callable[[Any], None]
    compiled: bool = True

    def text(self, id: str, /, **details: object) -> str:  # noqa: A002
        """The catalogue's text in the language of the request."""
        return text(id, self.lang, **details)

    def title(self, name: str, otherwise: str) -> str:
        """The title of a game or a search; `otherwise` if the catalogue has none."""
        return templates(self.lang).get(f"web.title.{name}", otherwise)
