"""What is written reads back the same, in the notation and in JSON; the schema agrees."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import jsonschema
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from adversario.base.formats.source_text import SourceValue, Spot
from adversario.trees import Tree, TreeError, parse_tree, tree_from_json, tree_schema
from adversario.trees.complete import complete
from adversario.trees.draft import Draft, DraftEdge, DraftNode
from adversario.trees.source import tree_text
from tests.strategies import (
    chance_trees,
    constant_sum_trees,
    set_trees,
    tuple_trees,
    two_sided_trees,
)

VALIDATOR = jsonschema.Draft202012Validator(tree_schema())
SPOT = Spot(0)

NUMBERS = (
    st.integers(-99, 99)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.fractions(min_value=-9, max_value=9, max_denominator=30)
)
NAMES = st.sampled_from(
    ["A", "B", "C", "B1", "B2", "B11", "B1'", "a1", "b1", "max", "inf", "players"]
) | st.text(min_size=1, max_size=4)

SETS = st.sampled_from(["x", "x1", "7", "a b", "max"]) | st.text(min_size=1, max_size=2)


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | strategy.map(lambda it: SourceValue(SPOT, it))


@st.composite
def odd_trees(draw: st.DrawFn) -> Tree:
    """Trees with names, actions, players and numbers of every kind, given or left out."""
    count = draw(st.integers(1, 3))
    single = count == 2 and draw(st.booleans())
    values = NUMBERS if single else st.tuples(*[NUMBERS] * count)
    players = draw(st.none() | st.lists(NAMES, min_size=count, max_size=count))
    numbers = st.integers(1, count)
    turns = draw(st.lists(numbers | st.just("chance"), max_size=4))

    def node(depth: int) -> DraftNode:
        width = draw(st.integers(1, 11) if draw(st.integers(0, 9)) == 9 else st.integers(0, 3))
        name = draw(maybe(NAMES))
        if width == 0 or depth == 3:
            leaf = SourceValue(SPOT, draw(values))
            return DraftNode(SPOT, name, draw(maybe(numbers)), None, leaf)
        edges = tuple(DraftEdge(draw(maybe(NAMES)), None, node(depth + 1)) for _ in range(width))
        who = draw(maybe(numbers | st.just("chance")))
        if who is not None and who.it == "chance" and draw(st.booleans()):
            total = width * (width + 1) // 2
            edges = tuple(
                DraftEdge(edge.action, SourceValue(SPOT, Fraction(index, total)), edge.node)
                for index, edge in enumerate(edges, 1)
            )
        return DraftNode(SPOT, name, who, draw(maybe(SETS)), draw(maybe(values)), edges)

    draft = Draft(
        node(0),
        tuple(SourceValue(SPOT, player) for player in players or ()),
        tuple(SourceValue(SPOT, turn) for turn in turns),
    )
    try:
        return complete(tree_text(""), draft)
    except TreeError:  # two equal names, nodes of a set that differ
        assume(False)
        raise


TREES = (
    odd_trees()
    | two_sided_trees()
    | two_sided_trees(alternating=False, evaluations=True)
    | chance_trees(alternating=False)
    | tuple_trees(chance=True, evaluations=True)
    | constant_sum_trees(alternating=False)
    | set_trees()
    | set_trees(recall=False, chance=True)
)


@settings(deadline=None)
@given(TREES)
def test_round_trips(tree: Tree) -> None:
    written = tree.notation()
    assert parse_tree(written) == tree
    assert parse_tree(written).notation() == written
    form = tree.to_json()
    VALIDATOR.validate(form)
    read = tree_from_json(json.dumps(form))
    assert read == tree
    assert read.to_json() == form
    assert parse_tree(read.notation()) == tree


@settings(deadline=None)
@given(TREES)
def test_every_node_can_be_written_as_a_tree_of_its_own(tree: Tree) -> None:
    for vertex in tree.root.walk():
        assert parse_tree(tree.text(vertex.name)).root == vertex


@settings(deadline=None)
@given(constant_sum_trees(4, total=7), tuple_trees(2), chance_trees())
def test_the_strategies_keep_their_promises(one: Tree, two: Tree, three: Tree) -> None:
    assert (one.players, one.zero_sum, one.utility_sum) == (4, False, 7)
    assert two.players == 2
    assert not two.chance
    assert three.zero_sum
    for vertex in three.root.walk():
        if vertex.edges and vertex.edges[0].probability is not None:
            assert sum(probability for _, probability in three.chances(vertex.name)) == 1


def test_the_json_form() -> None:
    tree = parse_tree(
        "players R, B, G; turns R, G, B; (x -> C:chance(1/3: [1, 2, 3], 2/3: [0, 1/3, .5]))"
    )
    leaves = [
        {"action": "c1", "probability": "1/3", "node": {"name": "C1", "utility": [1, 2, 3]}},
        {"action": "c2", "probability": "2/3", "node": {"name": "C2", "utility": [0, "1/3", 0.5]}},
    ]
    chance = {"name": "C", "player": "chance", "children": leaves}
    assert tree.to_json() == {
        "players": ["R", "B", "G"],
        "turns": ["R", "G", "B"],
        "root": {"name": "A", "player": "R", "children": [{"action": "x", "node": chance}]},
    }


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ({"root": 5}, "5"),
        ({"root": {"children": [3, "1/2", {"utility": 2.5}]}}, "(3, 1/2, 2.5)"),
        ({"root": {"children": [[1, 2, 3], {"name": "X", "children": [[4, 5, 6]]}]}},
         "([1, 2, 3], X([4, 5, 6]))"),
        ({"root": {"player": "CHANCE", "children": [
            {"probability": 0.1, "node": 3}, {"probability": "90%", "node": {"utility": 4}}]}},
         "chance(0.1: 3, 0.9: 4)"),
        ({"root": {"children": [{"set": "x", "children": [{"action": "L", "node": 1}, 2]},
                                {"set": "x", "children": [3, 4]}]}},
         "(@x(L -> 1, x2 -> 2), @x(L -> 3, 4))"),
        ({"root": {"player": 2, "evaluation": 7, "children": [{"action": "go", "node": 3}]}},
         "min = 7 (go -> 3)"),
        ({"$schema": "tree.schema.json", "players": ["R", "B"], "turns": [2, "R"], "root": {
            "children": [1]}}, "players R, B; turns B, R; (1)"),
    ],
)  # fmt: skip
def test_what_json_may_leave_out(form: Any, text: str) -> None:
    VALIDATOR.validate(form)
    assert tree_from_json(json.dumps(form)) == parse_tree(text)


@pytest.mark.parametrize(
    "form",
    [
        {},
        [3],
        {"root": True},
        {"root": None},
        {"root": []},
        {"root": "x"},
        {"root": {}},
        {"root": {"children": []}},
        {"root": {"children": [{}]}},
        {"root": {"children": [{"action": "x"}]}},
        {"root": {"children": [{"action": "", "node": 1}]}},
        {"root": {"children": [{"probability": -0.5, "node": 1}]}},
        {"root": {"children": [{"probability": 1.5, "node": 1}]}},
        {"root": {"utility": 3, "children": [3]}},
        {"root": {"utility": 3, "evaluation": 3}},
        {"root": {"utility": 3, "player": 0}},
        {"root": {"utility": 3, "name": ""}},
        {"root": {"utility": 3, "set": "x"}},
        {"root": {"children": [3], "set": ""}},
        {"root": 3, "more": 4},
        {"root": 3, "players": []},
        {"root": 3, "players": ["A", "A"]},
        {"root": 3, "players": ["A", "chance"]},
        {"root": 3, "turns": "max"},
    ],
)
def test_schema_and_reader_refuse_the_same(form: Any) -> None:
    assert not VALIDATOR.is_valid(form)
    with pytest.raises(TreeError):
        tree_from_json(json.dumps(form))


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(tree_schema())
