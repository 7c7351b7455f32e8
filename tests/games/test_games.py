"""Positions, actions and options: what is written is read back, and what is wrong is refused."""

from __future__ import annotations

from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario import GameError, IllegalActionError, InputError, make_game
from adversario.game import Game
from adversario.games import GAMES, ConnectFour, Nim, Pig, TicTacToe


def random_states(game: Game[Any, Any], seed: int, longest: int = 60) -> list[Any]:
    random, state = Random(seed), game.initial()
    states = [state]
    while not game.is_terminal(state) and len(states) < longest:
        state = game.result(state, random.choice(list(game.legal(state))))
        states.append(state)
    return states


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=50, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_positions_are_read_back(name: str, seed: int) -> None:
    game = make_game(name)
    for state in random_states(game, seed):
        assert game.parse_position(game.position(state)) == state


@pytest.mark.parametrize("name", GAMES)
def test_the_last_positions_of_a_game_are_read_back(name: str) -> None:
    game = make_game(name)
    for seed in range(3):
        for state in random_states(game, seed, longest=500)[-3:]:
            assert game.parse_position(game.position(state)) == state


@pytest.mark.parametrize("name", GAMES)
def test_every_game_shows_itself(name: str) -> None:
    game = make_game(name)
    for state in random_states(game, 1):
        assert game.text(state)
        ElementTree.fromstring(game.svg(state))
        assert str(game.board(state)) == game.text(state)
        assert game.board(state)._repr_svg_() == game.svg(state)


def test_positions_by_the_moves_played() -> None:
    game = TicTacToe()
    assert game.position(game.parse_position("4 0 8")) == "O../.X./..X"
    four = ConnectFour()
    assert four.position(four.parse_position("4453")).endswith("...O.../..OXX..")


@pytest.mark.parametrize(
    ("game", "position", "message"),
    [
        ("tictactoe", "XX/OO", "three rows"),
        ("tictactoe", "XXX/.../...", "3 marks and O has 0"),
        ("tictactoe", "XXX/OO./OO.", "O has 4"),
        ("tictactoe", "XXX/OO./O..", "three in a row"),
        ("tictactoe", "4 4", "'4' is not a legal action"),
        ("tictactoe", "9", "legal: 0, 1"),
        ("connect4", "8", "legal: 4, 3"),
        ("connect4", "1111111", "not a legal action"),
        ("connect4", "12121213", "over after 7 moves"),
        ("connect4", "X......", "not a position"),
        ("connect4", "X....../......./......./......./......./.......", "not a position"),
        ("nim", "3-x-5", "not a position of Nim"),
        ("nim", "3-4-5 3", "not a position of Nim"),
        ("pig", "0-0+1 1", "no single point"),
        ("pig", "100-0+0 1", "ends when a player banks 100"),
        ("pig", "0-100+5 1", "cannot arise"),
        ("pig", "0-100+0 1*", "cannot arise"),
        ("pig", "0-0+0 3", "not a legal action"),
    ],
)
def test_malformed_positions_are_refused(game: str, position: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        make_game(game).parse_position(position)


def test_no_action_after_the_end() -> None:
    game = TicTacToe()
    with pytest.raises(IllegalActionError, match="over"):
        game.parse_action(game.parse_position("XXX/OO./..."), "5")


def test_options_make_games() -> None:
    nim = make_game("nim:heaps=1-2-3,misere=yes")
    assert isinstance(nim, Nim)
    assert (nim.heaps, nim.misere) == ((1, 2, 3), True)
    board = make_game("connect4:width=5,height=4")
    assert isinstance(board, ConnectFour)
    assert (board.width, board.height) == (5, 4)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("conect4", "did you mean connect4"),
        ("nim:piles=3", "heaps=3-4-5"),
        ("nim:heaps=a", "no value for heaps"),
        ("nim:heaps=0-0", "no game of Nim"),
        ("nim:misere=perhaps", "no value for misere"),
        ("connect4:width=60", "does not fit"),
        ("pig:target=0", "at least 1"),
        ("tictactoe:size=3", "not one of its options"),
    ],
)
def test_wrong_options_are_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        make_game(text)


@pytest.mark.parametrize("heaps", [(1,), (2, 2), (1, 2, 3), (3, 4)])
def test_misere_nim_differs_only_when_all_heaps_are_small(heaps: tuple[int, ...]) -> None:
    from adversario import search

    xor = 0
    for heap in heaps:
        xor ^= heap
    small = max(heaps) == 1
    assert (search(Nim(heaps)).value == 1) == (xor != 0)
    assert (search(Nim(heaps, misere=True)).value == 1) == ((xor != 0) != small)


def test_pig_by_hand() -> None:
    game = Pig(target=10)
    state = game.initial()
    for word in ("roll", "6", "roll", "4", "hold"):
        state = game.result(state, game.parse_action(state, word))
    assert game.is_terminal(state)
    assert game.utilities(state) == (1, -1)
    state = game.parse_position("roll 5 roll 1")
    assert game.position(state) == "0-0+0 2"
    assert game.parse_position("4-0+6 1*") == ((4, 0), 6, 0, True)


def test_a_game_without_chances_says_so() -> None:
    with pytest.raises(GameError, match="chances"):
        list(TicTacToe().chances(TicTacToe().initial()))
