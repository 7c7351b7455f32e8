"""The values of trees by plain recursion on their vertices: what the searches are held against."""

from __future__ import annotations

from fractions import Fraction

from adversario.base.numbers import Number
from adversario.game import CHANCE
from adversario.trees import Tree, Vertex


def two_sided(vertex: Vertex) -> Number:
    """MAX's value with MAX, MIN and chance nodes."""
    if not vertex.edges:
        assert vertex.utilities is not None
        return vertex.utilities[0]
    values = [two_sided(edge.vertex) for edge in vertex.edges]
    if vertex.player == CHANCE:
        weights = [edge.probability for edge in vertex.edges]
        return sum((Fraction(w or 0) * v for w, v in zip(weights, values, strict=True)), Fraction())
    return max(values) if vertex.player == 0 else min(values)


def vector(vertex: Vertex, players: int) -> tuple[Number, ...]:
    """The max^n vector, ties going to the first child."""
    if not vertex.edges:
        assert vertex.utilities is not None
        return vertex.utilities
    values = [vector(edge.vertex, players) for edge in vertex.edges]
    if vertex.player == CHANCE:
        weights = [Fraction(edge.probability or 0) for edge in vertex.edges]
        return tuple(
            sum((w * v[p] for w, v in zip(weights, values, strict=True)), Fraction())
            for p in range(players)
        )
    best = values[0]
    for value in values[1:]:
        if value[vertex.player] > best[vertex.player]:
            best = value
    return best


def against_all(vertex: Vertex, me: int) -> Number:
    """What `me` gets if everybody else is against me."""
    if not vertex.edges:
        assert vertex.utilities is not None
        return vertex.utilities[me]
    values = [against_all(edge.vertex, me) for edge in vertex.edges]
    return max(values) if vertex.player == me else min(values)


def mean_of_others(vertex: Vertex, me: int) -> Fraction:
    """What `me` expects if everybody else moves at random, uniformly; nature by its own odds."""
    if not vertex.edges:
        assert vertex.utilities is not None
        return Fraction(vertex.utilities[me])
    values = [mean_of_others(edge.vertex, me) for edge in vertex.edges]
    if vertex.player == me:
        return max(values)
    if vertex.player == CHANCE:
        weights = [Fraction(edge.probability or 0) for edge in vertex.edges]
        return sum((w * v for w, v in zip(weights, values, strict=True)), Fraction())
    return sum(values, Fraction()) / len(values)


def best_actions(tree: Tree) -> tuple[str, ...]:
    """All the actions of the root that reach its value."""
    root = tree.root
    value = two_sided(root)
    return tuple(edge.action for edge in root.edges if two_sided(edge.vertex) == value)


def uniform_tree(branching: int, depth: int, *, best_first: bool) -> str:
    """The notation of a uniform tree whose best child is always the first (or always the last).

    Built from the root's value downwards: a node's chosen child has the node's value, the others
    are worse for whoever moves there.
    """

    def grow(value: int, plies: int, maximising: bool) -> str:
        if plies == 0:
            return str(value)
        worse = -1 if maximising else 1
        values = [value] + [value + worse * rank for rank in range(1, branching)]
        if not best_first:
            values.reverse()
        inside = ", ".join(grow(child, plies - 1, not maximising) for child in values)
        return f"({inside})"

    return grow(0, depth, True)
