"""Games: one file of rules each."""

from adversario.games.breakthrough import Breakthrough
from adversario.games.connect4 import ConnectFour
from adversario.games.draughts import (
    BrazilianDraughts,
    Checkers,
    InternationalDraughts,
    ItalianDraughts,
    RussianDraughts,
    SpanishDraughts,
)
from adversario.games.endings import Endings
from adversario.games.gridworld import Gridworld
from adversario.games.grundy import Grundy
from adversario.games.hex import Hex
from adversario.games.kalah import Kalah
from adversario.games.kayles import DawsonsKayles, Kayles
from adversario.games.minesweeper import Minesweeper
from adversario.games.mnk import MNK, Gomoku
from adversario.games.morris import Morris
from adversario.games.negotiation import Negotiation
from adversario.games.nim import Nim
from adversario.games.octal import Octal
from adversario.games.othello import Othello
from adversario.games.pacman import Pacman
from adversario.games.pig import Pig
from adversario.games.registry import GAMES, make_game
from adversario.games.sums import Sum
from adversario.games.territory import Territory
from adversario.games.tetris import Tetris
from adversario.games.tictactoe import TicTacToe
from adversario.games.twenty48 import Twenty48
from adversario.games.wide2048 import Wide2048

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
    "Sum",
    "Territory",
    "Tetris",
    "TicTacToe",
    "Twenty48",
    "Wide2048",
    "make_game",
]
