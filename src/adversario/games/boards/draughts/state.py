"""A position and a move."""

from __future__ import annotations

from typing import NamedTuple


class State(NamedTuple):
    """The pieces of Black and of White, and which of all are kings; a bit for each dark square.

    `turn` is 0 for who began the game. `quiet` counts the plies since a piece was captured or a man
    moved. All of it tells positions apart: with many quiet plies a draw is nearer.
    """

    black: int
    white: int
    kings: int
    turn: int
    quiet: int = 0


class Move(NamedTuple):
    """A piece goes from one square to another; what it captures on its way, however long, is gone.

    `captured` is a set of squares. `crowned` says that a man has become a king.
    """

    origin: int
    target: int
    captured: int = 0
    crowned: int = 0
