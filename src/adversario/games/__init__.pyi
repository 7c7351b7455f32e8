# Written by `make games`.
# ruff: noqa: I001

from adversario.games.alone.gridworld import Gridworld as Gridworld
from adversario.games.alone.minesweeper.rules import Minesweeper as Minesweeper
from adversario.games.alone.tetris.game import Tetris as Tetris
from adversario.games.alone.twenty48.game import Twenty48 as Twenty48
from adversario.games.alone.wide2048 import Wide2048 as Wide2048
from adversario.games.boards.breakthrough import Breakthrough as Breakthrough
from adversario.games.boards.chess.endings.game import Endings as Endings
from adversario.games.boards.draughts.game import BrazilianDraughts as BrazilianDraughts
from adversario.games.boards.draughts.game import Checkers as Checkers
from adversario.games.boards.draughts.game import InternationalDraughts as InternationalDraughts
from adversario.games.boards.draughts.game import ItalianDraughts as ItalianDraughts
from adversario.games.boards.draughts.game import RussianDraughts as RussianDraughts
from adversario.games.boards.draughts.game import SpanishDraughts as SpanishDraughts
from adversario.games.boards.kalah import Kalah as Kalah
from adversario.games.boards.othello.game import Othello as Othello
from adversario.games.dice.backgammon.game import Backgammon as Backgammon
from adversario.games.dice.pig import Pig as Pig
from adversario.games.heaps.grundy import Grundy as Grundy
from adversario.games.heaps.kayles import DawsonsKayles as DawsonsKayles
from adversario.games.heaps.kayles import Kayles as Kayles
from adversario.games.heaps.nim import Nim as Nim
from adversario.games.heaps.octal import Octal as Octal
from adversario.games.lines.connect4.game import ConnectFour as ConnectFour
from adversario.games.lines.hex.game import Hex as Hex
from adversario.games.lines.mnk.game import Gomoku as Gomoku
from adversario.games.lines.mnk.game import MNK as MNK
from adversario.games.lines.morris import Morris as Morris
from adversario.games.lines.tictactoe import TicTacToe as TicTacToe
from adversario.games.many.negotiation import Negotiation as Negotiation
from adversario.games.many.territory import Territory as Territory
from adversario.games.pacman.game import Pacman as Pacman
from adversario.games.registry import GAMES as GAMES
from adversario.games.registry import make_game as make_game
from adversario.games.registry import register as register
