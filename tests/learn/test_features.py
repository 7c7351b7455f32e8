"""The features of the games that are trained: counted by hand or by brute force."""

from __future__ import annotations

from math import tanh

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario import Limit, make_game, search
from adversario.games import ConnectFour, Othello, Tetris
from adversario.games.boards.othello.estimate import NAMES, TERMS
from adversario.games.lines.connect4 import State
from adversario.games.weights import Weights, weighted
from adversario.native.compiler.compile import compile_game
from adversario.native.engines.engine_choice import Engine
from adversario.native.kernels import rules

ENGINES: tuple[Engine, Engine] = ("native", "python")
FOUR = ConnectFour()
NAMED = {name: at for at, name in enumerate(FOUR.feature_names)}


def played(columns: list[int]) -> State:
    """The position after those of the columns that can be played, before anybody has won."""
    state = FOUR.initial()
    for column in columns:
        if column in list(FOUR.actions(state)):
            after = FOUR.result(state, column)
            state = state if FOUR.is_terminal(after) else after
    return state


def lines_of(rows: list[str], mark: str) -> list[int]:
    """How many lines of four without the other's stones have so many of that mark."""
    counts = [0] * 5
    for row in range(6):
        for column in range(7):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + i * down, column + i * right) for i in range(4)]
                if all(0 <= r < 6 and 0 <= c < 7 for r, c in cells):
                    line = [rows[r][c] for r, c in cells]
                    if set(line) <= {mark, "."}:
                        counts[line.count(mark)] += 1
    return counts


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 6), max_size=35))
def test_lines_are_counted_as_on_paper(columns: list[int]) -> None:
    state = played(columns)
    rows = FOUR.rows(state)
    mine, theirs = lines_of(rows, "X"), lines_of(rows, "O")
    found = FOUR.features(state, 0)
    for number, name in ((1, "ones"), (2, "twos"), (3, "threes")):
        assert found[NAMED[name]] == mine[number] - theirs[number]
    centre = sum((row[3] == "X") - (row[3] == "O") for row in rows)
    assert found[NAMED["centre"]] == centre


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 6), max_size=35))
def test_what_is_good_for_one_is_bad_for_the_other(columns: list[int]) -> None:
    state = played(columns)
    assert FOUR.features(state, 0) == tuple(-each for each in FOUR.features(state, 1))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 6), max_size=35))
def test_threats_are_cells_that_would_win(columns: list[int]) -> None:
    """X is glad of the first, third and fifth row, O of the others."""
    state = played(columns)
    taken = state.mover | state.other
    found = dict(zip(FOUR.feature_names, FOUR.features(state, 0), strict=True))
    stones = state.mover, state.other
    good, other, now = 0, 0, 0
    for cell in (7 * column + row for column in range(7) for row in range(6)):
        for player in (0, 1):
            own, sign = stones[player != state.turn], 1 - 2 * player
            if not taken >> cell & 1 and FOUR.connects(own | 1 << cell):
                good += sign * (cell % 7 % 2 == player)
                other += sign * (cell % 7 % 2 != player)
                now += sign * (cell % 7 == 0 or taken >> cell - 1 & 1)
    assert found["threats_good_rows"] == good
    assert found["threats_other_rows"] == other
    assert found["threats_now"] == now


def test_without_weights_there_is_no_estimate() -> None:
    assert FOUR.evaluate(FOUR.parse_position("4453"), 0) == 0


def test_given_weights_are_the_estimate_in_both_engines() -> None:
    game = make_game("connect4:weights=hand")
    state = game.parse_position("44536")
    total = sum(w * f for w, f in zip(game.weights, game.features(state, 0), strict=True))
    assert game.evaluate(state, 0) == pytest.approx(0.99 * tanh(total / 0.99))
    assert total != 0
    compiled = compile_game(game, rules)
    native = compiled.functions.evaluate(compiled.encode(state), 0, 0)
    assert native == pytest.approx(game.evaluate(state, 0), rel=1e-14)


@pytest.mark.slow
def test_both_engines_search_alike_with_given_weights() -> None:
    game, limit = make_game("connect4:weights=fitted"), Limit(depth=4)
    native, python = (search(game, limit=limit, engine=engine) for engine in ENGINES)
    assert native.value == pytest.approx(python.value)
    assert native.statistics.nodes == python.statistics.nodes
    assert native.value != 0


def test_othello_is_estimated_as_before() -> None:
    game = Othello()
    state = game.parse_position("f5 d6 c3 d3 c4")
    found = game.features(state, 0)
    total = sum(w * f for w, f in zip(game.weights, found, strict=True))
    assert game.evaluate(state, 0) == pytest.approx(total)
    assert [at // TERMS for at, feature in enumerate(found) if feature] == [0] * sum(
        map(bool, found)
    )
    assert game.features(state, 1) == tuple(-feature for feature in found)
    squares = dict(zip(NAMES, (64 * feature for feature in found), strict=False))
    classes = [name for name in NAMES if len(name) == 2]
    discs = sum(squares[name] for name in classes)
    assert discs == squares["discs"] != 0  # no corner is taken


def test_othello_goes_by_the_weights_it_is_given() -> None:
    plain = Othello(score="discs")
    discs = tuple(1.0 if name.startswith("discs") else 0.0 for name in plain.feature_names)
    game = weighted(plain, Weights("Othello", discs))
    state = game.parse_position("f5")
    assert game.evaluate(state, 0) == 3
    assert game.evaluate(state, 1) == -3
    assert plain.evaluate(state, 0) != 3


def test_tetris_is_measured_by_hand() -> None:
    game = Tetris(rows=6, columns=4, pieces=10)
    state = game.parse_position("#.../##.#/#.## ? 3 1")
    found = dict(zip(game.feature_names, game.features(state, 0), strict=True))
    # Columns are 3, 2, 1 and 2 high; the second has one free cell below its top.
    assert found["lines"] == 1
    assert found["holes"] == found["pierced_rows"] == 1
    assert found["height"] == (6 + 3 + 1 + 3) / 6  # each cell below a top counts as its row
    assert found["highest"] == 3
    assert found["wells"] == 1  # the third cell of the second row
    assert found["steps"] == 3  # 3 to 2, 2 to 1, 1 to 2
    assert found["possible"] == 4 * 7 / 4
    assert game.evaluate(state, 0) == pytest.approx(1 + found["promised"])


def test_an_estimate_by_other_weights_has_no_bounds() -> None:
    game = make_game("tetris")
    other = weighted(game, Weights("Tetris", (1.0,) * 11))
    assert game.utility_bounds is not None
    assert other.utility_bounds is None
    assert weighted(game, Weights("Tetris", (1.0,) * 11)) == other
