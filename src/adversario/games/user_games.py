"""Games of users: the classes in a Python file."""

from __future__ import annotations

from inspect import Parameter, isabstract, signature
from pathlib import Path
from typing import Any

from adversario.base.errors import InputError
from adversario.base.python.plugins import load_user_module
from adversario.contract.checking.declaration import require_declaration
from adversario.game import Game
from adversario.games.registry import build


def game_classes(path: Path) -> dict[str, type[Game[Any, Any]]]:
    """The games that a file defines, by class name; abstract ones included."""
    module = load_user_module(path)
    return {
        kind.__name__: kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Game) and kind.__module__ == module.__name__
    }


def make_user_game(path: Path, rest: str) -> Game[Any, Any]:
    """The game of a file, as in `file.py:Name:option=value`, where `rest` follows the first colon.

    Raises InputError if the name is missing and the file has several games, or none; if the class
    is abstract; or if an option is wrong. Raises GameError if what the game declares means nothing.
    """
    name, _, options = rest.partition(":")
    if "=" in name:
        name, options = "", name
    classes = game_classes(path)
    found = [kind for key, kind in classes.items() if name in ("", key)]
    if len(found) != 1:
        raise InputError("user_file.game", file=path, name=name, found=", ".join(classes) or "-")
    (kind,) = found
    if isabstract(kind):
        missing = ", ".join(sorted(kind.__abstractmethods__))
        raise InputError("user_file.abstract", file=path, name=kind.__name__, missing=missing)
    game = build(kind.__name__, kind, options)
    require_declaration(game)
    return game


def playable_classes(path: Path) -> dict[str, type[Game[Any, Any]]]:
    """The games of a file that can be made without options, by class name.

    Raises InputError if there are none, or if an option has no default.
    """
    found = game_classes(path)
    games = {name: kind for name, kind in found.items() if not isabstract(kind)}
    if not games:
        raise InputError("user_file.game", file=path, name="", found=", ".join(found) or "-")
    for name, kind in games.items():
        options = signature(kind).parameters.values()
        if missing := [each.name for each in options if each.default is Parameter.empty]:
            raise InputError("user_file.default", file=path, name=name, missing=", ".join(missing))
    return games
