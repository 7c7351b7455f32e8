"""Max^n and paranoid search against brute force."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario import (
    Game,
    InputError,
    Limit,
    Tree,
    UnsuitableGameError,
    maxn,
    minimax,
    paranoid,
    parse_tree,
    search,
)
from tests import brute
from tests.strategies import constant_sum_trees, tuple_trees, two_sided_trees


@settings(max_examples=500)
@given(tuple_trees(players=3, chance=True, alternating=False))
def test_maxn_is_brute_force(tree: Tree) -> None:
    assert maxn(tree).value == brute.vector(tree.root, 3)


@settings(max_examples=300)
@given(two_sided_trees(alternating=False))
def test_maxn_with_two_zero_sum_players_is_minimax(tree: Tree) -> None:
    many, two = maxn(tree), minimax(tree)
    assert isinstance(two.value, int)
    assert many.value == (two.value, -two.value)
    assert (many.action, many.best_actions) == (two.action, two.best_actions)


@pytest.mark.parametrize("players", [2, 3, 4])
@settings(max_examples=500)
@given(data=st.data())
def test_shallow_pruning_keeps_the_value(players: int, data: st.DataObject) -> None:
    tree = data.draw(constant_sum_trees(players=players, total=10, alternating=False))
    plain, pruned = maxn(tree), maxn(tree, shallow=True)
    assert pruned.value == plain.value == brute.vector(tree.root, players)
    assert pruned.best_actions == plain.best_actions
    assert pruned.statistics.nodes <= plain.statistics.nodes


def test_shallow_pruning_by_hand() -> None:
    # Player 1 is sure of 5 of 10; once player 2 has 6 in C, at most 4 are left for player 1.
    tree = parse_tree("(([5, 3, 2], [5, 2, 3]), ([1, 6, 3], [9, 1, 0]))")
    assert tree.utility_bounds == (0, 9)
    result = maxn(tree, shallow=True)
    assert result.value == (5, 3, 2)
    assert result.statistics.pruned == 1


def test_shallow_pruning_needs_a_constant_sum() -> None:
    with pytest.raises(InputError, match="utility_sum"):
        maxn(parse_tree("([1, 2, 3], [0, 0, 0])"), shallow=True)


def test_the_lecture_tree_of_turns_r_g_b_and_utilities_r_b_g() -> None:
    tree = parse_tree(
        "players R, B, G; turns R, G, B;"
        "A((([1, 2, 6], [4, 3, 2]), ([6, 1, 2], [7, 4, 1])),"
        "  (([5, 1, 1], [1, 5, 2]), ([7, 7, 1], [5, 4, 5])))"
    )
    assert [tree.player_name(tree.player(state)) for state in ("A", "B", "B1")] == ["R", "G", "B"]
    # B takes its second entry: B1 (4,3,2), B2 (7,4,1), C1 (1,5,2), C2 (7,7,1);
    # G its third: B (4,3,2), C (1,5,2); R its first: (4,3,2).
    result = maxn(tree)
    assert result.value == (4, 3, 2)
    assert result.action == "a1"


@settings(max_examples=500)
@given(tuple_trees(players=3, alternating=False))
def test_paranoid_is_brute_force(tree: Tree) -> None:
    me = tree.player(tree.initial())
    assert paranoid(tree).value == brute.against_all(tree.root, me)


def test_paranoid_and_maxn_can_disagree() -> None:
    # Against selfish others the second action is better; against a coalition it is worse.
    tree = parse_tree("(([4, 0, 0], [4, 1, 1]), ([0, 0, 9], [9, 9, 0]))")
    assert maxn(tree).action == "a2"
    assert paranoid(tree).action == "a1"


class Relay(Game[tuple[int, ...], int]):
    """Four players in two teams, each adding 0 to 2; the team of even seats wants a high sum."""

    players = 4
    teams = (0, 1, 0, 1)

    def initial(self) -> tuple[int, ...]:
        return ()

    def player(self, state: tuple[int, ...]) -> int:
        return len(state) % 4

    def actions(self, state: tuple[int, ...]) -> range:
        return range(3)

    def result(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
        return (*state, action)

    def is_terminal(self, state: tuple[int, ...]) -> bool:
        return len(state) == 4

    def utility(self, state: tuple[int, ...], player: int) -> int:
        lead = state[0] * state[2] - state[1] * state[3]
        return lead if player % 2 == 0 else -lead


def test_teams_are_sides() -> None:
    game = Relay()
    assert game.kind.sides == 2
    two_sided = search(game)
    assert two_sided.algorithm == "alphabeta"
    assert two_sided.value == minimax(game).value == paranoid(game).value
    vector = maxn(game).value
    assert isinstance(vector, tuple)
    assert vector[0] == vector[2] == two_sided.value
    assert vector[1] == vector[3] == -vector[0]


def test_depth_limits_use_an_evaluation_for_every_player() -> None:
    tree = parse_tree("A(=[1, 5, 0] ([9, 9, 9]), =[2, 0, 7] ([0, 0, 0]))")
    result = maxn(tree, limit=Limit(depth=1))
    assert result.value == (2, 0, 7)
    assert not result.proven


def test_hidden_and_simultaneous_games_are_refused_with_what_fits() -> None:
    class Hidden(Relay):
        perfect_information = False

    class AtOnce(Relay):
        simultaneous = True

    for game, reason in ((Hidden(), "hidden information"), (AtOnce(), "at the same time")):
        with pytest.raises(
            UnsuitableGameError, match=rf"{reason}.*fit: ismcts, pimc(, regret-matching)?\."
        ):
            search(game)


def test_chance_in_a_game_for_three() -> None:
    tree = parse_tree("players R, G, B; chance(1/3: [3, 0, 0], 2/3: [0, 3, 6])")
    assert maxn(tree).value == (1, 2, 4)
    assert maxn(tree).value == (Fraction(1), 2, 4)
