"""Answers know whose value they state, however they were found."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from adversario import (
    Answer,
    Limit,
    Solution,
    alphabeta,
    expectimax,
    make_game,
    maxn,
    mcts,
    minimax,
    paranoid,
    solve_position,
    solve_proof,
)
from adversario.algorithms.core.answer import Score
from adversario.base.errors import InputError, UnsuitableGameError
from adversario.base.pov import Bound, Pov
from adversario.game import CHANCE
from adversario.solve.dispatch import Method, look_up_table
from adversario.solve.exact import ExactSolver
from adversario.solve.table import solve_all
from adversario.trees import Tree
from tests import brute
from tests.strategies import constant_sum_trees, tuple_trees, two_sided_trees


@given(constant_sum_trees(players=2, alternating=False))
def test_every_search_states_the_same_value_for_each_player(tree: Tree) -> None:
    exact = brute.vector(tree.root, 2)
    for answer in (minimax(tree), alphabeta(tree), maxn(tree), paranoid(tree), solve(tree)):
        assert tuple(answer.value_for(player).value for player in range(2)) == exact
        assert answer.pov == answer.value_for(answer.viewer)
        assert answer.proven


def solve(tree: Tree) -> Solution[Any, Any]:
    return look_up_table(solve_all(tree), tree.initial(), 0.0)


@given(two_sided_trees(alternating=False))
def test_actions_are_ordered_for_the_player_to_move(tree: Tree) -> None:
    root = tree.initial()
    mover = tree.player(root)
    found = minimax(tree)
    best = max(found.score_for(score, mover) for score in found.scores)
    assert best == found.value_for(mover)
    keeping = [s.action for s in found.scores if found.score_for(s, mover) == best]
    assert set(keeping) == set(found.best_actions) == set(brute.best_actions(tree))


@given(tuple_trees(players=3, alternating=False))
def test_the_value_of_one_of_many_is_not_that_of_another(tree: Tree) -> None:
    mover = tree.player(tree.initial())
    found = paranoid(tree)
    assert found.viewer == mover
    assert found.pov.value == brute.against_all(tree.root, mover)
    other = (mover + 1) % 3
    with pytest.raises(UnsuitableGameError):
        found.value_for(other)
    assert maxn(tree).value_for(other).value == brute.vector(tree.root, 3)[other]


def test_whose_value_it_is() -> None:
    nim = make_game("nim:heaps=3-4")
    second = nim.result(nim.initial(), next(iter(nim.actions(nim.initial()))))
    assert nim.player(second) == 1
    assert [f(nim, second).viewer for f in (minimax, alphabeta, maxn)] == [0, 0, 1]
    assert [f(nim, second).viewer for f in (paranoid, expectimax)] == [1, 1]
    assert mcts(nim, second, simulations=10, engine="python").viewer == 0
    pig = make_game("pig:target=4")
    at_chance = pig.result(pig.initial(), next(iter(pig.actions(pig.initial()))))
    assert pig.player(at_chance) == CHANCE
    assert expectimax(pig, at_chance, limit=Limit(depth=2)).viewer == 0


@pytest.mark.parametrize("position", ["", "4", "4 0 8"])
def test_methods_of_solving_agree_on_the_point_of_view(position: str) -> None:
    game = make_game("tictactoe")
    state = game.parse_position(position)
    mover = game.player(state)
    methods: tuple[Method, ...] = ("table", "alphabeta", "proof")
    answers: list[Answer[Any, Any]] = [solve_position(game, state, method=m) for m in methods]
    answers += [solve_proof(game, state), ExactSolver(game, table_mib=1).solve(state)]
    exact = minimax(game, state)
    for answer in (*answers, exact):
        assert isinstance(answer, Answer)
        assert answer.value_for(0).value == exact.value
        assert answer.value_for(mover).to(0).value == exact.value
        assert answer.action in exact.best_actions
        assert answer.action == answer.best_actions[0] == answer.principal_variation[0]
        assert answer.statistics.nodes > 0
    assert [answer.source for answer in answers] == ["table", "search", "proof", "proof", "search"]
    table, search = answers[:2]
    assert dict(map(tuple, table.scores)) == dict(map(tuple, search.scores))


def test_a_solution_seen_from_the_other_side_and_back() -> None:
    game = make_game("nim:heaps=2-3")
    found = solve_position(game, method="table")
    other = found.to(1)
    assert other.viewer == 1
    assert other.value == -found.value_for(0).value
    assert [-score.value for score in other.scores] == [score.value for score in found.scores]  # type: ignore[operator]
    assert other.to(0) == found
    assert other.score == found.score
    assert other.to_json() == found.to_json()


def test_what_was_not_found_has_no_point_of_view() -> None:
    solver = ExactSolver(make_game("connect4:width=4,height=4"), table_mib=1)
    open_value = solver.solve(limit=Limit(nodes=1))
    assert (open_value.value, open_value.score, open_value.proven) == (None, None, False)
    assert open_value.to(1).viewer == 1
    with pytest.raises(InputError) as caught:
        _ = open_value.pov
    assert caught.value.text("es") != str(caught.value)


def test_a_score_is_a_pair_and_more() -> None:
    action, value = Score("a", 3)
    assert (action, value) == ("a", 3)
    assert Score("a", 3, Bound.UPPER).text == "≤ 3"
    assert Score("a", 3) == Score("a", 3, Bound.EXACT, None)


def test_a_win_with_its_distance() -> None:
    game = make_game("nim:heaps=1-2")
    found = solve_position(game, method="table")
    assert found.pov == Pov(1, 0, plies=3)
    assert found.pov.outcome == 1
    assert found.pov > Pov(1, 0, plies=4) > Pov(1, 0)
