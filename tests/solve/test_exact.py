"""Exact values: against plain search, and against published scores."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario import Limit, make_game
from adversario.base.errors import InputError
from adversario.base.stop import Stop
from adversario.game import Game
from adversario.games.boards.othello import Othello, State
from adversario.native.engines.enhanced.enhancements import Enhancements
from adversario.native.engines.enhanced.search import native_alphabeta
from adversario.solve.exact import ExactProgress, ExactSolver, solve_exact

BY_DISCS, SMALL = Othello(score="discs"), Othello(6)  # one by discs, one by result
# The table is kept from one position to the next.
SOLVER = {game: ExactSolver(game, table_mib=1) for game in (BY_DISCS, SMALL)}


def late(game: Othello, seed: int, empty: int) -> State:
    """A position of a random game with so many squares empty, or fewer plies before its end."""
    random, state = Random(seed), game.initial()
    while not game.is_terminal(state):
        if "".join(game.rows(state)).count("-") <= empty:
            break
        state = game.result(state, random.choice(list(game.actions(state))))
    return state


@cache
def brute_force(game: Game[Any, Any], state: Any) -> int:
    """The value to who moves, by plain minimax."""
    mover = game.player(state)
    if game.is_terminal(state):
        return int(game.utility(state, mover))
    best = -(10**6)
    for action in game.actions(state):
        after = game.result(state, action)
        value = brute_force(game, after)
        best = max(best, value if game.player(after) == mover else -value)
    return best


@settings(max_examples=20)
@given(seed=st.integers(0, 10**6), empty=st.integers(0, 7))
@pytest.mark.parametrize("game", [BY_DISCS, SMALL])
def test_the_end_is_played_out_as_by_brute_force(game: Othello, seed: int, empty: int) -> None:
    state = late(game, seed, empty)
    solution = SOLVER[game].solve(state, find="all")
    assert solution.score == brute_force(game, state)
    for action, score in solution.scores:
        assert score == -brute_force(game, game.result(state, action))
    if not game.is_terminal(state):
        tops = {action for action, score in solution.scores if score == solution.score}
        assert set(solution.best) == tops


@pytest.mark.slow
@settings(max_examples=40)
@given(seed=st.integers(0, 10**6), empty=st.integers(9, 13))
def test_longer_endings_agree_with_alphabeta(seed: int, empty: int) -> None:
    state = late(BY_DISCS, seed, empty)
    found = native_alphabeta(BY_DISCS, state, enhancements=Enhancements(table_mib=8))
    sign = 1 if state.turn == 0 else -1
    solution = SOLVER[BY_DISCS].solve(state, find="best")
    assert found.proven
    assert solution.score == sign * found.value
    one = SOLVER[BY_DISCS].solve(state)
    assert set(one.best) <= set(solution.best)
    assert len(one.best) == (0 if BY_DISCS.is_terminal(state) else 1)


@pytest.mark.parametrize("name", ["tictactoe", "nim:heaps=3-4-5", "connect4:width=4,height=4"])
def test_other_games_are_solved_without_a_word_from_them(name: str) -> None:
    game = make_game(name)
    random, solver = Random(5), ExactSolver(game, table_mib=1)
    for _ in range(5):
        state = game.initial()
        for _ in range(random.randint(3, 6)):
            if not game.is_terminal(state):
                state = game.result(state, random.choice(list(game.legal(state))))
        assert solver.solve(state).score == brute_force(game, state)


@pytest.mark.slow
def test_the_smallest_board() -> None:
    solution = solve_exact(Othello(4, "discs"), table_mib=1)
    assert solution.score == -10
    assert len(solution.best) == 1


def test_a_limit_leaves_the_value_open() -> None:
    solution = ExactSolver(BY_DISCS, table_mib=1).solve(limit=Limit(nodes=20000))
    assert (solution.score, solution.best, solution.scores) == (None, (), ())
    stop = Stop()
    stop.set()
    assert SOLVER[BY_DISCS].solve(stop=stop).score is None


def test_progress_narrows_the_value() -> None:
    told: list[ExactProgress] = []
    limit = Limit(time=0.4)
    ExactSolver(BY_DISCS, table_mib=1).solve(limit=limit, on_progress=told.append)
    assert told
    assert all(each.low <= each.high for each in told)
    assert told[-1].nodes > 0


def test_what_cannot_be_solved_is_refused() -> None:
    with pytest.raises(InputError):
        ExactSolver(make_game("pig"))


@pytest.mark.slow
def test_a_published_score() -> None:
    # FFO endgame position 40, with 20 empty squares: +38 by a2.
    board = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------"
    solution = solve_exact(BY_DISCS, BY_DISCS.parse_position(f"{board} X"), table_mib=64)
    assert solution.score == 38
    assert [BY_DISCS.action_name(solution.state, action) for action in solution.best] == ["a2"]
