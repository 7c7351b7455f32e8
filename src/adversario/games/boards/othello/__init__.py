"""Othello, also known as Reversi, on boards of 4x4, 6x6 and 8x8."""

from adversario.games.boards.othello.game import Othello
from adversario.games.boards.othello.rules import PASS, State

__all__ = ["PASS", "Othello", "State"]
