"""Trees for R, G and B in turn whose leaves list utilities in another order, by all algorithms."""

from __future__ import annotations

import json
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario import TreeError, maxn, mcts, paranoid, parse_tree
from adversario.trees import tree_from_json

LECTURE = (
    "A((([1, 2, 6], [4, 3, 2]), ([6, 1, 2], [7, 4, 1])),"
    "  (([5, 1, 1], [1, 5, 2]), ([7, 7, 1], [5, 4, 5])))"
)
SPLIT = "(([6, 1, 5], [0, 2, 5]), ([5, 3, 9], [1, 8, 2]), ([2, 4, 4], [2, 6, 1]))"
"""R sees two ties of G's: what a search makes of the first decides what it plays."""

Leaf = dict[str, int]
Plan = Any  # a leaf, or a list of plans


def plans(depth: int) -> st.SearchStrategy[Plan]:
    """Trees of that depth as nested lists, their leaves with a utility for each colour."""
    leaf = st.fixed_dictionaries({colour: st.integers(0, 9) for colour in "RGB"})
    if depth == 0:
        return leaf
    return st.lists(plans(depth - 1), min_size=2, max_size=3)


def written(plan: Plan, listed: str) -> str:
    """The tree in notation, utilities in that order."""
    if isinstance(plan, dict):
        return "[" + ", ".join(str(plan[colour]) for colour in listed) + "]"
    return "(" + ", ".join(written(each, listed) for each in plan) + ")"


def as_json(plan: Plan, listed: str) -> Any:
    """The same as a node of the JSON form."""
    if isinstance(plan, dict):
        return [plan[colour] for colour in listed]
    return {"children": [as_json(each, listed) for each in plan]}


def selfish(plan: Plan, turns: str) -> Leaf:
    """The leaf that is reached if all look to themselves, the first in a tie."""
    if isinstance(plan, dict):
        return plan
    mover, after = turns[0], turns[1:] + turns[0]
    return max((selfish(each, after) for each in plan), key=lambda leaf: leaf[mover])


def alone(plan: Plan, turns: str, me: str) -> int:
    """What `me` gets if the two others are against me."""
    if isinstance(plan, dict):
        return int(plan[me])
    values = [alone(each, turns[1:] + turns[0], me) for each in plan]
    return max(values) if turns[0] == me else min(values)


@settings(max_examples=150)
@given(
    plan=plans(3),
    turns=st.sampled_from(["".join(each) for each in permutations("RGB")]),
    listed=st.sampled_from(["".join(each) for each in permutations("RGB")]),
)
def test_the_order_of_turns_and_of_utilities_are_independent(
    plan: Plan, turns: str, listed: str
) -> None:
    heads = f"players {', '.join(listed)}; turns {', '.join(turns)};"
    tree = parse_tree(heads + written(plan, listed))
    data = {"players": [*listed], "turns": [*turns], "root": as_json(plan, listed)}
    assert tree_from_json(json.dumps(data)) == tree
    leaf = selfish(plan, turns)
    assert maxn(tree).value == tuple(leaf[colour] for colour in listed)
    assert paranoid(tree).value == alone(plan, turns, turns[0])


def test_mcts_finds_what_maxn_does_in_the_lecture_tree() -> None:
    tree = parse_tree("players R, B, G; turns R, G, B;" + LECTURE)
    found = mcts(tree, simulations=4000, seed=3, engine="python")
    best = maxn(tree)
    assert found.action == best.action == "a1"
    assert isinstance(found.value, tuple)
    assert found.value == pytest.approx(best.value, abs=0.5)


def test_three_algorithms_decide_in_three_ways() -> None:
    tree = parse_tree("players R, B, G; turns R, G, B;" + SPLIT)
    # G does not mind: max^n trusts the first leaf (6), paranoia fears the second (0), and random
    # tries find their mean (3), which is less than the 5 of C but more than the sure 2 of D.
    assert (maxn(tree).action, maxn(tree).value) == ("a1", (6, 1, 5))
    assert (paranoid(tree).action, paranoid(tree).value) == ("a3", 2)
    for seed in range(5):
        assert mcts(tree, simulations=2000, seed=seed, engine="python").action == "a2"


@pytest.mark.parametrize(
    "heads",
    [
        "players R, B, G; turns R, Q, B;",
        "players R, B; turns R, B;",
        "players R, R, G;",
        "turns R, G, B;",
    ],
)
def test_heads_that_do_not_fit_the_leaves_are_refused(heads: str) -> None:
    with pytest.raises(TreeError, match=r"line 1, column \d+"):
        parse_tree(heads + LECTURE)
