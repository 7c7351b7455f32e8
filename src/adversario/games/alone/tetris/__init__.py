"""Tetris by placement: turn the piece, choose its column and drop it."""

from adversario.games.alone.tetris.game import Tetris
from adversario.games.alone.tetris.rules import PIECES, SHAPES, State

__all__ = ["PIECES", "SHAPES", "State", "Tetris"]
