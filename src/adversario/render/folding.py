"""Reduction of large trees to a size that can be displayed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from adversario.trace.tree import TreeNode


def fold(root: TreeNode, most: int = 200) -> TreeNode:
    """The tree with at most about `most` nodes; the others are counted in `folded` of a parent.

    Upper levels come first, and on the level where room runs out every parent gets a first child
    before any gets a second. The chosen line is always kept, even if it alone exceeds `most`. A
    tree within the limit is returned unchanged. Nodes are neither lost nor counted twice: shown
    nodes plus `folded` is the same before and after.
    """
    flat = _flatten(root)
    if len(flat.nodes) <= most:
        return root
    return _rebuild(flat, _select(flat, most))


@dataclass(frozen=True, slots=True)
class _FlatTree:
    """The nodes in breadth-first order, and the positions of each one's children.

    A place in the tree is identified by its position, as one immutable node may occur several
    times.
    """

    nodes: list[TreeNode]
    children: list[range]


def _flatten(root: TreeNode) -> _FlatTree:
    flat = _FlatTree([root], [])
    for node in flat.nodes:  # grows during the loop
        start = len(flat.nodes)
        flat.nodes.extend(node.children)
        flat.children.append(range(start, len(flat.nodes)))
    return flat


def _select(flat: _FlatTree, most: int) -> set[int]:
    """The positions to keep."""
    kept = _chosen_line(flat)
    level = [0]
    while level and len(kept) < most:
        below = _interleave([flat.children[parent] for parent in level])
        for child in below:
            if len(kept) >= most:
                break
            kept.add(child)
        level = sorted(child for child in below if child in kept)
    return kept


def _chosen_line(flat: _FlatTree) -> set[int]:
    line = [0]
    for parent in line:
        line.extend(child for child in flat.children[parent] if flat.nodes[child].chosen)
    return set(line)


def _interleave(families: Sequence[range]) -> list[int]:
    """The first of every family, then the second of each, and so on."""
    rounds = zip_longest(*families)
    return [child for turn in rounds for child in turn if child is not None]


def _rebuild(flat: _FlatTree, kept: set[int]) -> TreeNode:
    """The kept part as a tree, built from the last position to the first: children come later."""
    sizes = [0] * len(flat.nodes)
    built = list(flat.nodes)
    for at in reversed(range(len(flat.nodes))):
        node, children = flat.nodes[at], flat.children[at]
        sizes[at] = 1 + node.folded + sum(sizes[child] for child in children)
        if at in kept:
            shown = tuple(built[child] for child in children if child in kept)
            hidden = sum(sizes[child] for child in children if child not in kept)
            built[at] = replace(node, children=shown, folded=node.folded + hidden)
    return built[0]
