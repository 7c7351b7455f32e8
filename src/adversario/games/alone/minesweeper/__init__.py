"""Minesweeper as a game against nature, with exact probabilities of mines."""

from adversario.games.alone.minesweeper.notation import HIDDEN, MINE
from adversario.games.alone.minesweeper.rules import Minesweeper, State

__all__ = ["HIDDEN", "MINE", "Minesweeper", "State"]
