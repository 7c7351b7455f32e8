"""Iterative deepening: limits are kept, answers are complete, order helps."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario import (
    InputError,
    Limit,
    NoEvaluationError,
    Result,
    Tree,
    alphabeta,
    expectiminimax,
    iterative_deepening,
    maxn,
    minimax,
    parse_tree,
)
from adversario.algorithms.core.events import Event, Iteration
from adversario.algorithms.registry import search
from adversario.games import ConnectFour, Pig, TicTacToe
from adversario.games.lines.connect4 import State
from tests.strategies import two_sided_trees


def test_it_stops_where_the_game_ends_and_proves_the_value() -> None:
    result = iterative_deepening(TicTacToe())
    assert (result.value, result.proven, result.depth) == (0, True, 9)


@settings(max_examples=200)
@given(two_sided_trees(evaluations=True), st.integers(1, 4))
def test_to_a_depth_it_answers_as_the_plain_search_does(tree: Tree, depth: int) -> None:
    deepened = iterative_deepening(tree, limit=Limit(depth=depth))
    plain = alphabeta(tree, limit=Limit(depth=depth))
    assert deepened.value == plain.value
    assert set(deepened.best_actions) == set(plain.best_actions)


def test_nodes_are_limited_exactly() -> None:
    for nodes in (10, 100, 1000):
        result = search(ConnectFour(), limit=Limit(nodes=nodes))
        assert result.statistics.nodes == nodes


def test_time_is_limited() -> None:
    started = perf_counter()
    result = search(ConnectFour(), limit=Limit(time=0.2))
    assert perf_counter() - started < 30  # generous: this is about stopping at all
    assert result.depth is not None
    assert result.depth >= 1


def test_depth_1_is_always_completed() -> None:
    for limit in (Limit(time=0), Limit(nodes=1)):
        result = search(TicTacToe(), limit=limit)
        assert (result.action, result.depth, result.statistics.nodes) == (0, 1, 10)
    over = TicTacToe().parse_position("XXX/OO./...")
    assert search(TicTacToe(), over, limit=Limit(time=0)).action is None
    tuples = search(parse_tree("([1, 2, 3], [3, 2, 1])"), limit=Limit(time=0))
    assert tuples.value == (3, 2, 1)
    with pytest.raises(InputError, match="iterative_deepening"):
        alphabeta(TicTacToe(), limit=Limit(time=0))


def test_depths_without_an_evaluation_are_passed_over() -> None:
    tree = parse_tree("((3, 12, (8, 7)), (2, 4))")
    result = search(tree, limit=Limit(time=10))
    assert (result.value, result.depth, result.proven) == (3, 3, True)
    with pytest.raises(NoEvaluationError, match="evaluation"):
        search(tree, limit=Limit(depth=2, nodes=1000))


def test_an_option_that_the_algorithm_lacks_is_refused() -> None:
    with pytest.raises(InputError, match="minimax has no option strict"):
        search(TicTacToe(), algorithm="minimax", strict=True)


def test_the_last_complete_iteration_answers() -> None:
    seen: list[Result[Any, Any]] = []
    result = iterative_deepening(ConnectFour(), limit=Limit(nodes=20_000), on_progress=seen.append)
    assert [each.depth for each in seen] == list(range(1, len(seen) + 1))
    assert result.depth == seen[-1].depth
    assert result.value == seen[-1].value


def test_order_learnt_from_the_last_iteration_saves_nodes() -> None:
    game = TicTacToe()
    events: list[Event] = []
    iterative_deepening(game, limit=Limit(depth=6), on_event=events.append)
    starts = [i for i, event in enumerate(events) if isinstance(event, Iteration)]
    assert len(starts) == 6

    def worst_first(state: Any, actions: Any) -> Any:
        return sorted(actions, key=lambda column: -abs(column - 3))

    board = ConnectFour()

    def height(state: State, player: int) -> int:
        sign = 1 if player == state.turn else -1
        return sign * (
            (state.mover & 0x3F << 21).bit_count() - (state.other & 0x3F << 21).bit_count()
        )

    options: dict[str, Any] = {"evaluate": height, "order": worst_first}
    learnt = iterative_deepening(board, limit=Limit(depth=7), **options).statistics.nodes
    fresh = sum(
        alphabeta(board, limit=Limit(depth=depth), **options).statistics.nodes
        for depth in range(1, 8)
    )
    assert learnt < fresh


@pytest.mark.parametrize("algorithm", [minimax, alphabeta, expectiminimax, maxn])
def test_any_search_can_be_deepened(algorithm: Any) -> None:
    result = iterative_deepening(TicTacToe(), limit=Limit(depth=3), algorithm=algorithm)
    assert result.depth == 3


def test_ctrl_c_keeps_the_last_answer() -> None:
    calls: Iterator[int] = iter(range(10**9))

    def evaluate(state: State, player: int) -> int:
        if next(calls) == 3_000:
            raise KeyboardInterrupt
        return 0

    result = iterative_deepening(ConnectFour(), evaluate=evaluate)
    assert result.depth is not None
    assert result.depth >= 1

    def at_once(state: State, player: int) -> int:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        iterative_deepening(ConnectFour(), evaluate=at_once)


def test_the_entry_point_picks_by_the_kind_of_game() -> None:
    assert search(TicTacToe()).algorithm == "alphabeta"
    assert search(Pig(), limit=Limit(depth=2)).algorithm == "expectiminimax"
    assert search(TicTacToe(), algorithm="minimax").algorithm == "minimax"
    assert search(Pig(), limit=Limit(depth=2), algorithm="star2").algorithm == "star2"
    with pytest.raises(InputError, match="alphabeta"):
        search(TicTacToe(), algorithm="alfabeta")
