"""Traces: told word for word, saved and read back, turned into trees."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from adversario import (
    InputError,
    Limit,
    Tree,
    dump_trace,
    load_trace,
    parse_tree,
    record,
    search_tree,
    text_trace,
)
from adversario.algorithms.core.events import Iteration
from adversario.games import Pig, TicTacToe
from adversario.trace.tree import TreeNode
from tests.strategies import chance_trees, constant_sum_trees, two_sided_trees

GOLDEN = Path(__file__).parent.parent / "golden" / "trace"
LECTURE = "A(B(3, 12, B3(8, 7, 3)), C(2, 4, 6), D(14, 5, 1))"
CHANCE = "A(:chance(0.25: 10, 0.75: min(5, 9)), :chance(8, 7))"
STAR = "max(4, chance(1/2: min(0, 3), 1/2: min(8, 9)), chance(1/2: -8, 1/2: 7))"
THREE = "players R, B, G; turns R, G, B; (([1, 2, 6], [4, 3, 2]), ([6, 1, 2], [7, 4, 1]))"
SHARED = "(([5, 3, 2], [5, 2, 3]), ([1, 6, 3], [9, 1, 0]))"

TOLD: dict[str, tuple[str, str, dict[str, Any]]] = {
    "alphabeta": (LECTURE, "alphabeta", {}),
    "alphabeta-hard": (LECTURE, "alphabeta", {"form": "hard"}),
    "alphabeta-strict": (LECTURE, "alphabeta", {"strict": True}),
    "minimax": (LECTURE, "minimax", {}),
    "expectiminimax": (CHANCE, "expectiminimax", {}),
    "star1": (STAR, "star1", {}),
    "star2": (STAR, "star2", {}),
    "maxn": (THREE, "maxn", {}),
    "maxn-shallow": (SHARED, "maxn", {"shallow": True}),
    "paranoid": (THREE, "paranoid", {}),
}


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("name", TOLD)
def test_a_trace_reads_word_for_word(name: str, lang: str) -> None:
    notation, algorithm, options = TOLD[name]
    _, trace = record(parse_tree(notation), algorithm=algorithm, **options)
    told = "\n".join(text_trace(trace, lang)) + "\n"
    assert told == (GOLDEN / f"{name}.{lang}.txt").read_text(encoding="utf-8")


def test_a_game_s_states_are_told_in_its_notation() -> None:
    game = TicTacToe()
    _, trace = record(game, game.parse_position("XOX/OXO/.X."), algorithm="alphabeta")
    lines = list(text_trace(trace, "es"))
    assert lines[1] == ". Invocacion maxValue( XOX/OXO/OX. , alfa= -inf , beta= inf ) :"
    assert lines[-1].endswith("la acción a hacer es 6")


def test_the_horizon_and_the_iterations_are_told() -> None:
    game = TicTacToe()
    _, trace = record(game, limit=Limit(depth=1))
    assert "returns heuristic value 0" in "\n".join(text_trace(trace))
    _, trace = record(game, limit=Limit(nodes=100))
    assert [event.depth for event in trace.events if isinstance(event, Iteration)] == [1, 2, 3]
    assert next(text_trace(trace)) == "Depth 1:"


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
@settings(max_examples=100)
@given(tree=two_sided_trees(alternating=False))
def test_a_trace_survives_its_file(tree: Tree, algorithm: str) -> None:
    _, trace = record(tree, algorithm=algorithm)
    again = load_trace(dump_trace(trace))
    assert again == trace
    assert list(text_trace(again, "es")) == list(text_trace(trace, "es"))
    assert search_tree(again) == search_tree(trace)


@pytest.mark.parametrize("algorithm", ["expectiminimax", "star1", "star2"])
@settings(max_examples=100)
@given(tree=chance_trees(alternating=False))
def test_so_does_one_with_chance(tree: Tree, algorithm: str) -> None:
    _, trace = record(tree, algorithm=algorithm)
    again = load_trace(dump_trace(trace))
    assert again == trace
    assert list(text_trace(again)) == list(text_trace(trace))


def test_the_traces_of_games_survive_too() -> None:
    game = TicTacToe()
    state = game.parse_position("XOX/.O./...")
    for options in ({"form": "hard"}, {"strict": True}):
        _, trace = record(game, state, algorithm="alphabeta", **options)
        assert load_trace(dump_trace(trace)) == trace
    _, trace = record(Pig(), limit=Limit(depth=3))
    assert load_trace(dump_trace(trace)).events[0] == trace.events[0]


HEADER = (
    '{"adversario": "trace", "format": 1, "game": "g", "algorithm": "minimax", "players": ["1"]}'
)
LEAF = '{"event": "leaf", "ply": 0, "state": "A", "value": 1, "kind": "terminal"}'
DECISION = '{"event": "decision", "action": null, "value": 3}'


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        (["{"], 1),
        (["[]"], 1),
        (['{"adversario": "nonsense"}'], 1),
        ([HEADER.replace("1,", "9,"), DECISION], 1),
        ([HEADER, '{"event": "dance"}', DECISION], 2),
        ([HEADER, '{"event": "leaf", "ply": 0}', DECISION], 2),
        ([HEADER, LEAF.replace("0", '"0"'), DECISION], 2),
        ([HEADER, LEAF.replace("1", '"x"'), DECISION], 2),
        ([HEADER, LEAF.replace("1", '"1/0"'), DECISION], 2),
        ([HEADER, LEAF.replace("terminal", "x"), DECISION], 2),
        ([HEADER, '{"event": "leave"'], 2),
        ([HEADER], 1),
    ],
)  # fmt: skip
def test_a_broken_file_is_refused_with_its_line(lines: list[str], line: int) -> None:
    with pytest.raises(InputError, match=f"t.jsonl, line {line}[:,]"):
        load_trace(lines, "t.jsonl")


def test_an_empty_file_is_refused() -> None:
    with pytest.raises(InputError, match="no events"):
        load_trace([])


def nodes(root: TreeNode) -> list[TreeNode]:
    return [root, *(below for child in root.children for below in nodes(child))]


@settings(max_examples=100)
@given(two_sided_trees(alternating=False))
def test_the_search_tree_holds_every_node_of_the_tree(tree: Tree) -> None:
    result, trace = record(tree, algorithm="alphabeta")
    drawn = {node.name: node for node in nodes(search_tree(trace))}
    assert drawn.keys() == {vertex.name for vertex in tree.root.walk()}
    assert sum(not node.pruned for node in drawn.values()) == result.statistics.nodes
    line = [node.name for node in drawn.values() if node.chosen]
    state = tree.initial()
    reached = [state]
    for action in result.principal_variation:
        state = tree.result(state, action)
        reached.append(state)
    assert line == reached


@settings(max_examples=100)
@given(chance_trees(alternating=False))
def test_the_search_tree_of_star2_shows_both_visits(tree: Tree) -> None:
    result, trace = record(tree, algorithm="star2")
    drawn = {node.name: node for node in nodes(search_tree(trace))}
    assert sum(not node.pruned for node in drawn.values()) == result.statistics.nodes
    assert drawn.keys() == {vertex.name for vertex in tree.root.walk()}


@settings(max_examples=50)
@given(constant_sum_trees(alternating=False))
def test_the_search_tree_of_max_n(tree: Tree) -> None:
    result, trace = record(tree, algorithm="maxn", shallow=True)
    drawn = {node.name: node for node in nodes(search_tree(trace))}
    assert drawn.keys() == {vertex.name for vertex in tree.root.walk()}
    assert sum(not node.pruned for node in drawn.values()) == result.statistics.nodes


def test_the_lecture_tree_s_cuts() -> None:
    _, trace = record(parse_tree(LECTURE), algorithm="alphabeta")
    drawn = {node.name: node for node in nodes(search_tree(trace))}
    assert {name for name, node in drawn.items() if node.pruned} == {"B32", "B33", "C2", "C3"}
    assert drawn["B32"].value == 7
    cut = drawn["C"].cut
    assert cut is not None
    assert (cut.reason, cut.value, cut.limit) == ("alpha", 2, 3)
