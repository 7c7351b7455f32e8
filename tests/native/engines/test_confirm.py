"""Compiled answers that plain Python contradicts are never returned."""

# ruff: noqa: E402

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

import pytest

from tests.require import require

require("numba")

from adversario import Limit, make_game
from adversario.base.errors import GameError
from adversario.native.engines.confirm import AHEAD, confirm_proof
from adversario.native.engines.mcts import mcts
from adversario.solve.exact import ExactWorker, solve_exact
from adversario.solve.proof import Prover

mcts_engine: Any = sys.modules[mcts.__module__]
GAME: Any = make_game("tictactoe")
WON = GAME.parse_position("XX./OO./...")  # X, to move, wins at once
DRAWN = GAME.parse_position("XOX/XOO/O.X")  # X, to move, can only draw
LIMIT = Limit(nodes=2000)


@pytest.mark.parametrize(
    ("change", "method"), [({"value": 0}, "utility"), ({"principal_variation": (0,)}, "actions")]
)
def test_simulations_are_compared(
    change: dict[str, Any], method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = mcts(GAME, WON, engine="native", limit=LIMIT)
    assert (right.proven, right.value) == (True, 1)
    monkeypatch.setattr(mcts_engine, "conclude", lambda *_, **__: replace(right, **change))
    with pytest.raises(GameError, match=f"{method} means two things"):
        mcts(GAME, WON, engine="native", limit=LIMIT)


def test_a_mean_is_no_state_s_value() -> None:
    found = mcts(GAME, engine="native", limit=Limit(nodes=50))
    assert not found.proven  # and nothing was raised


@pytest.mark.parametrize(("state", "goal", "answer"), [(WON, 1, True), (DRAWN, 1, False)])
def test_proofs_are_compared(
    state: Any, goal: int, answer: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    prover = Prover(GAME, engine="native", table_mib=1)
    assert prover.prove(state, 0, goal) is answer
    monkeypatch.setattr(Prover, "_prove_native", lambda *given: (not answer, False))
    with pytest.raises(GameError, match="utility means two things"):
        prover.prove(state, 0, goal)


@pytest.mark.parametrize(("state", "value"), [(WON, 1), (DRAWN, 0)])
def test_exact_values_are_compared(state: Any, value: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert solve_exact(GAME, state, table_mib=1).value == value
    for wrong in {-1, 0, 1} - {value}:
        if state is WON or wrong > value:
            monkeypatch.setattr(ExactWorker, "value", lambda *given, wrong=wrong: wrong)
            with pytest.raises(GameError, match="utility means two things"):
                solve_exact(GAME, state, table_mib=1)


def test_the_opponent_s_ply_decides_too() -> None:
    confirm_proof(GAME, WON, 1, 0, forced=False)  # X wins at once, so O gets no draw
    with pytest.raises(GameError, match="utility means two things"):
        confirm_proof(GAME, WON, 1, 0, forced=True)


def test_what_is_not_seen_one_ply_ahead_is_not_judged() -> None:
    for forced in (True, False):
        confirm_proof(GAME, GAME.initial(), 0, 1, forced=forced)
    wide: Any = make_game("gomoku")
    assert len(list(wide.actions(wide.initial()))) > AHEAD
    confirm_proof(wide, wide.initial(), 0, 1, forced=True)
