"""A tree is a game like any other."""

from __future__ import annotations

import pickle

import pytest

from adversario.base.errors import GameError, IllegalActionError, InputError
from adversario.trees import Edge, Tree, Vertex, parse_tree

TREE = parse_tree("(B(3, 12), chance(0.25: 2, 0.75: 4))")


def test_the_game() -> None:
    assert TREE.initial() == "A"
    assert TREE.name == "tree"
    assert list(TREE.legal("C")) == ["c1", "c2"]
    assert list(TREE.legal("B1")) == []
    assert TREE.utilities("B2") == (12, -12)
    assert TREE.utility_bounds == (2, 12)
    assert TREE.parse_action("A", " a2 ") == "a2"
    assert TREE.text("A") == TREE.notation()
    assert TREE.text("B") == "B:min(B1 = 3, B2 = 12)"
    assert repr(TREE) == f"parse_tree({TREE.notation()!r})"


def test_positions_are_names() -> None:
    assert TREE.position("B1") == "B1"
    assert TREE.parse_position(" B1 ") == "B1"
    with pytest.raises(
        InputError, match=r"no node called 'B9'; there are: A, B, B1, B2, C, C1, C2$"
    ):
        TREE.parse_position("B9")
    with pytest.raises(InputError, match=r"'zzz'; there are: A, B, B1, B2, C, C1, C2$"):
        TREE.parse_position("zzz")
    wide = parse_tree(f"({', '.join(['1'] * 20)})")
    with pytest.raises(InputError, match=r"'B1'; there are: B, \.\.\.$"):
        wide.parse_position("B1")
    with pytest.raises(InputError, match=r"A, B, .*, L, \.\.\.$"):
        wide.parse_position("zzz")


def test_misuse_is_named() -> None:
    with pytest.raises(GameError, match=r"'B' has no evaluation.*B = 5 \(\.\.\.\), or search"):
        TREE.evaluate("B", 0)
    with pytest.raises(GameError, match="'B' is not a leaf"):
        TREE.utility("B", 0)
    with pytest.raises(IllegalActionError):
        TREE.result("B", "x")
    with pytest.raises(GameError):
        list(TREE.chances("B"))


def test_equality_hash_and_pickle() -> None:
    same = parse_tree(TREE.notation())
    assert same == TREE
    assert hash(same) == hash(TREE)
    assert parse_tree("(1, 2)") != parse_tree("(1, 3)")
    assert parse_tree("players R, B; (1, 2)") != parse_tree("(1, 2)")
    assert TREE != "tree"
    copy = pickle.loads(pickle.dumps(TREE))
    assert copy == TREE
    assert copy.utility_bounds == TREE.utility_bounds


def test_the_deepest_tree_works_in_every_way() -> None:
    deep = parse_tree("(" * 100 + "1" + ")" * 100)
    assert pickle.loads(pickle.dumps(deep)) == deep
    assert parse_tree(deep.notation()) == deep


def test_trees_built_by_hand() -> None:
    tree = Tree(Vertex("r", 0, (Edge("go", None, Vertex("s", 1, utilities=(1, -1))),)))
    assert tree.notation() == "r(go -> s = 1)"
    assert tree == parse_tree("r(go -> s = 1)")
    with pytest.raises(InputError, match="two nodes are called 'r'"):
        Tree(Vertex("r", 0, (Edge("go", None, Vertex("r", 1, utilities=(1, -1))),)))
