"""Go: surround more points than the opponent."""

from adversario.games.boards.go.board import PASS, State
from adversario.games.boards.go.game import Go

__all__ = ["PASS", "Go", "State"]
