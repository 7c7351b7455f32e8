"""From what the user names to a game and a state: a file, standard input, a game, a notation."""

from __future__ import annotations

import sys
from inspect import isabstract
from pathlib import Path
from typing import Any

from adversario.base.errors import InputError
from adversario.base.plugins import load_own, split_own
from adversario.game import Game
from adversario.games.registry import GAMES, build, make_game
from adversario.trees import read_tree, tree_from_text


def game_of(source: str) -> Game[Any, Any]:
    """The game that the argument stands for.

    `-` is standard input, `name.py` a game of the user's own, another file a tree in notation or
    JSON, a text with brackets or a number the notation itself, and anything else a game's name.
    """
    if source == "-":
        return tree_from_text(sys.stdin.read(), source="-")
    if own := split_own(source):
        return _own_game(*own)
    if any(character in source for character in "({[") or _is_number(source):
        return tree_from_text(source)
    if ":" in source and source.partition(":")[0] in GAMES:
        return make_game(source)
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
        for kind in vars(load_own(path)).values()
        if isinstance(kind, type) and issubclass(kind, Game) and kind.__module__ == path.stem
    }
    found = [kind for key, kind in classes.items() if name in ("", key)]
    if len(found) != 1:
        raise InputError("cli.own_game", file=path, name=name, found=", ".join(classes) or "-")
    if isabstract(found[0]):
        missing = ", ".join(sorted(found[0].__abstractmethods__))
        raise InputError("cli.abstract", file=path, name=found[0].__name__, missing=missing)
    return build(found[0].__name__, found[0], options)
