"""Hex: the connection by plain flood fill, and who wins on small boards."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario import InputError, analyse, make_game
from adversario.games import Hex
from tests.games.naive import linked, solved

BOARDS = [Hex(2), Hex(3), Hex(5, swap=False), Hex(8), Hex(13)]


@pytest.mark.parametrize("game", BOARDS, ids=lambda game: str(game.size))
@settings(max_examples=10)
@given(seed=st.integers(0, 10**6))
def test_the_first_connection_ends_the_game(game: Hex, seed: int) -> None:
    random, state = Random(seed), game.initial()
    while not game.is_terminal(state):
        rows = game.marks(state)
        if random.random() < 0.2:
            assert not linked(rows, "X")
            assert not linked(rows, "O")
            assert game.parse_position(game.position(state)) == state
        state = game.result(state, random.choice(list(game.actions(state))))
    rows = game.marks(state)
    assert linked(rows, "X") == (game.utility(state, 0) == 1)
    assert linked(rows, "O") == (game.utility(state, 0) == -1)
    assert linked(rows, "X") != linked(rows, "O")
    assert game.parse_position(game.position(state)) == state


@given(marks=st.lists(st.sampled_from("XO"), min_size=81, max_size=81))
@settings(max_examples=50)
def test_a_full_board_has_one_winner(marks: list[str]) -> None:
    rows = ["".join(marks[start : start + 9]) for start in range(0, 81, 9)]
    assert linked(rows, "X") != linked(rows, "O")


def openings(game: Hex) -> set[str]:
    """The first moves that win, by brute force."""
    values, start = solved(game), game.initial()
    return {
        game.action_name(start, action)
        for action in game.actions(start)
        if values[game.result(start, action)] == 1
    }


def test_winning_openings_of_small_boards() -> None:
    assert openings(Hex(2, swap=False)) == {"a2", "b1"}
    assert openings(Hex(3, swap=False)) == {"a2", "a3", "b2", "c1", "c2"}
    assert solved(Hex(2))[Hex(2).initial()] == -1
    assert solved(Hex(3))[Hex(3).initial()] == -1


def fewest(game: Hex, position: str, mark: str) -> int:
    """The fewest stones that connect a mark's sides, by trying all paths (Dijkstra by layers)."""
    rows = game.marks(game.parse_position(position))
    axis = 0 if mark == "X" else 1
    cost = {
        (r, c): 0 if cell == mark else 1
        for r, row in enumerate(rows)
        for c, cell in enumerate(row)
        if cell in (mark, ".")
    }
    best = {cell: price for cell, price in cost.items() if cell[axis] == 0}
    for _ in range(len(cost)):
        for r, c in list(best):
            for step in ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)):
                to = (r + step[0], c + step[1])
                if to in cost:
                    best[to] = min(best.get(to, 999), best[r, c] + cost[to])
    return min(price for cell, price in best.items() if cell[axis] == game.size - 1)


@pytest.mark.parametrize("size", [4, 9])
@settings(max_examples=20)
@given(seed=st.integers(0, 10**6), plies=st.integers(0, 40))
def test_distances_are_shortest_paths(size: int, seed: int, plies: int) -> None:
    game, random = Hex(size), Random(seed)
    state = game.initial()
    for _ in range(plies):
        after = game.result(state, random.choice(list(game.actions(state))))
        if game.is_terminal(after):
            break
        state = after
    position = game.position(state)
    x = game.distance(state.x, state.o, game.top, game.bottom)
    o = game.distance(state.o, state.x, game.left, game.right)
    assert (x, o) == (fewest(game, position, "X"), fewest(game, position, "O"))
    assert game.evaluate(state, 0) == -game.evaluate(state, 1)


@pytest.mark.slow
@pytest.mark.parametrize(("swap", "value"), [("no", 1), ("yes", -1)])
def test_four_by_four_is_solved(swap: str, value: int) -> None:
    result = analyse(make_game(f"hex:size=4,swap={swap}"))
    assert (result.value, result.proven) == (value, True)


def test_a_swap_mirrors_the_stone() -> None:
    game = Hex(4)
    state = game.parse_position("c1 swap")
    assert game.position(state) == "..../..../O.../.... X"
    assert "swap" not in [game.action_name(state, action) for action in game.actions(state)]
    assert game.parse_position("..../..../O.../.... X") == state


def test_the_picture_shows_every_cell_and_the_edges() -> None:
    game = Hex(3)
    drawn = ElementTree.fromstring(game.svg(game.parse_position("b2 a1")))
    shapes = [part.get("fill") for part in drawn.iter() if part.tag.endswith("polygon")]
    assert len(shapes) == 9 + 4 * 3
    assert shapes.count("#f7f3e8") == 7


@pytest.mark.parametrize(
    ("name", "position", "message"),
    [
        ("hex:size=3", "XX/OO", "3 rows of 3"),
        ("hex:size=3", "X../.../...", "who moves"),
        ("hex:size=3", "XX./.../... X", "X has 2 stones"),
        ("hex:size=3,swap=no", "O../.../... X", "O has 1"),
        ("hex:size=3", "X.O/X.O/X.O X", "X is connected already"),
        ("hex:size=3", "b2 b2", "there is a stone there"),
        ("hex:size=3", "swap", "nothing to swap"),
        ("hex:size=3", "b2 b1 swap", "nothing to swap"),
        ("hex:size=3,swap=no", "b2 swap", "nothing to swap"),
        ("hex:size=3", "d1", "not a legal action"),
        ("hex:size=2", "a1 b1 a2 b2", "the game is over"),
    ],
)
def test_malformed_positions_are_refused(name: str, position: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        make_game(name).parse_position(position)


def test_sizes_that_do_not_fit_are_refused() -> None:
    with pytest.raises(InputError, match="2 to 19"):
        Hex(1)
