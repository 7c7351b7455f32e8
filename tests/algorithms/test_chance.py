"""Expectimax, expectiminimax, Star1 and Star2 against brute force."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from adversario import (
    Distribution,
    Game,
    InputError,
    Limit,
    Tree,
    expectimax,
    expectiminimax,
    minimax,
    parse_tree,
)
from adversario.algorithms.core.events import Cut, Enter, Event, Leave, Reason
from adversario.games import Pig
from tests import brute
from tests.strategies import chance_trees, tuple_trees, two_sided_trees

ANY = chance_trees(alternating=False)
PRUNINGS: tuple[Literal["none", "star1", "star2"], ...] = ("none", "star1", "star2")
STARS = PRUNINGS[1:]


@settings(max_examples=300)
@given(two_sided_trees(alternating=False))
def test_without_chance_it_is_minimax(tree: Tree) -> None:
    one, two = expectiminimax(tree), minimax(tree)
    assert (one.value, one.best_actions) == (two.value, two.best_actions)
    assert one.statistics.nodes == two.statistics.nodes


@settings(max_examples=1000)
@given(ANY)
@example(parse_tree("(12, max(0, chance(1/3: chance(1: 4), 1/3: 16, 1/3: max(0))))"))
def test_all_forms_are_brute_force_and_star_needs_no_more_nodes(tree: Tree) -> None:
    plain = expectiminimax(tree)
    assert plain.value == brute.two_sided(tree.root)
    for pruning in STARS:
        star = expectiminimax(tree, pruning=pruning)
        assert star.value == plain.value
        assert star.action == plain.action
        assert star.best_actions == plain.best_actions
        assert star.statistics.nodes <= plain.statistics.nodes


@settings(max_examples=300)
@given(chance_trees(evaluations=True, alternating=False), st.integers(1, 4))
def test_star_under_a_depth_limit(tree: Tree, depth: int) -> None:
    limit = Limit(depth=depth)
    plain = expectiminimax(tree, limit=limit)
    for pruning in STARS:
        star = expectiminimax(tree, limit=limit, pruning=pruning)
        assert (star.value, star.best_actions) == (plain.value, plain.best_actions)


def test_star_saves_nodes_in_a_dice_game() -> None:
    game, limit = Pig(target=12), Limit(depth=8)
    counts = [
        expectiminimax(game, limit=limit, pruning=pruning).statistics.nodes
        for pruning in ("none", "star1", "star2")
    ]
    assert counts[0] > max(counts[1:])


def test_star1_by_hand() -> None:
    # Utilities are at most 8: after C1, C is at most 0.5 * 0 + 0.5 * 8 = 4 <= alpha = 4, cut.
    events: list[Event] = []
    tree = parse_tree("max(4, chance(1/2: 0, 1/2: 8), chance(1/2: -8, 1/2: 7))")
    result = expectiminimax(tree, pruning="star1", on_event=events.append)
    assert result.value == 4
    visited = {event.state for event in events if isinstance(event, Enter)}
    assert {"C2", "D2"}.isdisjoint(visited)
    cuts = [event for event in events if isinstance(event, Cut)]
    assert [cut.reason for cut in cuts] == [Reason.CHANCE_ALPHA, Reason.CHANCE_ALPHA]
    assert [cut.pruned for cut in cuts] == [("c2",), ("d2",)]


@settings(max_examples=200)
@given(ANY)
@example(parse_tree("(4, 0, chance(1/3: max(0), 1/3: max((0, -1)), 1/3: 5))"))
def test_every_bound_reported_holds(tree: Tree) -> None:
    exact = {vertex.name: brute.two_sided(vertex) for vertex in tree.root.walk()}
    events: list[Event] = []
    for pruning in PRUNINGS:
        expectiminimax(tree, pruning=pruning, on_event=events.append)
    for event in events:
        if isinstance(event, Leave):
            assert not isinstance(event.value, tuple)
            if event.bound == "lower":
                assert exact[event.state] >= event.value
            elif event.bound == "upper":
                assert exact[event.state] <= event.value
            else:
                assert exact[event.state] == event.value


def test_star_needs_bounds() -> None:
    class Unbounded(Pig):
        utility_bounds = None  # type: ignore[assignment]

    with pytest.raises(InputError, match="utility_bounds"):
        expectiminimax(Unbounded(), limit=Limit(depth=2), pruning="star1")


@settings(max_examples=500)
@given(tuple_trees(players=3, chance=True, alternating=False))
def test_expectimax_with_uniform_others_is_brute_force(tree: Tree) -> None:
    me = max(tree.player(tree.initial()), 0)
    assert expectimax(tree).value == brute.mean_of_others(tree.root, me)


def test_expectimax_uniform_and_weighted() -> None:
    tree = parse_tree("A((8, 4), (20, 0))")
    assert (expectimax(tree).value, expectimax(tree).action) == (10, "a2")

    def careful(state: str) -> Distribution[str]:
        return Distribution(
            {f"{state.lower()}1": Fraction(1, 4), f"{state.lower()}2": Fraction(3, 4)}
        )

    weighted = expectimax(tree, model=careful)
    assert [score.value for score in weighted.scores] == [5, 5]
    assert weighted.best_actions == ("a1", "a2")
    assert (minimax(tree).value, minimax(tree).action) == (4, "a1")


def test_expectimax_with_a_perfect_opponent_as_model_is_minimax() -> None:
    tree = parse_tree("A(B(3, 12, B3(8, 7, 3)), C(2, 4, 6), D(14, 5, 1))")

    def perfect(state: str) -> Distribution[str]:
        action = minimax(tree, state).action
        assert action is not None
        return Distribution({action: 1})

    assert expectimax(tree, model=perfect).value == minimax(tree).value


def test_chance_after_every_move_as_in_backgammon() -> None:
    tree = parse_tree(
        "A(:chance(0.9: min(2, 3), 0.1: min(1, 4)), :chance(0.9: min(1, 4), 0.1: min(4, 4)))"
    )
    assert tree.player("B1") == 1  # chance takes no turn
    result = expectiminimax(tree)
    assert [score.value for score in result.scores] == [Fraction(19, 10), Fraction(13, 10)]
    assert result.action == "a1"


def test_an_order_preserving_change_flips_expectiminimax_but_not_minimax() -> None:
    small = "A(:chance(0.9: 2, 0.1: 3), :chance(0.9: 1, 0.1: 4))"
    large = "A(:chance(0.9: 20, 0.1: 30), :chance(0.9: 1, 0.1: 400))"  # 1<2<3<4, 1<20<30<400
    assert expectiminimax(parse_tree(small)).action == "a1"
    assert expectiminimax(parse_tree(large)).action == "a2"
    for notation in (small, large):
        tree = parse_tree(notation.replace("chance(0.9: ", "min(").replace("0.1: ", ""))
        assert minimax(tree).action == "a1"


def test_the_same_probabilities_as_floats_agree_to_rounding() -> None:
    class Floats(Game[str, str]):
        """A tree with its chances turned into floats."""

        chance = True

        def __init__(self, tree: Tree) -> None:
            self.tree, self.utility_bounds = tree, tree.utility_bounds
            for method in ("initial", "player", "actions", "result", "is_terminal", "utility"):
                setattr(self, method, getattr(tree, method))

        def initial(self) -> str: ...  # type: ignore[empty-body]
        def player(self, state: str) -> int: ...  # type: ignore[empty-body]
        def actions(self, state: str) -> Any: ...
        def result(self, state: str, action: str) -> str: ...  # type: ignore[empty-body]
        def is_terminal(self, state: str) -> bool: ...  # type: ignore[empty-body]
        def utility(self, state: str, player: int) -> Any: ...

        def chances(self, state: str) -> Any:
            return [(action, float(p)) for action, p in self.tree.chances(state)]

    @settings(max_examples=300)
    @given(ANY)
    def check(tree: Tree) -> None:
        exact, floats = brute.two_sided(tree.root), Floats(tree)
        for pruning in ("none", "star1", "star2"):
            result = expectiminimax(floats, pruning=pruning)
            assert result.value == pytest.approx(float(exact), abs=1e-9)

    check()


def test_an_outcome_that_cannot_happen_is_not_searched() -> None:
    tree = parse_tree("chance(0: 1000, 1: 3)")
    assert expectiminimax(tree).value == 3
    assert expectiminimax(tree).statistics.nodes == 2
    assert expectiminimax(tree).action is None
