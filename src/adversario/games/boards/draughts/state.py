"""A position and a move."""

from __future__ import annotations

from typing import NamedTuple


class State(NamedTuple):
    """The pieces of Black and of White, and the kings among them; a bit for each dark square.

    `turn` is 0 for the player who began the game. `quiet` counts the plies since a piece was
    captured or a man moved. It is part of the position: with more quiet plies a draw is nearer.
    """

    black: int
    white: int
    kings: int
    turn: int
    quiet: int = 0


class Move(NamedTuple):
    """A piece goes from one square to another and captures the pieces on its path.

    `captured` is a set of squares. `crowned` is whether a man has become a king.
    """

    origin: int
    target: int
    captured: int = 0
    crowned: int = 0
