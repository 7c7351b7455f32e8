"""Connect Four: drop stones into columns; four in a row wins."""

from adversario.games.lines.connect4.game import ConnectFour
from adversario.games.lines.connect4.rules import State

__all__ = ["ConnectFour", "State"]
