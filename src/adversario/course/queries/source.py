"""What a query is about: a game by name, or a tree in its notation, and a position of it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from adversario.base.errors import InputError
from adversario.base.suggest import did_you_mean
from adversario.game import CHANCE, Game
from adversario.games.registry import GAMES, build
from adversario.trees import tree_from_text


@lru_cache(maxsize=64)
def game_of(source: str) -> Game[Any, Any]:
    """The game of a name with options, or the tree of a text; no file of the user's is opened."""
    if "(" in source:
        return tree_from_text(source)
    name, _, options = source.partition(":")
    if name not in GAMES:
        known, close = ", ".join(GAMES), did_you_mean(name, GAMES)
        raise InputError("registry.unknown", name=name[:60], close=close, known=known)
    return build(name, GAMES[name], options, files=False)


def state_of(game: Game[Any, Any], moves: str) -> Any:
    """The state after these moves, which are separated by spaces."""
    state = game.initial()
    for name in moves.split():
        state = game.result(state, parse_move(game, state, name))
    return state


def parse_move(game: Game[Any, Any], state: Any, name: str) -> Any:
    """The action of that name, or the outcome of chance."""
    if not game.is_terminal(state) and game.player(state) == CHANCE:
        outcomes = {game.action_name(state, each): each for each, _ in game.chances(state)}
        if name not in outcomes:
            raise InputError("course.outcome", name=name[:60], known=", ".join(outcomes))
        return outcomes[name]
    return game.parse_action(state, name)
