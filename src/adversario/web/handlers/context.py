"""The context of a job: the games, the language, and the function for updates."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from inspect import signature
from pathlib import Path
from typing import Any

from adversario.base.catalogue import message, templates, text
from adversario.base.errors import InputError
from adversario.base.suggest import did_you_mean
from adversario.contract.checking.declaration import require_declaration
from adversario.contract.presentation import presented
from adversario.course.course import Course, shipped_course
from adversario.game import Game
from adversario.games.options import format_option
from adversario.games.registry import GAMES, build
from adversario.games.user_games import playable_classes
from adversario.web.handlers.engines import NO_ENGINES, Engines

LONGEST_OPTION = 200
"""The most characters of an option's value."""

PATH = re.compile(r"[/\\:~]|\.\.|\.[^\W\d]\w*$")
"""What the path of a file has and a plain name has not: folders, a drive, a suffix."""

KEPT = 24
"""The number of game objects kept, so that compiled code is reused by the next request."""


def shows_all(kind: type[Game[Any, Any]]) -> bool:
    """Whether all players of a game see the whole state, and every choice as it is made."""
    return kind.perfect_information and not kind.simultaneous


class OfferedGames:
    """The games by name: those of the package and the user's own.

    Most pages show a whole state to all users, so games in which players do not see all of it, or
    move at once, are kept apart: `hidden`, which only `seat` requests play.
    """

    def __init__(self, own: Mapping[str, type[Game[Any, Any]]]) -> None:
        self.own = own
        every = {**own, **GAMES}
        self.kinds = {name: kind for name, kind in every.items() if shows_all(kind)}
        self.hidden = {name: kind for name, kind in every.items() if not shows_all(kind)}
        self._made: OrderedDict[tuple[str, str], Game[Any, Any]] = OrderedDict()

    def kind_of(self, name: str) -> type[Game[Any, Any]]:
        """The class of a game of that name."""
        return self.hidden[name] if name in self.hidden else self.kinds[name]

    def make(
        self, name: str, options: Mapping[str, str], *, hidden: bool = False
    ) -> Game[Any, Any]:
        """The game of that name with those options; raises InputError if there is none.

        One in which players do not see everything is made only if `hidden` is allowed.
        """
        if name not in self.kinds and not (hidden and name in self.hidden):
            known, close = ", ".join(self.kinds), did_you_mean(name, self.kinds)
            raise InputError("registry.unknown", name=name[:60], close=close, known=known)
        for option, value in options.items():
            self._check_option(name, option, value)
        written = ",".join(f"{option}={value}" for option, value in sorted(options.items()))
        key = name, written
        if key not in self._made:
            game = build(name, self.kind_of(name), written, files=False)
            require_declaration(game)
            self._made[key] = game
        self._made.move_to_end(key)
        if len(self._made) > KEPT:
            self._made.popitem(last=False)
        return self._made[key]

    def _check_option(self, name: str, option: str, value: str) -> None:
        """Raise InputError if the text cannot be an option, or may be the path of a file.

        Which options of its games name files, the package knows. A game of the user's may open
        whatever it is given, so that it is given no paths, except its own default.
        """
        if max(len(option), len(value)) > LONGEST_OPTION or not (option + value).isprintable():
            problem = message("web.option.text", most=LONGEST_OPTION)
        elif {",", "="} & {*option, *value}:
            problem = message("web.option.separator")
        elif name in self.own and PATH.search(value) and not self._is_default(name, option, value):
            problem = message("web.option.path")
        else:
            return
        raise InputError("web.option", option=option[:60], value=value[:60], problem=problem)

    def _is_default(self, name: str, option: str, value: str) -> bool:
        known = signature(self.kinds[name]).parameters.get(option)
        return known is not None and format_option(known.default) == value


def own_games(file: Path | None) -> dict[str, type[Game[Any, Any]]]:
    """The games of a user's Python file, by class name; empty without a file."""
    return {} if file is None else playable_classes(file)


@dataclass(frozen=True)
class Context:
    """The context of one job.

    `update` is called with the updates of a streaming request. `compiled` says whether the worker
    has the game's machine code; without it, players use the interpreter. `course` is the one that
    is shown; `engines` are the external programs that can be played against.
    """

    games: OfferedGames
    lang: str
    update: Callable[[Any], None]
    compiled: bool = True
    course: Course = field(default_factory=shipped_course)
    engines: Engines = NO_ENGINES

    def text(self, id: str, /, **details: object) -> str:  # noqa: A002
        """The catalogue's text in the language of the request."""
        return text(id, self.lang, **details)

    def players(self, game: Game[Any, Any]) -> list[str]:
        """The names of the players of a game, for people."""
        return [side.text(self.lang) for side in presented(game).appearance().sides][: game.players]

    def action(self, name: str) -> str:
        """The label of an action: its name, unless that is a word that the catalogue has."""
        return templates(self.lang).get(f"action.{name}", name)

    def title(self, name: str, otherwise: str) -> str:
        """The title of a game or a search; `otherwise` if the catalogue has none."""
        return templates(self.lang).get(f"web.title.{name}", otherwise)
