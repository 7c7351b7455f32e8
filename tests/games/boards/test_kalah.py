"""Kalah: a plain second implementation, and the values of small boards."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario import InputError, analyse, make_game
from adversario.games import Kalah
from tests.games.naive import kalah_lead, kalah_leaves, leaves, solved

SIGNS = {
    1: (0, -1, 1, -1, 1, 0),
    2: (1, -1, -1, -1, 1, 1),
    3: (0, 1, 1),
    4: (1,),
}
"""Who wins Kalah(m, n), n from 1 on."""


@pytest.mark.parametrize("houses", SIGNS)
def test_published_values(houses: int) -> None:
    for seeds, sign in enumerate(SIGNS[houses], start=1):
        game = Kalah(houses, seeds, difference=True)
        lead = solved(game)[game.initial()]
        side = (seeds,) * houses
        assert lead == kalah_lead(side, side)
        assert (lead > 0) - (lead < 0) == sign
        if seeds * houses <= 6:
            assert solved(Kalah(houses, seeds))[game.initial()] == sign


@pytest.mark.parametrize(("houses", "seeds"), [(2, 4), (3, 2)])
def test_capturing_without_prey_is_another_game(houses: int, seeds: int) -> None:
    side = (seeds,) * houses
    game = Kalah(houses, seeds, empty_capture=True, difference=True)
    assert solved(game)[game.initial()] == kalah_lead(side, side, True)
    assert kalah_lead((4, 4), (4, 4), True) != kalah_lead((4, 4), (4, 4))


@pytest.mark.parametrize("houses", SIGNS)
def test_the_winner_of_small_boards_does_not_depend_on_the_rule_of_capture(houses: int) -> None:
    for seeds, sign in enumerate(SIGNS[houses], start=1):
        side = (seeds,) * houses
        lead = kalah_lead(side, side, True)
        assert (lead > 0) - (lead < 0) == sign
    assert kalah_lead((4, 4), (4, 4), True) == -12


@pytest.mark.slow
@pytest.mark.parametrize(
    ("houses", "seeds", "rule", "lead"),
    [(4, 3, "no", 6), (4, 3, "yes", 8), (3, 6, "no", -8), (3, 6, "yes", -10)],
)
def test_larger_boards(houses: int, seeds: int, rule: str, lead: int) -> None:
    options = f"houses={houses},seeds={seeds},difference=yes,empty_capture={rule}"
    result = analyse(make_game(f"kalah:{options}"))
    assert (result.value, result.proven) == (lead, True)


@pytest.mark.parametrize(("houses", "seeds"), [(6, 4), (6, 6), (3, 9), (1, 5)])
def test_sequences_are_those_of_a_plain_twin(houses: int, seeds: int) -> None:
    game, side = Kalah(houses, seeds), (seeds,) * houses
    for depth in range(1, 5):
        assert leaves(game, game.initial(), depth) == kalah_leaves(side, side, depth)


@settings(max_examples=30)
@given(houses=st.integers(1, 7), seeds=st.integers(1, 9), seed=st.integers(0, 10**6))
def test_seeds_are_neither_lost_nor_found(houses: int, seeds: int, seed: int) -> None:
    game, random = Kalah(houses, seeds), Random(seed)
    state = game.initial()
    while not game.is_terminal(state):
        assert sum(state.seeds) == 2 * houses * seeds
        assert game.parse_position(game.position(state)) == state
        state = game.result(state, random.choice(list(game.actions(state))))
    assert sum(state.seeds) == 2 * houses * seeds
    assert state.seeds[houses] + state.seeds[-1] == 2 * houses * seeds


@pytest.mark.parametrize(
    ("before", "house", "after"),
    [
        ("2-2-2+0 2-2-2+0 1", "3", "2-2-0+1 3-2-2+0 2"),  # sown
        ("3-2-1+0 3-2-1+0 1", "3", "3-2-0+1 3-2-1+0 1"),  # the store: again
        ("1-0-2+0 3-2-1+3 1", "1", "0-0-2+3 3-0-1+3 2"),  # a capture of 2 and 1
        ("1-0-2+0 3-0-1+5 1", "1", "0-1-2+0 3-0-1+5 2"),  # nothing to capture
        ("0-0-8+0 1-1-1+1 1", "3", "1-1-1+2 2-2-2+1 1"),  # past the opponent's store
        ("0-0-1+5 2-2-2+0 1", "3", "0-0-0+6 0-0-0+6 1"),  # the end
    ],
)
def test_moves_by_hand(before: str, house: str, after: str) -> None:
    game = Kalah(3, 2)
    state = game.parse_position(before)
    assert game.position(game.result(state, game.parse_action(state, house))) == after


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("4-4+0 4-4-4+0 1", "the 3 houses"),
        ("2-2-2+0 2-2-2+0", "who moves"),
        ("2-2-2+0 2-2-2+1 1", "13 seeds, and there are 12"),
        ("0-0-0+6 2-2-2+0 1", "no seeds in the houses"),
        ("2 2", "house 2 is empty"),
        ("4", "not a legal action"),
        ("0-0-0+6 0-0-0+6 1", None),
    ],
)
def test_malformed_positions_are_refused(position: str, message: str | None) -> None:
    game = make_game("kalah:houses=3,seeds=2")
    if message is None:
        assert game.is_terminal(game.parse_position(position))
        return
    with pytest.raises(InputError, match=message):
        game.parse_position(position)


def test_options_that_make_no_game_are_refused() -> None:
    with pytest.raises(InputError, match="1 to 12 houses"):
        Kalah(13)
    with pytest.raises(InputError, match="1 to 24 seeds"):
        Kalah(6, 0)
