"""A position of Pac-Man."""

from __future__ import annotations

from typing import NamedTuple


class State(NamedTuple):
    """A position: cells by their number in the maze, and the state of ghosts, food and capsules.

    For each ghost there are its cell, its last direction (STOP if it has not moved since it left
    its home) and the number of turns for which it is still scared. Bit i % 63 of word i // 63 of
    `food` is the i-th piece of food, bit i of `capsules` the i-th capsule. `turn` is 0 for Pac-Man,
    and i for the i-th ghost.
    """

    pacman: int
    ghosts: tuple[int, ...]
    headings: tuple[int, ...]
    scared: tuple[int, ...]
    food: tuple[int, ...]
    capsules: int
    score: int
    turn: int
    caught: bool
