"""The nodes and edges of an explicit tree, all of them named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from adversario.base.numbers import Number


@dataclass(frozen=True, slots=True)
class Edge:
    """An action and the node it leads to; with a probability below a chance node only."""

    action: str
    probability: Fraction | None
    vertex: Vertex


@dataclass(frozen=True, slots=True)
class Vertex:
    """A node: a leaf has utilities and no edges, any other has edges and perhaps an evaluation.

    `player` is the player to move (from 0, or CHANCE); at a leaf, the next by the order of turns.
    Utilities and evaluation have one number for each player. Nodes with the same `set` are one
    information set: the player to move does not know which of them it is. None: the player does.
    """

    name: str
    player: int
    edges: tuple[Edge, ...] = ()
    utilities: tuple[Number, ...] | None = None
    evaluation: tuple[Number, ...] | None = None
    set: str | None = None

    @property
    def values(self) -> tuple[Number, ...] | None:
        """What is known of the node's worth: its utilities or its evaluation."""
        return self.evaluation if self.utilities is None else self.utilities

    def walk(self) -> Iterator[Vertex]:
        """The node and all below it, each before its children, from left to right."""
        stack = [self]
        while stack:
            yield (vertex := stack.pop())
            stack.extend(edge.vertex for edge in reversed(vertex.edges))


def all_values(root: Vertex) -> list[tuple[Number, ...]]:
    """The utilities and evaluations in the tree."""
    return [vertex.values for vertex in root.walk() if vertex.values is not None]


def one_valued(values: Sequence[tuple[Number, ...]]) -> bool:
    """Whether one number says it all: two players, and what one gains the other loses."""
    return all(len(each) == 2 and each[0] == -each[1] for each in values)


def default_player_names(values: Sequence[tuple[Number, ...]]) -> tuple[str, ...]:
    """MAX and MIN, or MAX alone, where that describes the players; their numbers otherwise."""
    players = len(values[0])
    if players == 1 or one_valued(values):
        return ("MAX", "MIN")[:players]
    return tuple(str(number + 1) for number in range(players))
