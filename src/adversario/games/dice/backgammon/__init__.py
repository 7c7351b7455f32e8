"""Backgammon: a race of fifteen men each, by the throw of two dice; a play is one action."""

from adversario.games.dice.backgammon.board import BAR, Board
from adversario.games.dice.backgammon.game import Backgammon
from adversario.games.dice.backgammon.rules import PASS, State

__all__ = ["BAR", "PASS", "Backgammon", "Board", "State"]
