"""The games by name, and how a name with options becomes a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from inspect import Parameter, signature
from typing import Any

from adversario.base.errors import InputError
from adversario.game import Game
from adversario.games.alone.gridworld import Gridworld
from adversario.games.alone.minesweeper import Minesweeper
from adversario.games.alone.tetris import Tetris
from adversario.games.alone.twenty48 import Twenty48
from adversario.games.alone.wide2048 import Wide2048
from adversario.games.boards.breakthrough import Breakthrough
from adversario.games.boards.chess.endings import Endings
from adversario.games.boards.draughts import (
    BrazilianDraughts,
    Checkers,
    InternationalDraughts,
    ItalianDraughts,
    RussianDraughts,
    SpanishDraughts,
)
from adversario.games.boards.kalah import Kalah
from adversario.games.boards.othello import Othello
from adversario.games.dice.pig import Pig
from adversario.games.heaps.grundy import Grundy
from adversario.games.heaps.kayles import DawsonsKayles, Kayles
from adversario.games.heaps.nim import Nim
from adversario.games.heaps.octal import Octal
from adversario.games.lines.connect4 import ConnectFour
from adversario.games.lines.hex import Hex
from adversario.games.lines.mnk import MNK, Gomoku
from adversario.games.lines.morris import Morris
from adversario.games.lines.tictactoe import TicTacToe
from adversario.games.many.negotiation import Negotiation
from adversario.games.many.territory import Territory
from adversario.games.pacman import Pacman
from adversario.games.weights import weighted, weights_of

GAMES: Mapping[str, type[Game[Any, Any]]] = {
    "brazilian-draughts": BrazilianDraughts,
    "breakthrough": Breakthrough,
    "checkers": Checkers,
    "connect4": ConnectFour,
    "dawson": DawsonsKayles,
    "endings": Endings,
    "gomoku": Gomoku,
    "gridworld": Gridworld,
    "grundy": Grundy,
    "hex": Hex,
    "international-draughts": InternationalDraughts,
    "italian-draughts": ItalianDraughts,
    "kalah": Kalah,
    "kayles": Kayles,
    "minesweeper": Minesweeper,
    "mnk": MNK,
    "morris": Morris,
    "negotiation": Negotiation,
    "nim": Nim,
    "octal": Octal,
    "othello": Othello,
    "pacman": Pacman,
    "pig": Pig,
    "russian-draughts": RussianDraughts,
    "spanish-draughts": SpanishDraughts,
    "territory": Territory,
    "tetris": Tetris,
    "tictactoe": TicTacToe,
    "twenty48": Twenty48,
    "wide2048": Wide2048,
}


def make_game(text: str) -> Game[Any, Any]:
    """The game that a name such as `nim` or `nim:heaps=3-4-5,misere=yes` stands for."""
    name, _, options = text.partition(":")
    if name not in GAMES:
        known, close = ", ".join(GAMES), get_close_matches(name, GAMES, n=1)
        if close:
            raise InputError("registry.close", name=name, close=close[0], known=known)
        raise InputError("registry.unknown", name=name, known=known)
    return build(name, GAMES[name], options)


def build(name: str, factory: Callable[..., Game[Any, Any]], options: str) -> Game[Any, Any]:
    """The game that the factory makes of options written `option=value,option=value`.

    Any game takes `weights=FILE` besides: what its features are worth.
    """
    weights = None
    accepted = signature(factory).parameters
    given: dict[str, object] = {}
    for piece in filter(None, (part.strip() for part in options.split(","))):
        option, equals, value = piece.partition("=")
        if option == "weights" and equals and option not in accepted:
            weights = value
            continue
        if not equals or option not in accepted:
            known = ", ".join(f"{key}={shown(p.default)}" for key, p in accepted.items())
            raise InputError("registry.option", name=name, option=piece, known=known or "-")
        given[option] = _read(name, accepted[option], value)
    game = factory(**given)
    return game if weights is None else weighted(game, weights_of(weights, game.name))


def _read(name: str, option: Parameter, value: str) -> object:
    """A value of the kind that the option's default is of."""
    default = option.default
    try:
        if isinstance(default, bool):
            return {"yes": True, "no": False, "true": True, "false": False}[value.lower()]
        if isinstance(default, tuple):
            return tuple(int(part) for part in value.split("-"))
        return type(default)(value)
    except (KeyError, ValueError):
        raise InputError(
            "registry.value", name=name, option=option.name, value=value, example=shown(default)
        ) from None


def shown(default: object) -> str:
    """An option's value as the command line writes it."""
    if isinstance(default, bool):
        return "yes" if default else "no"
    return "-".join(map(str, default)) if isinstance(default, tuple) else str(default)
