"""A tree as it was written, with everything left out that the writer left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from adversario.base.formats.source_text import SourceValue, Spot
from adversario.base.numbers import Value

Who: TypeAlias = str | int
"""The player to move, as written: max, min, chance, a player's name, or a number from 1."""


@dataclass(frozen=True, slots=True)
class DraftEdge:
    """What is written of an edge, and the node below it."""

    action: SourceValue[str] | None
    probability: SourceValue[Fraction] | None
    node: DraftNode


@dataclass(frozen=True, slots=True)
class DraftNode:
    """What is written of a node. Without edges it is a leaf, and the value is its utility."""

    spot: Spot
    name: SourceValue[str] | None = None
    who: SourceValue[Who] | None = None
    set: SourceValue[str] | None = None
    value: SourceValue[Value] | None = None
    edges: tuple[DraftEdge, ...] = ()

    def walk(self) -> Iterator[DraftNode]:
        """The node and all below it, each before its children, from left to right."""
        stack = [self]
        while stack:
            yield (node := stack.pop())
            stack.extend(edge.node for edge in reversed(node.edges))


@dataclass(frozen=True, slots=True)
class Draft:
    """What is written of a tree. No players or turns: they were left out."""

    root: DraftNode
    players: tuple[SourceValue[str], ...] = ()
    turns: tuple[SourceValue[Who], ...] = ()
