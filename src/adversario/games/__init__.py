"""Games: one file of rules each."""

from adversario.games.connect4 import ConnectFour
from adversario.games.nim import Nim
from adversario.games.pig import Pig
from adversario.games.registry import GAMES, make_game
from adversario.games.tictactoe import TicTacToe

__all__ = ["GAMES", "ConnectFour", "Nim", "Pig", "TicTacToe", "make_game"]
