"""From what the user names to a game and a state: a file, standard input, a game, a notation."""

from __future__ import annotations

import importlib.util
import sys
import traceback
from inspect import isabstract
from pathlib import Path
from types import ModuleType
from typing import Any

from adversario.errors import InputError
from adversario.game import Game
from adversario.games.registry import build, make_game
from adversario.trees import read_tree, tree_from_text

OWN_FILES: set[str] = set()
"""The files of the user's own that were loaded as games."""


def game_of(source: str) -> Game[Any, Any]:
    """The game that the argument stands for.

    `-` is standard input, `name.py` a game of the user's own, another file a tree in notation or
    JSON, a text with brackets or a number the notation itself, and anything else a game's name.
    """
    if source == "-":
        return tree_from_text(sys.stdin.read(), source="-")
    file, dot_py, rest = source.partition(".py")
    if dot_py and (not rest or rest.startswith(":")):
        return _own_game(Path(file + dot_py), rest.removeprefix(":"))
    if any(character in source for character in "({[") or _is_number(source):
        return tree_from_text(source)
    if "/" in source or Path(source).suffix or Path(source).is_file():
        return read_tree(source)
    return make_game(source)


def state_of(game: Game[Any, Any], position: str | None) -> Any:
    """The state that the position stands for; the initial one if there is none."""
    return game.initial() if position is None else game.parse_position(position)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _own_game(path: Path, rest: str) -> Game[Any, Any]:
    """The game class of a Python file, of that name if the file has several, with options."""
    name, _, options = rest.partition(":")
    if "=" in name:
        name, options = "", name
    classes = {
        kind.__name__: kind
        for kind in vars(_module(path)).values()
        if isinstance(kind, type) and issubclass(kind, Game) and kind.__module__ == path.stem
    }
    found = [kind for key, kind in classes.items() if name in ("", key)]
    if len(found) != 1:
        raise InputError("cli.own_game", file=path, name=name, found=", ".join(classes) or "-")
    if isabstract(found[0]):
        missing = ", ".join(sorted(found[0].__abstractmethods__))
        raise InputError("cli.abstract", file=path, name=found[0].__name__, missing=missing)
    return build(found[0].__name__, found[0], options)


def _module(path: Path) -> ModuleType:
    if not path.is_file():
        raise InputError("cli.no_file", file=path)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise InputError("cli.no_file", file=path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    OWN_FILES.add(str(path))
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise fault_of_own_file(error) or error from None
    return module


def fault_of_own_file(error: Exception) -> InputError | None:
    """The error as one of the user's own file, with its line, if it arose there."""
    frames = [(f.filename, f.lineno) for f in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError):
        frames.append((error.filename or "", error.lineno))
    for file, line in reversed(frames):
        if file in OWN_FILES:
            problem = f"{type(error).__name__}: {error}"
            return InputError("cli.broken_file", file=file, line=line, problem=problem)
    return None
