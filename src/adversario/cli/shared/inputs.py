"""The user's arguments as a game and a state: a file, standard input, a game, a notation."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from adversario.base.errors import InputError
from adversario.base.files import decode_text, is_file
from adversario.base.numbers import check_digits
from adversario.base.python.plugins import split_user_path
from adversario.game import Game
from adversario.games.registry import GAMES, make_game
from adversario.games.user_games import make_user_game
from adversario.trees import read_tree, tree_from_text


def game_of(source: str) -> Game[Any, Any]:
    """The game that the argument names.

    `-` is standard input, `name.py` a user's game, another file a tree in notation or JSON, a text
    with brackets or a number the notation itself, and anything else a game's name.
    """
    if not _is_text(source):
        raise InputError("cli.not_text", given=source)
    if source == "-":
        return tree_from_text(read_standard_input(), source="-")
    if parts := split_user_path(source):
        return make_user_game(*parts)
    if any(character in source for character in "({[") or _is_number(source):
        return tree_from_text(source)
    if ":" in source and source.partition(":")[0] in GAMES:
        return make_game(source)
    if "/" in source or Path(source).suffix or is_file(source):
        return read_tree(source)
    name = source.partition(":")[0]
    if name not in GAMES and is_file(f"{name}.py"):
        raise InputError("cli.is_file", name=name, file=f"{name}.py")
    return make_game(source)


def game_of_data(source: str, file: Path, given: str | None) -> Game[Any, Any]:
    """The game of a file of data: the one given on the command line, or else the one it names.

    Raises InputError if the file names anything but a game of the package or a tree in notation:
    loading a user's game runs its code.
    """
    if given is not None:
        return game_of(given)
    if source != "-" and split_user_path(source) is None:
        if any(character in source for character in "({[") or _is_number(source):
            return tree_from_text(source)
        if source.partition(":")[0] in GAMES:
            return make_game(source)
    raise InputError("saved.names_file", file=file, source=source)


def read_standard_input() -> str:
    """The text of standard input; raises InputError if it is not UTF-8."""
    raw = getattr(sys.stdin, "buffer", None)
    return sys.stdin.read() if raw is None else decode_text(raw.read(), "-")


def state_of(game: Game[Any, Any], position: str | None) -> Any:
    """The state in the given notation; the initial one if `position` is None."""
    if position is None:
        return game.initial()
    if not _is_text(position):
        raise InputError("cli.not_text", given=position)
    return game.parse_position(check_digits(position))


def _is_text(argument: str) -> bool:
    """Whether an argument of the command line was text, and not bytes without a meaning."""
    try:
        argument.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
