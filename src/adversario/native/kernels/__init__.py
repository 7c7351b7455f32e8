"""The sources of compiled searches: plain functions over the rules of a game that is not yet known.

A kernel is a module of functions that call the rules as `self.actions(state)`, read the game's
constants as `self.players`, and are compiled once for each game, together with its rules. They
are never run as they stand.
"""

from typing import Any


class Rules:
    """Stands for the game in the source of a kernel."""

    def __getattr__(self, name: str) -> Any:
        """Only compiled kernels have rules."""
        raise AttributeError(name)


self: Any = Rules()
"""The game that a kernel will be compiled with."""
