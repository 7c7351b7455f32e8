"""Values with a point of view: one order for each player, and conversions that undo each other."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adversario.base.errors import UnsuitableGameError
from adversario.base.numbers import Number
from adversario.base.pov import ZERO_SUM, Bound, Pov, Stakes, label
from adversario.game import CHANCE
from adversario.games import make_game
from adversario.trees import Tree, Vertex
from tests import brute
from tests.strategies import constant_sum_trees, two_sided_trees

EXACT_NUMBERS = st.integers(-50, 50) | st.fractions(-9, 9, max_denominator=12)
STAKES = st.sampled_from(
    [
        ZERO_SUM,
        Stakes(7),
        Stakes(Fraction(1, 3)),
        Stakes(0, (0, 1, 0, 1)),
        Stakes(6, (0, 1, 1)),
        Stakes(-5, (1, 0, 0, 0)),
    ]
)


@st.composite
def povs(draw: st.DrawFn, many: int = 1) -> list[Pov]:
    """Values to the same player of one game."""
    stakes = draw(STAKES)
    player = draw(st.integers(0, len(stakes.teams) - 1))
    plies, bounds = st.none() | st.integers(0, 9), st.sampled_from(Bound)
    return [
        Pov(draw(EXACT_NUMBERS), player, draw(plies), draw(bounds), stakes) for _ in range(many)
    ]


def others(value: Pov) -> list[int]:
    """The players of the other side."""
    teams = value.stakes.teams
    return [player for player, team in enumerate(teams) if team != teams[value.player]]


@given(povs())
def test_there_and_back_is_the_same_value(given_values: list[Pov]) -> None:
    (value,) = given_values
    for player in range(len(value.stakes.teams)):
        seen = value.to(player)
        assert seen.player == player
        back = seen.to(value.player)
        assert (back, back.value, back.plies) == (value, value.value, value.plies)
        assert back.bound is value.bound
    assert value.to(value.player) == value


@given(st.floats(allow_nan=False))
def test_floats_come_back_unchanged_where_the_sum_is_zero(number: float) -> None:
    assert Pov(number).to(1).to(0).value == number


@given(povs(2))
def test_the_order_is_total_and_reversed_for_the_other_side(given_values: list[Pov]) -> None:
    one, other = given_values
    assert (one < other) + (one == other) + (one > other) == 1
    for player in others(one):
        assert (one < other) == (other.to(player) < one.to(player))
        assert (one == other) == (one.to(player) == other.to(player))
    if one == other:
        assert hash(one) == hash(other)


@given(povs(3))
def test_the_order_is_transitive(given_values: list[Pov]) -> None:
    low, middle, high = sorted(given_values)
    assert low <= middle <= high
    assert low <= high


def test_wins_are_above_estimates_and_losses_below() -> None:
    rising = [
        Pov(-1, plies=1), Pov(-1, plies=8), Pov(-(10**9)), Pov(-1), Pov(0), Pov(Fraction(1, 3)),
        Pov(1.5), Pov(10**9), Pov(float("inf")), Pov(1, plies=9), Pov(1, plies=2),
        Pov(2, plies=30),
    ]  # fmt: skip
    assert all(low < high for low, high in pairwise(rising))
    assert [each.outcome for each in rising] == [-1] * 2 + [0] * 7 + [1] * 3


def test_what_a_win_is_depends_on_the_stakes() -> None:
    shared = Stakes(10)
    assert Pov(6, plies=3, stakes=shared).outcome == 1
    assert Pov(5, plies=3, stakes=shared).outcome == 0
    assert Pov(4, 1, plies=3, stakes=shared).outcome == -1
    assert (shared.draw, Stakes(5).draw, ZERO_SUM.draw, Stakes(None).draw) == (5, 2.5, 0, 0)


def test_in_a_draw_nobody_hurries() -> None:
    assert Pov(0, plies=3) == Pov(0, plies=9) == Pov(0)


def test_bounds_turn_around_with_the_view() -> None:
    at_least = Pov(3, bound=Bound.LOWER)
    assert at_least.to(1) == Pov(-3, 1, bound=Bound.UPPER)
    assert Pov(3, bound=Bound.UPPER) < Pov(3) < at_least
    assert [bound.opposite.opposite for bound in Bound] == list(Bound)


def test_values_to_different_players_have_no_order() -> None:
    assert Pov(1) != Pov(1, 1)
    assert Pov(1) != Pov(1, stakes=Stakes(4))
    with pytest.raises(TypeError):
        _ = Pov(1) < Pov(1, 1)
    assert Pov(1) != 1


@pytest.mark.parametrize("stakes", [Stakes(None), Stakes(0, (0, 1, 2))])
def test_what_does_not_follow_is_refused(stakes: Stakes) -> None:
    value = Pov(3, stakes=stakes)
    assert value.has_view(0)
    assert not value.has_view(1)
    with pytest.raises(UnsuitableGameError) as caught:
        value.to(1)
    assert caught.value.text("es") != str(caught.value)


def test_team_mates_share_a_value_whatever_the_sum() -> None:
    assert Pov(3, 0, stakes=Stakes(None, (0, 1, 0))).to(2).value == 3


def test_text_for_people() -> None:
    assert str(Pov(Fraction(1, 3))) == "1/3"
    assert str(Pov(2.0, bound=Bound.LOWER)) == "≥ 2"
    assert str(Pov(-1, plies=4, bound=Bound.UPPER)) == "≤ -1 (4)"
    assert label((1, 2), Bound.EXACT) == "(1, 2)"


def test_values_of_games() -> None:
    game = make_game("territory:rows=3,columns=3,players=2,border=no")
    assert Pov.of(game, 4).to(1).value == 5
    assert Pov.of(game, (4, 5), 1) == Pov.of(game, 5, 1) == Pov.of(game, 4).to(1)
    assert Pov.of(make_game("tictactoe"), 1).to_tuple() == (1, -1)


def negamax(vertex: Vertex, tree: Tree) -> Pov:
    """The value to the player to move, each child's seen from there."""
    player = 0 if vertex.player == CHANCE else vertex.player
    if not vertex.edges:
        assert vertex.utilities is not None
        return Pov.of(tree, vertex.utilities, player, plies=0)
    children = [negamax(edge.vertex, tree).to(player) for edge in vertex.edges]
    assert all(child.plies is not None for child in children)
    best: Any = max(children)
    return Pov.of(tree, best.value, player, plies=best.plies + 1)


@given(two_sided_trees(alternating=False))
def test_negamax_by_views_is_minimax(tree: Tree) -> None:
    assert negamax(tree.root, tree).to(0).value == brute.two_sided(tree.root)


def shortest(vertex: Vertex, wanted: Number) -> int:
    """The plies to the end: MAX and MIN keep the value, the winner hurries, the loser delays."""
    if not vertex.edges:
        return 0
    keeping = [e.vertex for e in vertex.edges if brute.two_sided(e.vertex) == wanted]
    lengths = [shortest(child, wanted) for child in keeping]
    hurries = (wanted > 0) == (vertex.player == 0)
    return 1 + (min(lengths) if hurries else max(lengths))


@given(two_sided_trees(alternating=False))
def test_wins_are_quick_and_losses_slow_as_by_brute_force(tree: Tree) -> None:
    value = negamax(tree.root, tree).to(0)
    if value.outcome:
        assert value.plies == shortest(tree.root, value.value)


@given(constant_sum_trees(players=2))
def test_tuples_of_two_sides_are_those_of_maxn(tree: Tree) -> None:
    utilities = brute.vector(tree.root, 2)
    for player in range(2):
        assert Pov.of(tree, utilities, player).to_tuple() == utilities
