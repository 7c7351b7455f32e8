"""What the contestants of Pac-Man decide: a maze with two ghosts, and positions in it.

A position is reached by moves of Pac-Man and the ghosts in turn, given as numbers: the so-many-th
of the legal moves, in the order up, right, down, left, stop, counted around.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from adversario.games.pacman import maze

ROWS = (Path(maze.__file__).parent / "layouts" / "medium.lay").read_text().splitlines()
DEPTH = 4
"""How many moves of everybody are looked ahead."""

_DICE = Random(6)
LINES = tuple(
    tuple(int(60 * _DICE.random()) for _ in range(3 * rounds)) for rounds in range(4, 16)
    for _ in range(4)
)  # fmt: skip
"""For each position, which moves to take; one in which Pac-Man is eaten before is left out."""

WORK = {"minimax": (20738, 1341), "expectimax": (95335, 1369)}
"""Nodes visited for all decisions, and a sum of the actions: the same for who does the same."""
