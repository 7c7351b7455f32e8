"""`adversario count --table`: exact where it can be, estimated elsewhere, beside the literature."""

from __future__ import annotations

from typing import Any

import pytest

from adversario import make_game
from adversario.contract.capability import as_capability
from adversario.contract.counting import Countable
from adversario.counting.complexity import complexity
from adversario.counting.count import count_game
from adversario.counting.tree_size import Interval


def test_small_games_are_exact_and_large_ones_estimated() -> None:
    small = complexity("tictactoe", make_game("tictactoe"), samples=50)
    assert (small.states, small.complete, small.games) == (5478, True, 255168)
    assert small.published is not None
    large = complexity("connect4", make_game("connect4:width=5,height=4"), most=500, samples=50)
    assert isinstance(large.states, Interval)
    assert large.states.low < 3_945_711 < large.states.high
    assert not large.complete
    assert isinstance(large.games, Interval)
    assert large.games.mean > 10**9
    other = complexity("othello", make_game("othello"), most=500, samples=50)
    assert (other.states, other.complete) == (500, False)
    assert other.most == 2**5 * 3**60


@pytest.mark.slow
def test_the_size_of_connect_four_is_estimated_on_its_own_board() -> None:
    found = complexity("connect4", make_game("connect4"), most=500, samples=50)
    assert isinstance(found.states, Interval)
    assert found.states.low < 4_531_985_219_092 < found.states.high
    assert isinstance(found.games, Interval)
    assert found.games.mean > 10**15


@pytest.mark.parametrize(
    "name",
    ["kalah:houses=2,seeds=2", "breakthrough:rows=4,columns=3,ranks=1", "othello:size=4",
     "twenty48:size=2", "minesweeper:rows=2,columns=2,mines=1"],
)  # fmt: skip
def test_bounds_on_the_number_of_states_hold_where_these_can_be_counted(name: str) -> None:
    game = make_game(name)
    most = as_capability(game, Countable).most_states()
    counted = count_game(game, most=1_000_000, engine="auto")
    assert counted.complete
    assert most is not None
    assert counted.states <= most


def test_the_table_of_one_game_has_the_games_of_the_literature_too(run: Any) -> None:
    done = run("count", "nim", "--table", "--samples", "20", "--lang", "en")
    assert done.code == 0
    assert "232" in done.out
    assert "10^226" in done.out  # of shogi, which is not in the package
    found = run("count", "nim", "--table", "--samples", "20", "--json").json
    assert found[0]["states"] == 232
    assert found[0]["complete"] is True


def test_a_game_must_be_named_unless_all_are_meant(run: Any) -> None:
    done = run("count", "--lang", "en")
    assert done.code == 2
    assert "--table" in done.err
