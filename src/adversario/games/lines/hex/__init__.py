"""Hex: connect your two sides of the board. Exactly one player does."""

from adversario.games.lines.hex.game import Hex
from adversario.games.lines.hex.rules import SWAP, State

__all__ = ["SWAP", "Hex", "State"]
