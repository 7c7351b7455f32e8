from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adversario.algorithms.core.events import Node
from adversario.render.folding import fold
from adversario.trace.tree import TreeNode
from tests.render.samples import binary, chain, classic, inner, leaf, wide


def walk(root: TreeNode) -> list[TreeNode]:
    nodes = [root]
    for node in nodes:
        nodes.extend(node.children)
    return nodes


def total(root: TreeNode) -> int:
    return sum(1 + node.folded for node in walk(root))


def chosen(root: TreeNode) -> list[str]:
    return [node.name for node in walk(root) if node.chosen]


@st.composite
def lines(draw: st.DrawFn) -> TreeNode:
    """A random tree, folded in places before, with a chosen line from the root to some node."""
    shapes = st.recursive(
        st.builds(lambda folded: replace(leaf("leaf", 1), folded=folded), st.integers(0, 3)),
        lambda below: st.lists(below, min_size=1, max_size=5).map(
            lambda children: inner("inner", Node.MAX, *children)
        ),
        max_leaves=40,
    )
    root: TreeNode = draw(shapes)
    node = root
    path: list[tuple[TreeNode, int]] = []
    while node.children:
        at = draw(st.integers(0, len(node.children) - 1))
        path.append((node, at))
        node = node.children[at]
    node = replace(node, chosen=True)
    for parent, at in reversed(path):
        children = (*parent.children[:at], node, *parent.children[at + 1 :])
        node = root = replace(parent, chosen=True, children=children)
    return root


@given(lines(), st.integers(1, 60))
def test_no_node_is_lost_and_the_chosen_line_stays(root: TreeNode, most: int) -> None:
    folded = fold(root, most)
    assert total(folded) == total(root)
    assert chosen(folded) == chosen(root)
    assert len(walk(folded)) <= max(most, len(chosen(root)))
    assert len(walk(folded)) == min(len(walk(root)), max(most, len(chosen(root))))


def test_a_small_tree_is_returned_as_it_is() -> None:
    root = classic()
    assert fold(root) is root
    assert fold(root, len(walk(root))) is root


def test_whole_levels_are_kept_while_there_is_room() -> None:
    folded = fold(replace(binary(6), chosen=False), most=7 + 4)
    assert [len(node.children) for node in walk(folded)[:3]] == [2, 2, 2]


def test_parents_get_children_in_turns() -> None:
    families = [inner(str(at), Node.MIN, *[leaf("", 1)] * 10) for at in range(3)]
    folded = fold(inner("", Node.MAX, *families), most=1 + 3 + 5)
    assert [len(child.children) for child in folded.children] == [2, 2, 1]
    assert [child.folded for child in folded.children] == [8, 8, 9]


def test_the_chosen_child_is_kept_in_its_place() -> None:
    leaves = [leaf(str(at), at, chosen=at == 400) for at in range(500)]
    folded = fold(inner("", Node.MAX, *leaves), most=4)
    assert [child.name for child in folded.children] == ["0", "1", "400"]
    assert folded.folded == 497


@pytest.mark.parametrize("root", [chain(1000), wide(500)], ids=["deep", "wide"])
def test_extreme_trees_fold(root: TreeNode) -> None:
    assert total(fold(root, 50)) == total(root)
