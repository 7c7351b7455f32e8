"""Breakthrough: moves by a plain generator, and who wins on small boards."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario import InputError, analyse, check_parity, make_game
from adversario.contract.checking.check import check_game
from adversario.games import Breakthrough
from tests.games.naive import breakthrough_moves, leaves, solved

BOARDS = [Breakthrough(3, 3, 1), Breakthrough(5, 4), Breakthrough()]


@pytest.mark.parametrize("game", BOARDS, ids=lambda game: f"{game.rows}x{game.columns}")
@settings(max_examples=15)
@given(seed=st.integers(0, 10**6))
def test_moves_are_those_of_a_plain_generator(game: Breakthrough, seed: int) -> None:
    random, state = Random(seed), game.initial()
    while True:
        assert game.parse_position(game.position(state)) == state
        rows, mover = game.marks(state), "XO"[state.turn]
        through = "X" in rows[0] or "O" in rows[-1]
        gone = "X" not in "".join(rows) or "O" not in "".join(rows)
        assert game.is_terminal(state) == (through or gone)
        if game.is_terminal(state):
            break
        moves = list(game.actions(state))
        names = [game.action_name(state, move) for move in moves]
        assert len(names) == len(set(names))
        assert set(names) == breakthrough_moves(rows, mover)
        noisy = {game.action_name(state, move) for move in game.noisy_actions(state)}
        assert noisy == {name for name in names if "x" in name}
        assert game.is_quiet(state) == (not noisy)
        state = game.result(state, random.choice(moves))
    winner = "X" if "X" in rows[0] or "O" not in "".join(rows) else "O"
    assert game.utility(state, 0) == (1 if winner == "X" else -1)


def test_the_number_of_sequences() -> None:
    # The start allows 3 moves to each inner piece of the front row and 2 at the edges.
    game = Breakthrough()
    assert [leaves(game, game.initial(), depth) for depth in (1, 2)] == [22, 484]


@pytest.mark.parametrize(
    ("size", "value"), [((3, 3, 1), 1), ((4, 3, 1), 1), ((4, 3, 2), -1), ((4, 2, 1), -1)]
)
def test_values_by_brute_force(size: tuple[int, int, int], value: int) -> None:
    game = Breakthrough(*size)
    assert solved(game)[game.initial()] == value


@pytest.mark.slow
@pytest.mark.parametrize("board", ["rows=4,columns=4", "rows=5,columns=3"])
def test_small_boards_are_lost_for_who_moves_first(board: str) -> None:
    result = analyse(make_game(f"breakthrough:{board}"))
    assert (result.value, result.proven) == (-1, True)


def test_compiled_rules_agree_on_fewer_than_64_squares() -> None:
    game = Breakthrough(5, 4)
    check_game(game, playouts=3)
    assert check_parity(game, playouts=10) > 50


def test_moves_are_read_in_several_forms() -> None:
    game = Breakthrough()
    state = game.parse_position("a2-a3 b7-b6")
    for text in ("a3-b4", "a3b4", "A3 - B4"):
        assert game.action_name(state, game.parse_action(state, text)) == "a3-b4"


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("OOO/XXX", "3 rows of 3"),
        ("OOO/.../XXX", "who moves"),
        ("OOO/X../XXX O", "at most 3 pieces"),
        (".../.../... X", "not both have none"),
        ("X.O/.../... X", "X has won already"),
        (".../X../... X", "X has won already"),
        ("a1-a3", "not a legal action"),
        ("a1-a2 b3xa2 b1-b2 a2-a1 b2-b3", "the game is over"),
    ],
)
def test_malformed_positions_are_refused(position: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        make_game("breakthrough:rows=3,columns=3,ranks=1").parse_position(position)


@pytest.mark.parametrize("size", [(2, 4, 1), (8, 1, 2), (9, 8, 2), (4, 4, 3), (4, 4, 0)])
def test_sizes_that_do_not_fit_are_refused(size: tuple[int, int, int]) -> None:
    with pytest.raises(InputError, match="at most 64 squares"):
        Breakthrough(*size)
