"""Hex: connect your two sides of the board. One player always does, and never both."""

from adversario.games.lines.hex.game import Hex
from adversario.games.lines.hex.rules import SWAP, State

__all__ = ["SWAP", "Hex", "State"]
