"""Search by turns: against expectiminimax where nothing is filtered, and compiled."""

from __future__ import annotations

from math import inf
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings

from adversario import InputError, Limit, expectiminimax, make_game
from adversario.algorithms.turns import Horizon, search_turns
from adversario.native.engines.turns import match_of_horizons, native_search_turns
from adversario.trees import Tree
from adversario.views.layer import Layer, derive
from adversario.views.learned.layer import learned
from adversario.views.tabled import with_values
from tests.require import require
from tests.strategies import chance_trees
from tests.views.test_learned import model_for

PLAIN = make_game("backgammon:start=hypergammon")
GAME = learned(PLAIN, model_for(PLAIN, (4,)))
STATE = GAME.result(GAME.initial(), next(iter(GAME.legal(GAME.initial()))))
EVERYTHING = Horizon(9, 1000)


class Blind(Layer[Any, Any]):
    """All estimates are 0, which must not matter where a search reaches the end."""

    def evaluate(self, state: Any, player: int) -> float:
        return 0.0


@settings(max_examples=40, deadline=None)
@given(chance_trees(max_depth=4, max_children=3))
def test_without_a_filter_it_is_expectiminimax(tree: Tree) -> None:
    root = tree.initial()
    if tree.is_terminal(root) or tree.player(root) < 0:
        return
    best = search_turns(derive(tree, Blind), root, EVERYTHING)[0]
    expected = float(expectiminimax(tree).value)  # type: ignore[arg-type]
    assert best.value * (1 if tree.player(root) == 0 else -1) == pytest.approx(expected)


def test_two_turns_are_three_plies() -> None:
    plays = search_turns(GAME, STATE, Horizon(2, 1000))
    found = expectiminimax(GAME, STATE, limit=Limit(depth=3))
    sign = 1 if GAME.player(STATE) == 0 else -1
    assert sign * plays[0].value == pytest.approx(float(found.value), abs=1e-5)  # type: ignore[arg-type]
    assert all(play.searched for play in plays)


@pytest.mark.parametrize(
    "horizon", [Horizon(1), Horizon(2, 3), Horizon(2, 100, 0.02), Horizon(2, 1000, inf)]
)
def test_both_forms_find_the_same(horizon: Horizon) -> None:
    require("numba")
    plain, native = search_turns(GAME, STATE, horizon), native_search_turns(GAME, STATE, horizon)
    assert [play.action for play in plain] == [play.action for play in native]
    assert [play.searched for play in plain] == [play.searched for play in native]
    assert [play.value for play in plain] == pytest.approx(
        [play.value for play in native], abs=1e-5
    )


def test_the_filter_keeps_the_best_few() -> None:
    plays = search_turns(GAME, STATE, Horizon(2, 2))
    assert 2 <= sum(play.searched for play in plays) < len(plays)
    with pytest.raises(InputError, match="keep"):
        Horizon(2, 0)


def test_a_match_exchanges_seats() -> None:
    require("numba")
    pairs = match_of_horizons((GAME, GAME), (Horizon(1), Horizon(1)), 6, seed=3)
    assert len(pairs) == 6
    assert all(one == -other for one, other in pairs)  # the same games, seats exchanged


def test_a_match_plays_what_a_search_finds() -> None:
    require("numba")
    pairs = match_of_horizons((GAME, GAME), (Horizon(2, 2), Horizon(1)), 2, seed=1, threads=1)
    assert any(one != -other for one, other in pairs)  # another horizon, other games


class HalfAPoint:
    """Tables that have one state, worth half a point to its viewer."""

    def __init__(self, state: Any) -> None:
        self.state = state

    def probe(self, state: Any) -> Any:
        return SimpleNamespace(value=0.5) if state == self.state else None


def test_values_of_tables_take_the_place_of_estimates() -> None:
    action = list(GAME.actions(STATE))[1]
    after = GAME.result(STATE, action)
    game = with_values(GAME, HalfAPoint(after))
    mover = GAME.player(STATE)
    assert game.evaluate(after, 1 - mover) == 0.5  # the other side is on roll
    found = {play.action: play.value for play in search_turns(game, STATE, Horizon(1))}
    plain = {play.action: play.value for play in search_turns(GAME, STATE, Horizon(1))}
    assert found[action] == -0.5 != plain[action]
    assert {**found, action: 0} == {**plain, action: 0}
