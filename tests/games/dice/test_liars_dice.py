"""Liar's dice: published numbers of the game, its bids and its notation."""

from __future__ import annotations

import pytest

from adversario import InputError, check_game, make_game
from adversario.games.dice.liars_dice import LiarsDice
from adversario.solve.equilibrium.tree.flat import flatten
from adversario.solve.equilibrium.tree.regret import cfr
from adversario.solve.equilibrium.tree.response import exploitability
from adversario.solve.equilibrium.tree.strategy import uniform_strategy


def test_the_number_of_sets_follows_from_the_bids() -> None:
    """A set is a die and a set of bids; a history is two dice, bids, and perhaps the call."""
    for sides in (2, 3):
        tree = flatten(LiarsDice(sides=sides))
        assert len(tree.sets) == sides * 4**sides
        assert tree.histories == 1 + sides + sides**2 * (2 * 4**sides - 1)
        assert len({(each.player, each.label) for each in tree.sets}) == len(tree.sets)


@pytest.mark.slow
def test_published_numbers() -> None:
    """OpenSpiel: 24,576 sets, 294,883 histories; Neller and Lanctot, 2013: it is worth -7/258."""
    tree = flatten(LiarsDice())
    assert (len(tree.sets), tree.histories) == (24_576, 294_883)
    uniform = uniform_strategy(tree)
    assert float(exploitability(tree, uniform)) == pytest.approx(0.780744323, abs=1e-9)
    found = cfr(tree, iterations=5, variant="cfr+")
    assert found.exploitability == pytest.approx(0.270184928, abs=1e-9)
    found = cfr(tree, iterations=200)
    assert found.nash_conv < 0.01
    assert found.value == pytest.approx(-7 / 258, abs=float(found.nash_conv))


@pytest.mark.parametrize(
    ("position", "utility"),
    [
        ("3 5 1x3 liar", 1),
        ("3 5 1x4 liar", -1),
        ("3 6 1x4 liar", 1),
        ("3 6 2x3 liar", 1),
        ("3 6 1x6 2x6 liar", 1),
        ("6 6 1x2 2x5 liar", -1),
    ],
)
def test_the_highest_face_is_wild(position: str, utility: int) -> None:
    game = LiarsDice()
    state = game.parse_position(position)
    assert game.utilities(state) == (utility, -utility)
    assert game.position(state) == position


def test_more_dice() -> None:
    game = LiarsDice(dice=2, sides=3)
    rolls = dict(game.chances(game.initial()))
    assert [rolls[number] for number in (0, 1)] == pytest.approx([1 / 9, 2 / 9])
    assert sum(rolls.values()) == pytest.approx(1)
    assert game.text(game.parse_position("13 22 2x1")).splitlines() == [
        "1: [1] [3]", "2: [2] [2]", "2x1",
    ]  # fmt: skip
    assert check_game(game, playouts=30).worlds


def test_wrong_options_are_refused() -> None:
    for options in ("dice=0", "sides=1", "dice=4,sides=9"):
        with pytest.raises(InputError, match="2 to 9 sides"):
            make_game(f"liars-dice:{options}")


def test_dice_are_drawn_with_their_pips_and_hidden_ones_without() -> None:
    game = LiarsDice()
    state = game.result(game.result(game.initial(), 1), 4)
    assert game.svg(state).count("<circle") == 2 + 5
    assert game.svg(game.conceal(state, 0)).count("<circle") == 2
