"""m,n,k games: k in a row on a board of m rows and n columns. Tic-tac-toe and Gomoku are two."""

from adversario.games.lines.mnk.game import MNK, Gomoku
from adversario.games.lines.mnk.rules import State

__all__ = ["MNK", "Gomoku", "State"]
