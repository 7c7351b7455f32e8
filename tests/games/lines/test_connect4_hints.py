"""What Connect Four tells a solver, against what plain search finds."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from adversario import InputError, check_game, make_game
from adversario.games import ConnectFour
from adversario.games.lines.connect4 import State


def positions(game: ConnectFour, many: int, seed: int = 3) -> list[State]:
    """States of random games that are not over."""
    random, found = Random(seed), list[State]()
    while len(found) < many:
        state = game.initial()
        while not game.is_terminal(state):
            found.append(state)
            state = game.result(state, random.choice(list(game.actions(state))))
    return found[:many]


def solved(game: ConnectFour) -> dict[State, int]:
    """The value of every state of a small board to its mover, by plain negamax."""
    values: dict[State, int] = {}

    def value(state: State) -> int:
        if state not in values:
            values[state] = (
                game.utility(state, state.turn)
                if game.is_terminal(state)
                else max(-value(game.result(state, action)) for action in game.actions(state))
            )
        return values[state]

    value(game.initial())
    return values


@cache
def small() -> tuple[ConnectFour, dict[State, int]]:
    """Connect Four on 4 by 4, where it is a draw, with all its values."""
    game = ConnectFour(4, 4, "stones")
    return game, solved(game)


def test_a_win_is_worth_the_stones_that_the_winner_has_left() -> None:
    game = ConnectFour(score="stones")
    after = game.parse_position("1122334")  # the earliest win there is
    assert game.is_terminal(after)
    assert (game.utility(after, 0), game.utility(after, 1)) == (18, -18)
    full = ConnectFour(4, 4, "stones")
    last = full.parse_position("XXOO/OOXX/XXOO/OOXX")
    assert full.utility(last, 0) == 0
    assert ConnectFour().utility(ConnectFour().parse_position("1122334"), 0) == 1


def test_the_bounds_hold_and_are_exact_where_they_meet() -> None:
    game, values = small()
    settled = 0
    for state, value in values.items():
        if not game.is_terminal(state):
            low, high = game.value_bounds(state, -99, 99)
            assert low <= value <= high, game.position(state)
            settled += low == high
    assert settled > 100


def test_a_best_action_is_sound() -> None:
    game, values = small()
    for state, value in values.items():
        if game.is_terminal(state):
            continue
        low, high = game.value_bounds(state, -99, 99)
        sound = list(game.sound_actions(state))
        if low < high:
            assert value == max(-values[game.result(state, action)] for action in sound)
        assert set(sound) <= set(game.actions(state))


@pytest.mark.parametrize("size", [(7, 6), (6, 7), (8, 7), (4, 4)])
def test_the_cells_that_would_complete_four(size: tuple[int, int]) -> None:
    game = ConnectFour(*size)
    for state in positions(game, 60):
        taken = state.mover | state.other
        found = game.fours(state.mover, taken)
        for bit in range(game.stride * game.width):
            cell = 1 << bit
            if cell & game.cells and not cell & taken:
                before = game.connects(state.mover)
                assert bool(found & cell) == game.connects(state.mover | cell) or before
            else:
                assert not found & cell


def test_who_plays_for_stones_plays_well() -> None:
    values = small()[1]
    plain = ConnectFour(4, 4)
    assert (plain.graded().score, plain.graded().width) == ("stones", 4)
    for state, expected in solved(plain).items():
        value = values[state]
        assert (value > 0) - (value < 0) == expected


def test_the_contract_holds_with_the_hints() -> None:
    assert check_game(make_game("connect4:score=stones"), playouts=10).compared
    assert check_game(ConnectFour(8, 7), playouts=5).compared  # all of 64 bits
    with pytest.raises(InputError, match="by result or by stones"):
        make_game("connect4:score=goals")
