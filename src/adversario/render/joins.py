"""The lines that join the nodes of an information set, below the shapes of one level.

No text is there: names and values are beside the shapes, and the labels of edges near the children.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

LANE = 6.0
"""The distance of the lines of two sets that overlap."""

_FIRST, _FREE = 30.0, 3  # from the middle of a level to its first line; lines that fit anyway


class InSet(NamedTuple):
    """A drawn node of a set: the set, its level, its index in the picture and its x."""

    set: str
    depth: int
    at: int
    x: float


class Join(NamedTuple):
    """A line between two neighbours of a set, by their indices, at a height below their level."""

    first: int
    second: int
    below: float


def joins(nodes: Sequence[InSet]) -> list[Join]:
    """The lines between neighbours of a set on one level; sets that overlap differ in height."""
    families: dict[tuple[int, str], list[InSet]] = {}
    for node in nodes:
        families.setdefault((node.depth, node.set), []).append(node)
    ends: dict[int, list[float]] = {}  # by level: where each line ends
    found: list[Join] = []
    together = [sorted(each, key=lambda node: node.x) for each in families.values()]
    for family in sorted(together, key=lambda each: (each[0].depth, each[0].x)):
        if len(family) == 1:
            continue
        lanes = ends.setdefault(family[0].depth, [])
        lane = next((n for n, end in enumerate(lanes) if end < family[0].x), len(lanes))
        lanes[lane : lane + 1] = [family[-1].x]
        below = _FIRST + LANE * lane
        found += [Join(one.at, other.at, below) for one, other in pairwise(family)]
    return found


def room(below: float) -> float:
    """The room that a line needs beyond the height of a level."""
    return max(0.0, below - _FIRST - LANE * (_FREE - 1))


def scattered(nodes: Sequence[InSet]) -> set[str]:
    """The sets with nodes on several levels, which lines do not join: they are named."""
    levels: dict[str, set[int]] = {}
    for node in nodes:
        levels.setdefault(node.set, set()).add(node.depth)
    return {name for name, depths in levels.items() if len(depths) > 1}
