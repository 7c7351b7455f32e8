"""Which names of players may come from data, such as a saved game, a page or a message.

Some names run code: programs that speak a protocol, and players and evaluations in Python files.
Only the command line may give these. The rule lists what is harmless, so that a new kind of player
is refused until it is added here.
"""

from __future__ import annotations

from adversario.algorithms.core.algorithm import ALGORITHMS

HARMLESS = ("random", "perfect", "equilibrium", "level")
"""Players of the package that are no algorithms."""

CODE_OPTIONS = ("evaluate",)
FILE_OPTIONS = ("weights", "tables")
"""Options of players whose values are files of data."""


def runs_no_code(text: str) -> bool:
    """Whether a player of that name runs nothing but the package; it may read files of data."""
    return _is_harmless(text, CODE_OPTIONS)


def reads_no_file(text: str) -> bool:
    """Whether a player of that name neither runs code nor reads any file."""
    return _is_harmless(text, (*CODE_OPTIONS, *FILE_OPTIONS))


def _is_harmless(text: str, refused: tuple[str, ...]) -> bool:
    name, _, rest = text.partition(":")
    options = {piece.partition("=")[0].strip() for piece in rest.split(",")}
    return (name in ALGORITHMS or name in HARMLESS) and options.isdisjoint(refused)
