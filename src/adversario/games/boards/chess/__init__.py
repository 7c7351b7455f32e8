"""Chess, on boards of several sizes, and endings without pawns."""

from adversario.games.boards.chess.game import Chess
from adversario.games.boards.chess.state import State

__all__ = ["Chess", "State"]
