"""The user's arguments as a game and a state: a file, standard input, a game, a notation."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from adversario.base.plugins import split_user_path
from adversario.game import Game
from adversario.games.registry import GAMES, make_game
from adversario.games.user_games import make_user_game
from adversario.trees import read_tree, tree_from_text


def game_of(source: str) -> Game[Any, Any]:
    """The game that the argument names.

    `-` is standard input, `name.py` a user's game, another file a tree in notation or JSON, a text
    with brackets or a number the notation itself, and anything else a game's name.
    """
    if source == "-":
        return tree_from_text(sys.stdin.read(), source="-")
    if parts := split_user_path(source):
        return make_user_game(*parts)
    if any(character in source for character in "({[") or _is_number(source):
        return tree_from_text(source)
    if ":" in source and source.partition(":")[0] in GAMES:
        return make_game(source)
    if "/" in source or Path(source).suffix or Path(source).is_file():
        return read_tree(source)
    return make_game(source)


def state_of(game: Game[Any, Any], position: str | None) -> Any:
    """The state in the given notation; the initial one if `position` is None."""
    return game.initial() if position is None else game.parse_position(position)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
