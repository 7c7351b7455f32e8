"""Trees to draw, built by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from adversario.algorithms.core.events import Bound, LeafKind, Node, Reason
from adversario.base.numbers import INFINITY, Number, Value
from adversario.trace.tree import TreeCut, TreeNode

UNUSUAL = "a&b<c>_%$#{}\\~^\"'|é漢♠\x1b\n…"


def leaf(
    name: str,
    value: Value | None,
    *,
    kind: LeafKind = LeafKind.TERMINAL,
    chosen: bool = False,
    pruned: bool = False,
) -> TreeNode:
    return TreeNode(name, Node.MAX, "", value=value, leaf=kind, chosen=chosen, pruned=pruned)


def inner(
    name: str,
    node: Node,
    *children: TreeNode,
    value: Value | None = None,
    player: str = "",
    chosen: bool = False,
) -> TreeNode:
    return TreeNode(name, node, player, value=value, chosen=chosen, children=children)


def via(node: TreeNode, action: str, probability: Number | None = None) -> TreeNode:
    return replace(node, action=action, probability=probability)


def windowed(node: TreeNode, alpha: Value, beta: Value) -> TreeNode:
    return replace(node, alpha=alpha, beta=beta)


def cut(node: TreeNode, reason: Reason, value: Value, limit: Number) -> TreeNode:
    bound = Bound.LOWER if "beta" in reason else Bound.UPPER
    return replace(node, bound=bound, cut=TreeCut(reason, value, limit))


def classic() -> TreeNode:
    """The tree of every lecture, after alpha-beta."""
    b3_leaves = leaf("b31", 8), leaf("b32", 7, pruned=True), leaf("b33", 3, pruned=True)
    b3 = inner("B3", Node.MAX, *b3_leaves, value=8)
    b3 = cut(windowed(b3, -INFINITY, 3), Reason.BETA, 8, 3)
    b = inner("B", Node.MIN, leaf("b1", 3, chosen=True), leaf("b2", 12), b3, value=3, chosen=True)
    c_leaves = leaf("c1", 2), leaf("c2", 4, pruned=True), leaf("c3", 6, pruned=True)
    c = cut(inner("C", Node.MIN, *c_leaves, value=2), Reason.ALPHA, 2, 3)
    d = inner("D", Node.MIN, leaf("d1", 14), leaf("d2", 5), leaf("d3", 1), value=1)
    d = cut(d, Reason.ALPHA, 1, 3)
    branches = (
        via(windowed(b, -INFINITY, INFINITY), "a1"),
        via(windowed(c, 3, INFINITY), "a2"),
        via(windowed(d, 3, INFINITY), "a3"),
    )
    return windowed(inner("A", Node.MAX, *branches, value=3, chosen=True), -INFINITY, INFINITY)


def chances() -> TreeNode:
    """MAX, chance, MIN and evaluated leaves, with probabilities."""

    def low(name: str, *values: int) -> TreeNode:
        leaves = (
            leaf(f"{name}{at}", value, kind=LeafKind.EVALUATION)
            for at, value in enumerate(values, 1)
        )
        return inner(name, Node.MIN, *leaves, value=min(values))

    safe = inner(
        "S",
        Node.CHANCE,
        via(low("E", 2, 4), "heads", Fraction(1, 2)),
        via(low("F", 7, 4), "tails", Fraction(1, 2)),
        value=3,
        chosen=True,
    )
    risky = inner(
        "R",
        Node.CHANCE,
        via(low("G", 6, 0), "1–2", Fraction(1, 3)),
        via(low("H", 5, -2), "3–5", Fraction(1, 2)),
        via(low("I", 10, 13), "6", Fraction(1, 6)),
        value=Fraction(2, 3),
    )
    return inner("", Node.MAX, via(safe, "safe"), via(risky, "risky"), value=3, chosen=True)


def three_players() -> TreeNode:
    """max^n with a utility for each of three players."""
    pairs: list[list[tuple[Number, ...]]] = [
        [(1, 2, 6), (4, 2, 3)],
        [(6, 1, 2), (7, 4, 1)],
        [(5, 1, 1), (1, 5, 2)],
        [(7, 7, 1), (5, 4, 5)],
    ]
    thirds = [
        inner(
            "",
            Node.OWN,
            *(leaf("", value, chosen=at == 0 and value == pair[0]) for value in pair),
            value=max(pair, key=lambda value: value[2]),
            player="C",
            chosen=at == 0,
        )
        for at, pair in enumerate(pairs)
    ]
    left = inner("", Node.OWN, *thirds[:2], value=(1, 2, 6), player="B", chosen=True)
    right = inner("", Node.OWN, *thirds[2:], value=(1, 5, 2), player="B")
    return inner("", Node.OWN, left, right, value=(1, 2, 6), player="A", chosen=True)


def binary(depth: int, width: int = 2) -> TreeNode:
    """A uniform tree; the first child is chosen everywhere."""
    nodes = [leaf("", at % 10) for at in range(width**depth)]
    for level in range(depth - 1, -1, -1):
        kind = Node.MIN if level % 2 else Node.MAX
        nodes = [
            inner(f"n{level}.{at}", kind, *nodes[at * width : (at + 1) * width], value=at)
            for at in range(width**level)
        ]
        first = nodes[0]
        line = (replace(first.children[0], chosen=True), *first.children[1:])
        nodes[0] = replace(first, children=line)
    return replace(nodes[0], chosen=True)


def chain(length: int) -> TreeNode:
    """One node below the other, `length` of them above a leaf."""
    node = leaf("end", 1, chosen=True)
    for at in range(length):
        kind = Node.MIN if at % 2 else Node.MAX
        node = inner(str(at), kind, via(node, "go"), value=1, chosen=True)
    return node


def wide(children: int) -> TreeNode:
    """One node with many leaves."""
    leaves = (via(leaf(f"leaf {at}", at), f"a{at}") for at in range(children))
    return inner("root", Node.MAX, *leaves, value=children - 1)


def unusual() -> TreeNode:
    """Names and values at the edges of what there can be."""
    below = (
        via(inner(UNUSUAL, Node.MIN, value=Fraction(23, 3)), UNUSUAL, Fraction(1, 3)),
        via(leaf(UNUSUAL, None), "", 0.25),
        leaf("", INFINITY),
        inner("long " * 20, Node.OWN, value=(Fraction(1, 3), -2, 0.5), player="Ann & Bob"),
        leaf("", None, pruned=True),
        TreeNode("below a cut", Node.MAX, "", pruned=True, children=(leaf("x", 1, pruned=True),)),
    )
    return replace(inner(UNUSUAL, Node.CHANCE, *below), folded=7)
