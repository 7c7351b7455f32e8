"""Games: one file of rules each."""

from adversario.games.breakthrough import Breakthrough
from adversario.games.connect4 import ConnectFour
from adversario.games.grundy import Grundy
from adversario.games.hex import Hex
from adversario.games.kalah import Kalah
from adversario.games.kayles import DawsonsKayles, Kayles
from adversario.games.mnk import MNK, Gomoku
from adversario.games.nim import Nim
from adversario.games.octal import Octal
from adversario.games.othello import Othello
from adversario.games.pig import Pig
from adversario.games.registry import GAMES, make_game
from adversario.games.sums import Sum
from adversario.games.tictactoe import TicTacToe

__all__ = [
    "GAMES",
    "MNK",
    "Breakthrough",
    "ConnectFour",
    "DawsonsKayles",
    "Gomoku",
    "Grundy",
    "Hex",
    "Kalah",
    "Kayles",
    "Nim",
    "Octal",
    "Othello",
    "Pig",
    "Sum",
    "TicTacToe",
    "make_game",
]
