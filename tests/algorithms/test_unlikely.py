"""Lines too unlikely to be searched: what is left out, and that no more is lost than is said."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario import (
    Game,
    InputError,
    Limit,
    Tree,
    expectimax,
    expectiminimax,
    parse_tree,
    search,
    search_tree,
    svg_tree,
    text_tree,
)
from adversario.algorithms.core.events import Event, Leaf, LeafKind
from adversario.base.distribution import exact_sum
from adversario.base.numbers import INFINITY, Number
from adversario.game import CHANCE
from adversario.games import Pig
from adversario.trace import record, text_trace
from adversario.trees.vertex import Vertex
from tests import brute
from tests.strategies import chance_trees, tuple_trees

TREES = chance_trees(max_depth=5, max_children=3, evaluations=True, alternating=False)
THRESHOLDS = st.fractions(0, 1, max_denominator=40)


def neglect(vertex: Vertex, unlikely: Fraction, reach: Fraction = Fraction(1)) -> Number:
    """How likely somebody who wants to can make play run into a line below that probability.

    Written from the definition: over all ways to choose, the greatest probability of a cut.
    """
    if not vertex.edges:
        return 0
    if reach < unlikely:
        return 1
    if vertex.player == CHANCE:
        shares = [(Fraction(edge.probability or 0), edge.vertex) for edge in vertex.edges]
        return exact_sum(share * neglect(to, unlikely, reach * share) for share, to in shares)
    return max(neglect(edge.vertex, unlikely, reach) for edge in vertex.edges)


@settings(max_examples=400)
@given(TREES, THRESHOLDS)
def test_the_error_is_within_the_bound_that_is_reported(tree: Tree, unlikely: Fraction) -> None:
    found: Any = expectiminimax(tree, unlikely=unlikely)
    exact = brute.two_sided(tree.root)
    assert abs(found.value - exact) <= found.error
    low, high = tree.utility_bounds or (0, 0)
    assert found.neglected == neglect(tree.root, unlikely)
    assert found.error == found.neglected * (high - low)
    assert not (found.neglected and found.proven)


@settings(max_examples=300)
@given(TREES, THRESHOLDS, st.integers(1, 4))
def test_the_bound_is_about_the_search_to_the_same_depth(
    tree: Tree, unlikely: Fraction, depth: int
) -> None:
    limit = Limit(depth=depth)
    found: Any = expectiminimax(tree, limit=limit, unlikely=unlikely)
    whole: Any = expectiminimax(tree, limit=limit)
    assert abs(found.value - whole.value) <= found.error
    assert found.statistics.nodes <= whole.statistics.nodes


@settings(max_examples=200)
@given(TREES)
def test_without_a_threshold_nothing_is_neglected(tree: Tree) -> None:
    plain: list[Event] = []
    zero: list[Event] = []
    expectiminimax(tree, on_event=plain.append)
    result = expectiminimax(tree, unlikely=0, on_event=zero.append)
    assert (zero, result.neglected, result.error) == (plain, 0, 0)


@settings(max_examples=200)
@given(tuple_trees(players=3, chance=True, alternating=False, evaluations=True), THRESHOLDS)
def test_expectimax_has_the_same_cut_off(tree: Tree, unlikely: Fraction) -> None:
    me = max(tree.player(tree.initial()), 0)
    found: Any = expectimax(tree, unlikely=unlikely)
    assert abs(found.value - brute.mean_of_others(tree.root, me)) <= found.error


TREE = "(:chance(0.9: (2, 3), 0.1: X = 4 (1, 9)), 2.5)"


def test_by_hand() -> None:
    # B is worth 0.9 * 2 + 0.1 * 1 = 1.9; with 4 for X it is 2.2, which is off by 0.3 <= 0.1 * 8.
    tree = parse_tree(TREE)
    found = expectiminimax(tree, unlikely=0.2)
    assert [score.value for score in found.scores] == [pytest.approx(2.2), 2.5]
    assert (float(found.neglected), float(found.error)) == pytest.approx((0.1, 0.8))
    assert found.to_json()["error"] == pytest.approx(0.8)
    assert "error" not in expectiminimax(tree).to_json()
    certain = expectiminimax(tree, unlikely=0.1)  # the line is as likely as that, not less
    assert (certain.neglected, certain.statistics.nodes) == (0, 9)


def test_the_trace_and_the_picture_say_it() -> None:
    tree = parse_tree(TREE)
    _, trace = record(tree, unlikely=0.2)
    leaves = [event for event in trace.events if isinstance(event, Leaf)]
    assert [leaf.state for leaf in leaves if leaf.kind is LeafKind.UNLIKELY] == ["X"]
    assert any("returns heuristic value 4, too unlikely" in line for line in text_trace(trace))
    assert any("demasiado improbable" in line for line in text_trace(trace, "es"))
    drawn = search_tree(trace)
    assert "≈ 4" in text_tree(drawn)
    assert "too unlikely to be searched" in svg_tree(drawn)


class Unbounded(Pig):
    utility_bounds = None  # type: ignore[assignment]


class Unequal(Game[int, int]):
    """Two players whose utilities have nothing to do with each other; chance moves first."""

    chance, zero_sum, utility_bounds = True, False, (0, 1)

    def initial(self) -> int:
        return 1

    def player(self, state: int) -> int:
        return CHANCE if state == 2 else 1

    def actions(self, state: int) -> Any:
        return [0, 1]

    def chances(self, state: int) -> Any:
        return [(0, Fraction(1, 2)), (1, Fraction(1, 2))]

    def result(self, state: int, action: int) -> int:
        return state + 1

    def is_terminal(self, state: int) -> bool:
        return state == 4

    def utility(self, state: int, player: int) -> int:
        return 100 * player


def test_a_bound_needs_the_bounds_of_the_utility() -> None:
    unbounded = expectiminimax(Unbounded(20), limit=Limit(depth=5), unlikely=0.1)
    assert unbounded.neglected
    assert (unbounded.error, unbounded.to_json()["error"]) == (INFINITY, "inf")
    # Here the bounds declared are player 0's, and the value is player 1's.
    assert expectimax(Unequal(), unlikely=1).error == INFINITY


def test_what_is_no_probability_is_refused() -> None:
    for unlikely in (-0.1, 1.5):
        with pytest.raises(InputError, match="from 0 to 1"):
            expectiminimax(Pig(20), limit=Limit(depth=2), unlikely=unlikely)
    with pytest.raises(InputError, match="star1"):
        search(Pig(20), limit=Limit(depth=2), algorithm="star1", unlikely=0.1)
