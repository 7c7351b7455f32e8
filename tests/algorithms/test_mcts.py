"""Monte Carlo tree search against brute force, and what it says about itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import inf
from typing import Any

import pytest
from hypothesis import given, settings

from adversario import (
    GameError,
    InputError,
    Limit,
    Tree,
    UnsuitableGameError,
    expectiminimax,
    maxn,
    minimax,
    parse_tree,
)
from adversario.algorithms.mcts.result import MctsResult
from adversario.algorithms.mcts.tree_search import NODE_BYTES, mcts
from adversario.games import ConnectFour, Nim, Pig, TicTacToe
from adversario.games.dice.pig import HOLD
from adversario.games.dice.pig import State as PigState
from tests import brute
from tests.native.samples import Coins, Corners, Heap, TakeAway
from tests.strategies import tuple_trees, two_sided_trees

LECTURE = "A(B(3, 12, B3(8, 7, 3)), C(2, 4, 6), D(14, 5, 1))"


@settings(max_examples=200)
@given(two_sided_trees(alternating=False))
def test_the_solver_proves_what_brute_force_finds(tree: Tree) -> None:
    result = mcts(tree, simulations=3000)
    assert result.proven
    assert result.value == brute.two_sided(tree.root)
    assert result.action in brute.best_actions(tree)
    assert set(result.best_actions) <= set(brute.best_actions(tree))


@settings(max_examples=200)
@given(two_sided_trees(alternating=False))
def test_bounds_hold_before_the_proof_too(tree: Tree) -> None:
    result = mcts(tree, simulations=12)
    for score, proven in zip(result.scores, result.proven_actions, strict=True):
        after = next(edge.vertex for edge in tree.root.edges if edge.action == score.action)
        assert not proven or score.value == brute.two_sided(after)


@settings(max_examples=100)
@given(tuple_trees(players=3, chance=True, alternating=False))
def test_visits_add_up_and_means_stay_within_the_utilities(tree: Tree) -> None:
    result = mcts(tree, simulations=60)
    assert sum(result.visits) == result.simulations == 60
    assert isinstance(result.value, tuple)
    assert len(result.value) == 3
    assert all(-20 <= part <= 20 for part in result.value)
    assert result.tree_nodes <= 61


@pytest.mark.parametrize("solver", [True, False])
@pytest.mark.parametrize(
    "position",
    ["XX./OO./...", "XO./.X./...", "X.O/.X./O..", "XX./.O./...", "O.X/.X./..."],
)
def test_tictactoe_converges_to_the_minimax_action(position: str, solver: bool) -> None:
    game = TicTacToe()
    state = game.parse_position(position)
    result = mcts(game, state, simulations=3000, solver=solver)
    exact = minimax(game, state)
    assert result.action in exact.best_actions
    assert result.proven == solver
    if solver:
        assert result.value == exact.value


@pytest.mark.parametrize("solver", [True, False])
@pytest.mark.parametrize("heaps", [(1, 2), (2, 3), (1, 1, 2)])
def test_nim_converges_to_the_minimax_action(heaps: tuple[int, ...], solver: bool) -> None:
    game = Nim(heaps)
    result = mcts(game, simulations=3000, solver=solver)
    assert result.action in minimax(game).best_actions
    assert result.proven == solver


def test_a_deep_win_is_proven() -> None:
    game = ConnectFour()
    result = mcts(game, game.parse_position("445566"), simulations=500)
    assert result.proven
    assert result.value == 1
    assert result.action in (2, 6)
    assert result.simulations < 500
    assert len(result.principal_variation) == 1


def test_chance_nodes_converge_to_the_expectiminimax_value() -> None:
    tree = parse_tree("A(B:chance(0.8: 27, 0.2: 125), C:chance(0.8: 8, 0.2: 216))")
    result = mcts(tree, simulations=6000)
    exact = expectiminimax(tree)
    assert result.action == exact.action
    assert not result.proven
    for score, half, true in zip(result.scores, result.confidence, exact.scores, strict=True):
        assert abs(score.value - true.value) < 2.5 * half  # type: ignore[operator]


def test_pig_is_held_where_that_wins() -> None:
    game = Pig(10, 6)
    result = mcts(game, PigState((8, 9), 2, 0, False), simulations=1000)
    assert result.action == HOLD
    assert result.value == 1
    assert result.principal_variation == (HOLD,)


def test_a_state_of_natures_has_a_value_and_no_action() -> None:
    tree = parse_tree("A:chance(0.5: 2, 0.5: 4)")
    result = mcts(tree, simulations=1000)
    assert (result.action, result.principal_variation) == (None, ())
    assert result.value == pytest.approx(3, abs=0.2)
    assert len(result.scores) == 2


def test_three_players_converge_to_maxn() -> None:
    tree = parse_tree("(([5, 3, 2], [5, 2, 3]), ([1, 6, 3], [9, 1, 0]))")
    result = mcts(tree, simulations=4000)
    exact = maxn(tree)
    assert result.action == exact.action
    assert result.value == pytest.approx(exact.value, abs=0.5)


def test_one_player_maximises() -> None:
    game = Corners()
    result = mcts(game, simulations=2000)
    assert result.proven
    assert result.value == pytest.approx(minimax(game).value)
    coins = mcts(Coins(), simulations=2000)
    assert coins.action == expectiminimax(Coins()).action


def test_a_terminal_state_is_worth_its_utility() -> None:
    game = TicTacToe()
    result = mcts(game, game.parse_position("XXX/OO./..."))
    assert (result.value, result.proven, result.action, result.simulations) == (1, True, None, 0)
    assert not result.scores
    assert not result.visits


def test_the_same_seed_finds_the_same() -> None:
    def visits(seed: int) -> tuple[int, ...]:
        return mcts(TicTacToe(), simulations=300, seed=seed).visits

    assert visits(1) == visits(1)
    assert visits(1) != visits(2)


def test_rollouts_may_end_with_an_evaluation() -> None:
    result = mcts(Pig(20, 6), simulations=200, rollout_depth=2)
    assert 0 < result.statistics.evaluations <= 200
    assert mcts(Pig(20, 6), simulations=200).statistics.evaluations == 0
    assert mcts(TicTacToe(), simulations=50, rollout_depth=0).value == 0


def test_memory_is_bounded() -> None:
    room = 50
    result = mcts(TicTacToe(), simulations=1000, memory_mib=room * NODE_BYTES / 2**20)
    assert room / 4 < result.tree_nodes <= room
    assert result.simulations == sum(result.visits) == 1000
    without = mcts(TicTacToe(), simulations=100, memory_mib=0)
    assert (without.tree_nodes, sum(without.visits)) == (10, 100)


@pytest.mark.parametrize("solver", [True, False])
@pytest.mark.parametrize("position", ["XO./.X./...", "X.O/.X./O..", "O.X/.X./..."])
def test_a_tiny_memory_converges_to_the_minimax_action(position: str, solver: bool) -> None:
    game, room = TicTacToe(), 60
    state = game.parse_position(position)
    result = mcts(
        game, state, simulations=4000, solver=solver, memory_mib=room * NODE_BYTES / 2**20
    )
    exact = minimax(game, state)
    assert result.action in exact.best_actions
    assert not result.proven or result.value == exact.value
    assert result.tree_nodes <= room


@settings(max_examples=100)
@given(two_sided_trees(alternating=False))
def test_what_a_tiny_memory_proves_is_true(tree: Tree) -> None:
    result = mcts(tree, simulations=200, memory_mib=12 * NODE_BYTES / 2**20)
    assert not result.proven or result.value == brute.two_sided(tree.root)
    for score, proven in zip(result.scores, result.proven_actions, strict=True):
        after = next(edge.vertex for edge in tree.root.edges if edge.action == score.action)
        assert not proven or score.value == brute.two_sided(after)


def test_a_tree_can_be_continued() -> None:
    game = TicTacToe()
    first = mcts(game, simulations=500)
    assert first.action is not None
    state = game.result(game.initial(), first.action)
    seen = max(first.visits)
    second = mcts(game, state, simulations=100, tree=first.tree)
    assert sum(second.visits) == seen - 1 + 100
    again = mcts(game, state, simulations=100, tree=second.tree)
    assert sum(again.visits) == seen - 1 + 200
    elsewhere = game.parse_position("XOX/OX./...")
    assert sum(mcts(game, elsewhere, simulations=3, tree=again.tree).visits) == 3
    for tree in ("tree", mcts(TicTacToe(), simulations=1).tree):
        with pytest.raises(InputError, match="this very game"):
            mcts(game, tree=tree)


def test_a_proven_tree_needs_no_more_simulations() -> None:
    tree = parse_tree(LECTURE)
    first = mcts(tree)
    assert first.proven
    second = mcts(tree, tree=first.tree)
    assert (second.simulations, second.value, second.action) == (0, first.value, first.action)


def test_limits() -> None:
    game = ConnectFour()
    assert mcts(game, limit=Limit(nodes=50)).simulations == 50
    assert mcts(game, limit=Limit(nodes=50), simulations=20).simulations == 20
    timed = mcts(game, limit=Limit(time=0.05))
    assert 0 < timed.statistics.seconds < 30  # generous: this is about stopping at all
    assert mcts(game, limit=Limit(time=0)).simulations == 1
    with pytest.raises(InputError, match="no limit of depth"):
        mcts(game, limit=Limit(depth=3))
    with pytest.raises(InputError, match="at least 1"):
        mcts(game, simulations=0)
    with pytest.raises(InputError, match="exploration must be at least 0"):
        mcts(game, exploration=-1)


class Interrupted(TicTacToe):
    """Somebody presses Ctrl-C after so many moves."""

    def __init__(self, moves: int) -> None:
        super().__init__()
        self.moves = moves

    def result(self, state: Any, action: int) -> Any:
        self.moves -= 1
        if self.moves == 0:
            raise KeyboardInterrupt
        return super().result(state, action)


def test_an_interrupted_search_answers() -> None:
    result = mcts(Interrupted(1000))
    assert 0 < result.simulations < 1000
    assert result.action is not None
    with pytest.raises(KeyboardInterrupt):
        mcts(Interrupted(1))


class Hidden(TicTacToe):
    perfect_information = False


class Simultaneous(TicTacToe):
    simultaneous = True


@pytest.mark.parametrize("game", [Hidden(), Simultaneous()])
def test_games_that_do_not_fit_are_refused(game: TicTacToe) -> None:
    with pytest.raises(UnsuitableGameError, match="mcts"):
        mcts(game)


class Stuck(TakeAway):
    """With two counters left there is nothing to do."""

    def actions(self, state: Heap) -> Iterator[int]:
        if state.left > 2:
            yield 1


def test_a_dead_end_is_named() -> None:
    with pytest.raises(GameError, match="left=2"):
        mcts(Stuck())


def test_json_has_visits_and_confidence() -> None:
    result = mcts(TicTacToe(), simulations=5)
    answer = json.loads(json.dumps(result.to_json()))
    assert answer["algorithm"] == "mcts"
    assert (answer["simulations"], answer["tree_nodes"]) == (5, 6)
    assert [score["visits"] for score in answer["scores"]] == [1] * 5 + [0] * 4
    assert answer["scores"][8]["confidence"] == "inf"
    assert result.confidence[8] == inf
    assert result.ranking()[0] == result.action
    assert isinstance(result, MctsResult)
