"""PGN, the Portable Game Notation (Steven Edwards, 1994), with comments and variations."""

from adversario.records.pgn.game import Pgn, PgnMove
from adversario.records.pgn.read import PgnError, read_pgn
from adversario.records.pgn.write import write_pgn

__all__ = ["Pgn", "PgnError", "PgnMove", "read_pgn", "write_pgn"]
