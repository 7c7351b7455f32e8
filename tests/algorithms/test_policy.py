"""The contingency plan: what it promises holds against every reply."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings

from adversario import Game, Tree, alphabeta, expectiminimax, maxn, minimax, paranoid, parse_tree
from adversario.algorithms.core.policy import Policy
from adversario.base.numbers import Number
from adversario.game import CHANCE
from adversario.games import Nim, TicTacToe
from tests.strategies import chance_trees, tuple_trees, two_sided_trees


def secured(game: Game[Any, Any], policy: Policy[Any, Any], state: Any) -> Number:
    """What the policy's player gets at worst (at chance nodes: on average) by following it."""
    if game.is_terminal(state):
        return game.utility(state, policy.player)
    if game.player(state) == policy.player:
        return secured(game, policy, game.result(state, policy[state]))
    if game.player(state) == CHANCE:
        parts = (p * secured(game, policy, game.result(state, a)) for a, p in game.chances(state))
        return sum(parts)
    return min(secured(game, policy, game.result(state, a)) for a in game.actions(state))


def reachable(game: Game[Any, Any], policy: Policy[Any, Any], state: Any) -> set[Any]:
    """The player's own states that can arise."""
    if game.is_terminal(state):
        return set()
    if game.player(state) == policy.player:
        return {state} | reachable(game, policy, game.result(state, policy[state]))
    found: set[Any] = set()
    for action in game.legal(state):
        found |= reachable(game, policy, game.result(state, action))
    return found


@settings(max_examples=300)
@given(two_sided_trees(alternating=False))
def test_a_plan_secures_the_value_and_covers_just_what_can_arise(tree: Tree) -> None:
    root = tree.initial()
    sign = 1 if tree.player(root) == 0 else -1
    for algorithm in (minimax, alphabeta):
        result: Any = algorithm(tree, policy=True)
        assert secured(tree, result.policy, root) == sign * result.value
        assert set(result.policy) == reachable(tree, result.policy, root)


@settings(max_examples=300)
@given(chance_trees(alternating=False))
def test_a_plan_through_chance_nodes(tree: Tree) -> None:
    root = tree.initial()
    if tree.player(root) == CHANCE:
        return
    sign = 1 if tree.player(root) == 0 else -1
    prunings: tuple[Any, ...] = ("none", "star1", "star2")
    for pruning in prunings:
        result: Any = expectiminimax(tree, pruning=pruning, policy=True)
        assert secured(tree, result.policy, root) >= sign * result.value
        assert set(result.policy) == reachable(tree, result.policy, root)


@settings(max_examples=200)
@given(tuple_trees(players=3, alternating=False))
def test_a_paranoid_plan_is_safe(tree: Tree) -> None:
    result = paranoid(tree, policy=True)
    assert result.policy is not None
    assert secured(tree, result.policy, tree.initial()) == result.value


def test_a_plan_for_max_n_covers_the_player_who_asks() -> None:
    tree = parse_tree("(([1, 2, 3], [2, 1, 3]), ([3, 3, 3], [0, 0, 0]))")
    policy = maxn(tree, policy=True).policy
    assert policy is not None
    assert dict(policy) == {"A": "a2"}


def test_transpositions_do_not_spoil_the_plan() -> None:
    games: list[Game[Any, Any]] = [TicTacToe(), Nim((1, 2, 3))]
    for game in games:
        first = game.initial()
        second = game.result(first, next(iter(game.actions(first))))
        for state in (first, second):
            result = alphabeta(game, state, policy=True)
            assert result.policy is not None
            assert not isinstance(result.value, tuple)
            sign = 1 if game.player(state) == 0 else -1
            assert secured(game, result.policy, state) == sign * result.value


def test_a_policy_reads_as_a_mapping_and_as_json() -> None:
    tree = parse_tree("A(B(3, 12, B3(8, 7, 3)), C(2, 4, 6), D(14, 5, 1))")
    policy = alphabeta(tree, policy=True).policy
    assert policy is not None
    assert dict(policy) == {"A": "a1", "B3": "b31"}
    assert policy.to_json() == {"A": "a1", "B3": "b31"}
    assert len(policy) == 2
    assert minimax(tree).policy is None
