"""Grid worlds as games."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adversario import InputError, Limit, expectimax, make_game
from adversario.base.grid_world import DOWN, LEFT, RIGHT, UP, parse_grid
from adversario.game import CHANCE
from adversario.games.alone.gridworld import Gridworld
from adversario.native.engines.expectation import native_expectiminimax


def test_walls_and_edges_are_in_the_way() -> None:
    game = Gridworld()
    start = game.initial()
    assert game.position(start) == "3,1 30"
    assert {game.action_name(start, action) for action in game.actions(start)} == {
        "up", "right", "down", "left",
    }  # fmt: skip
    rolling = game.result(start, UP)
    assert game.player(rolling) == CHANCE
    after = {game.position(game.result(rolling, way)): p for way, p in game.chances(rolling)}
    assert after == {"2,1 29": 0.8, "3,2 29": 0.1, "3,1 29": 0.1}
    beside = game.parse_position("2,1 right 5")
    assert game.position(game.result(beside, RIGHT)) == "2,1 4"  # the wall


def test_exits_and_the_end_of_the_steps() -> None:
    game = Gridworld(steps=2, living=-1.0, discount=0.5)
    exit_state = game.parse_position("1,4 1")
    assert game.is_terminal(exit_state)
    assert game.utility(exit_state, 0) == -1 + 0.5 * 1
    late = game.parse_position("3,1 0")
    assert game.is_terminal(late)
    assert game.utility(late, 0) == -1 - 0.5


@given(st.integers(0, 3), st.integers(1, 3))
def test_without_slipping_a_step_goes_where_it_is_meant_to(way: int, steps: int) -> None:
    game = Gridworld(layout="S . ./. . 1", slip=0, steps=steps)
    rolling = game.result(game.initial(), way)
    ((outcome, chance),) = game.chances(rolling)
    assert (outcome, chance) == (way, 1)
    there = game.result(rolling, outcome).cell
    assert there == {UP: 0, RIGHT: 1, DOWN: 3, LEFT: 0}[way]


@pytest.mark.slow
def test_compiled_search_agrees() -> None:
    game = make_game("gridworld:steps=4")
    state = game.parse_position("3,3")
    plain = expectimax(game, state, limit=Limit(depth=6))
    native = native_expectiminimax(game, state, limit=Limit(depth=6))
    assert native.value == pytest.approx(plain.value)
    assert native.action == plain.action


def test_a_layout_of_ones_own() -> None:
    game = make_game("gridworld:layout=S . 2.5/# . -1,slip=0.2")
    assert game.text(game.initial()) == "  @   . 2.5\n  #   .  -1"
    assert parse_grid("1 .\n. #").start == 1


@pytest.mark.parametrize("text", ["9,9 3", "2,2 3", "3,1 31", "3,1 up 0", "3,1 3 4", "", "x"])
def test_malformed_positions_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="not a position of the grid"):
        Gridworld().parse_position(text)


@pytest.mark.parametrize(
    "options", ["slip=0.6", "slip=-0.1", "discount=2", "steps=0", "layout=. q", "layout=1 2"]
)
def test_malformed_options_are_refused(options: str) -> None:
    with pytest.raises(InputError):
        make_game(f"gridworld:{options}")
