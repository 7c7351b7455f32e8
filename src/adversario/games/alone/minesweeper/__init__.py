"""Minesweeper as a game against chance, with exact probabilities of mines."""

from adversario.games.alone.minesweeper.notation import HIDDEN, MINE
from adversario.games.alone.minesweeper.rules import Minesweeper, State

__all__ = ["HIDDEN", "MINE", "Minesweeper", "State"]
