"""Goofspiel: rounds, prizes, notation, and numbers published for small games."""

from __future__ import annotations

import pytest

from adversario import InputError, check_game, make_game
from adversario.games.simultaneous.goofspiel import Goofspiel
from adversario.solve.equilibrium.tree.flat import flatten
from adversario.solve.equilibrium.tree.regret import cfr
from adversario.solve.equilibrium.tree.response import exploitability
from adversario.solve.equilibrium.tree.strategy import uniform_strategy


def test_it_is_worth_0_and_uniform_play_is_not_optimal() -> None:
    """OpenSpiel: uniform play with 4 cards and descending prizes has exploitability 3/4."""
    tree = flatten(Goofspiel(4, "descending"))
    assert float(exploitability(tree, uniform_strategy(tree))) == pytest.approx(0.75)
    found = cfr(tree, iterations=60)
    assert found.exploitability < 0.01
    assert found.value == pytest.approx(0, abs=float(found.nash_conv))
    assert len({(each.player, each.label) for each in tree.sets}) == len(tree.sets)


def test_histories_are_orders_of_cards() -> None:
    """Three prizes in any order, and each hand in any order."""
    tree = flatten(Goofspiel(3))
    assert sum(count == 0 for count in tree.children) == 6**3


def test_a_game_by_hand() -> None:
    game = Goofspiel(3)
    state = game.parse_position("3 A 2 2 3")
    assert game.position(state) == "23 A3 A 2 0-3 3"
    assert game.position(game.parse_position("3 A 2 2 3 A")) == "2 3 A - 2-3"
    end = game.parse_position("3 A 2 2 3 A A 2 3")
    assert game.position(end) == "- - - - 2-4"
    assert game.utilities(end) == (-1, 1)
    points = Goofspiel(3, score="difference")
    assert points.utilities(end) == (-2, 2)
    assert game.text(state).splitlines() == ["[2] A", "1: 23 (0)", "2: A3 (3)"]


@pytest.mark.parametrize(("order", "prizes"), [("ascending", "A23"), ("descending", "32A")])
def test_prizes_in_order(order: str, prizes: str) -> None:
    game = make_game(f"goofspiel:cards=3,order={order}")
    state, shown = game.initial(), ""
    while not game.is_terminal(state):
        shown += game.position(state).split()[3]
        for _ in range(2):
            state = game.result(state, next(iter(game.actions(state))))
    assert shown == prizes
    assert check_game(game, playouts=20).worlds


@pytest.mark.parametrize(
    "position",
    [
        "A23 A23 A23 3 0-0",
        "A23 A2 A2 3 0-0",
        "A23 A23 A2 3 1-0",
        "A23 A23 A2 - 0-0",
        "A23 A23 A2 3 0-0 5",
        "A24 A23 A2 3 0-0",
        "3 3 A - 0-9",
        "23 A3 A 2 0-3 A",
        "0-0",
    ],
)
def test_impossible_positions_are_refused(position: str) -> None:
    with pytest.raises(InputError, match="not a position of Goofspiel"):
        Goofspiel(3).parse_position(position)


def test_a_prize_out_of_order_is_refused() -> None:
    game = Goofspiel(3, "descending")
    assert game.position(game.parse_position("A23 A23 A2 3 0-0")) == "A23 A23 A2 3 0-0"
    for position in ("A23 A23 A3 2 0-0", "A2 A2 2 A 0-3", "A2 A2 A2 - 0-3"):
        with pytest.raises(InputError, match="not a position of Goofspiel"):
            game.parse_position(position)


def test_wrong_options_are_refused() -> None:
    for options in ("cards=1", "order=any", "score=points"):
        with pytest.raises(InputError, match=r"2 to 13 cards|Goofspiel"):
            make_game(f"goofspiel:{options}")
