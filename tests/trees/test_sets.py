"""Information sets of trees: what they mean, and what players who remember can know."""

from __future__ import annotations

import pickle
from collections import defaultdict

import pytest
from hypothesis import given, settings

from adversario import check_game
from adversario.base.errors import InputError
from adversario.contract.information.memory import Memory, first_memories, next_memories
from adversario.contract.information.worlds import worlds
from adversario.game import CHANCE, Information
from adversario.solve.equilibrium.tree.flat import flatten
from adversario.trees import Edge, Tree, TreeError, Vertex, parse_tree
from adversario.trees.sets import forgotten
from tests.strategies import set_trees

PENNIES = "(H -> @x(H -> 1, T -> -1), T -> @x(-1, 1))"


def test_a_set_hides_a_move() -> None:
    tree = parse_tree(PENNIES)
    assert tree.kind.information is Information.IMPERFECT
    assert [tree.observation(node, 1) for node in "ABC"] == [None, "@x", "@x"]
    assert [tree.observation(node, 0) for node in "ABC"] == ["A", None, None]
    assert check_game(tree, playouts=20).sets == 2
    assert pickle.loads(pickle.dumps(tree)) == tree


def test_actions_of_a_set_are_named_once() -> None:
    tree = parse_tree(PENNIES)
    assert list(tree.actions("C")) == ["H", "T"]
    assert tree.notation() == PENNIES
    assert parse_tree("(H -> @x(1, T -> -1), T -> @x(H -> -1, 1))") == tree
    assert list(parse_tree("(@Left(1, 2), @Left(3, 4))").actions("C")) == ["left1", "left2"]
    assert list(parse_tree("(@h2(1, 2), @h2(3, 4))").actions("B")) == ["h2.1", "h2.2"]
    assert list(parse_tree("(@7(1, 2), @7(3, 4))").actions("B")) == ["a1", "a2"]
    assert parse_tree("(@7(1, 2), @7(3, 4))").notation() == "(@7(1, 2), @7(3, 4))"


@pytest.mark.parametrize(
    ("text", "node", "label"),
    [
        ("(B:min@x(1), C:min@x(2))", "B", "x"),
        ("(min@x = 3 (1), (2))", "B", "x"),
        ("(players@x(1), inf@y(2))", "inf", "y"),
        ('(B:2@"any text"(1), C = 5 (2))', "B", "any text"),
        ("(Bob@max(1), 2)", "Bob", "max"),
    ],
)
def test_where_a_set_is_written(text: str, node: str, label: str) -> None:
    tree = parse_tree(text)
    assert tree.vertex(node).set == label
    assert parse_tree(tree.notation()) == tree


def test_one_node_alone_hides_nothing() -> None:
    tree = parse_tree("(@x(1, 2), @y(3, 4))")
    assert tree.perfect_information
    assert tree.observation("B", 1) == "B"
    assert tree != parse_tree("(@y(1, 2), @x(3, 4))")


def test_sets_and_nodes_of_one_name_differ() -> None:
    tree = parse_tree('(@x(1, 2), @x(3, 4), "@x"(x1 -> 5, x2 -> 6))')
    assert len({tree.observation(node, 1) for node in ("B", "@x")}) == 2
    assert len(flatten(tree).sets) == 3


def test_a_tree_built_by_hand_is_checked() -> None:
    leaf = Vertex("L", 0, utilities=(0, 0))
    with pytest.raises(InputError, match="'A' cannot be in the set 'x'"):
        Tree(Vertex("A", CHANCE, (Edge("a", None, leaf),), set="x"))
    with pytest.raises(InputError, match="'L' cannot be in the set 'x'"):
        Tree(Vertex("L", 0, utilities=(0, 0), set="x"))


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("(L -> max@x(1, 2), R -> max@x(3, 4))", "B", "C"),  # forgets the own action
        ("chance(max(1, max@x(2, 3)), @x(4, 5))", "B2", "C"),  # forgets to have moved
        ("@x(@y(1, max@x(2, 3)), 4)", "A", "B2"),  # absent-minded
    ],
)
def test_players_who_forget_are_refused_by_name(text: str, first: str, second: str) -> None:
    tree = parse_tree(text)
    assert forgotten(tree.root) == ("x", first, second)
    assert parse_tree(tree.notation()) == tree
    with pytest.raises(InputError, match=f"'{first}' and '{second}' would have to forget"):
        flatten(tree)


@settings(deadline=None, max_examples=60)
@given(set_trees(chance=True))
def test_memories_are_the_sets(tree: Tree) -> None:
    """By walking all histories: one memory a set, and one set a memory."""
    assert forgotten(tree.root) is None
    found: dict[Memory[str], set[str | None]] = defaultdict(set)
    nodes: dict[Memory[str], set[str]] = defaultdict(set)
    stack = [(tree.initial(), first_memories(tree))]
    while stack:
        state, memories = stack.pop()
        if tree.is_terminal(state):
            continue
        mover = tree.player(state)
        if mover != CHANCE:
            found[memories[mover]].add(tree.vertex(state).set)
            nodes[memories[mover]].add(state)
        for action in tree.legal(state):
            after = tree.result(state, action)
            stack.append((after, next_memories(tree, memories, mover, action, after)))
    labels = [label for sets in found.values() for label in sets]
    if not tree.perfect_information:
        assert len(labels) == len(set(labels)) == len(found)
        assert len(flatten(tree).sets) == len(found)
    for memory, expected in nodes.items():
        assert set(worlds(tree, memory)) == expected


def test_a_players_number_needs_no_colon() -> None:
    short = parse_tree("1(H -> 2@x(H -> [1,-1], T -> [-1,1]), T -> :2@x([-1,1], [1,-1]))")
    long = parse_tree(":1(H -> :2@x(H -> [1,-1], T -> [-1,1]), T -> :2@x([-1,1], [1,-1]))")
    assert short.text(short.initial()) == long.text(long.initial())
    with pytest.raises(TreeError, match="there is no player '3'"):
        parse_tree("1(3(1, 2), 0)")
