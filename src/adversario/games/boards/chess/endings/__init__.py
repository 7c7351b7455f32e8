"""Chess endings without pawns: White's king and a few pieces against the bare king."""

from adversario.games.boards.chess.endings.game import Endings
from adversario.games.boards.chess.endings.rules import CAPTURED, LETTERS, State

__all__ = ["CAPTURED", "LETTERS", "Endings", "State"]
