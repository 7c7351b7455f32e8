"""What is known exactly comes before any estimate, agrees with the solver, and says its source."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario import Limit, make_game, solve_position
from adversario.algorithms.minimax import minimax
from adversario.analysis.assess import assess
from adversario.analysis.known import find_known
from adversario.analysis.known_result import KnownResult
from adversario.analysis.outcome import Outcome, action_outcome, final_outcome, outcome_of
from adversario.analysis.review import explain_mistake, judge, review_move
from tests.require import needs

SCORES = {"1": -2, "2": -1, "3": 0, "4": 1, "5": 0, "6": -1, "7": -2}
"""Connect Four, empty board: the published score of every column."""


def scores_of(game: Any, result: Any) -> dict[str, Any]:
    return {game.action_name(result.state, score.action): score.value for score in result.scores}


def test_connect_four_is_known_from_the_book() -> None:
    game = make_game("connect4")
    found = assess(game, limit=Limit(nodes=100))
    assert isinstance(found, KnownResult)
    assert (found.source, found.value, found.distance, found.proven) == ("book", 1, 41, True)
    assert scores_of(game, found) == SCORES
    assert found.variation_names()[:3] == ("4", "4", "4")
    assert found.to_json()["scores"][0] == {"action": "4", "value": 1, "bound": "exact"}
    assert outcome_of(found, 0) == Outcome("win", 41)
    assert outcome_of(found, 1) == Outcome("loss", 41)


@needs("numba")
@pytest.mark.parametrize("moves", ["4444442153", "444444215333", "43444"])
def test_it_agrees_with_the_solver(moves: str) -> None:
    game = make_game("connect4")
    state = game.parse_position(moves)
    found = assess(game, state, limit=Limit(nodes=100))
    solved = solve_position(game, state).to(0)
    assert isinstance(found, KnownResult)
    assert (found.value, found.distance) == (solved.value, solved.distance)
    assert scores_of(game, found) == scores_of(game, solved)


@settings(max_examples=30)
@given(st.data())
def test_every_move_of_a_small_game_has_its_exact_value(data: st.DataObject) -> None:
    game = make_game("tictactoe")
    state = game.initial()
    for _ in range(data.draw(st.integers(0, 6))):
        if game.is_terminal(state):
            return
        state = game.result(state, data.draw(st.sampled_from(list(game.actions(state)))))
    if game.is_terminal(state):
        return
    found = assess(game, state)
    mover = game.player(state)
    assert found.source == "table"
    assert found.value == minimax(game, state).value
    for score in found.scores:
        after = game.result(state, score.action)
        value = game.utility(after, 0) if game.is_terminal(after) else minimax(game, after).value
        assert score.value == value
        outcome = action_outcome(found, score, mover)
        mine = int(str(value)) * (1 if mover == 0 else -1)
        assert outcome is not None
        assert outcome.ending == {1: "win", 0: "draw", -1: "loss"}[mine]


def test_what_nobody_knows_is_searched() -> None:
    for name in ("pig", "checkers"):
        game = make_game(name)
        assert find_known(game, game.initial(), may_compile=False) is None
        found = assess(game, limit=Limit(depth=2), may_compile=False, engine="python")
        assert not isinstance(found, KnownResult)
        assert found.source == "search"


def test_a_game_for_several_players_has_no_winner() -> None:
    game = make_game("territory")
    found = assess(game)
    assert found.value == (5, 5, 9)
    assert outcome_of(found, 0) is None
    assert action_outcome(found, found.scores[0], 0) is None


def test_outcomes_in_words() -> None:
    assert Outcome("win", 1).words.text() == "wins in 1 ply"
    assert Outcome("loss", 6).words.text("es") == "pierde en 6 jugadas"
    assert Outcome("draw", 7).words.text() == "draws"
    game = make_game("tictactoe")
    over = game.parse_position("XXX/OO./...")
    assert final_outcome(game, over, 0) == Outcome("win", 0)
    assert final_outcome(game, over, 1) == Outcome("loss", 0)


@pytest.mark.parametrize(
    ("position", "move", "words"),
    [
        ("X../.../...", "2", "2 loses; 4 would draw."),
        ("XO./.../...", "2", "2 only draws; 3 would win."),
        ("XOX/.O./...", "3", "3 loses; 7 would draw."),
    ],
)
def test_a_mistake_is_explained_by_outcomes(position: str, move: str, words: str) -> None:
    game = make_game("tictactoe")
    state = game.parse_position(position)
    found = review_move(game, state, game.parse_action(state, move), Limit(nodes=1))
    assert found.verdict == "??"
    assert explain_mistake(game, found).text() == words


def test_a_slower_win_is_no_mistake() -> None:
    game = make_game("connect4")
    assert judge(game, 18, 2, Outcome("win", 3), Outcome("win", 35)) == ""
    assert judge(game, 2, 0, Outcome("win", 35), Outcome("draw", 35)) == "??"
    assert judge(game, 0.05, 0) == ""
    assert judge(game, 0.3, 0) == "?"
