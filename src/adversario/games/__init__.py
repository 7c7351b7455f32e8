"""Games: one file of rules each."""

from typing import TYPE_CHECKING

from adversario.base.lazy import lazy_names

if TYPE_CHECKING:
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
    from adversario.games.registry import GAMES, make_game

__all__ = [
    "GAMES",
    "MNK",
    "BrazilianDraughts",
    "Breakthrough",
    "Checkers",
    "ConnectFour",
    "DawsonsKayles",
    "Endings",
    "Gomoku",
    "Gridworld",
    "Grundy",
    "Hex",
    "InternationalDraughts",
    "ItalianDraughts",
    "Kalah",
    "Kayles",
    "Minesweeper",
    "Morris",
    "Negotiation",
    "Nim",
    "Octal",
    "Othello",
    "Pacman",
    "Pig",
    "RussianDraughts",
    "SpanishDraughts",
    "Territory",
    "Tetris",
    "TicTacToe",
    "Twenty48",
    "Wide2048",
    "make_game",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, __all__)
