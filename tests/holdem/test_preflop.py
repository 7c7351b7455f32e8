"""Before the flop: equities that are published, and push or fold beside the Nash charts."""

from __future__ import annotations

import random

import numpy as np
import pytest

from adversario import InputError
from adversario.holdem.cards import CARDS, class_names, set_of, starting_hands
from adversario.holdem.equity import equity
from adversario.holdem.preflop import compute_showdowns, push_or_fold, showdown_table
from adversario.holdem.ranges import parse_range
from adversario.native.kernels.cards.strength import strength
from tests.require import require

require("numba")


@pytest.mark.parametrize(
    ("first", "second", "share"),
    [("AA", "KK", 0.8195), ("AKs", "QQ", 0.4605), ("AA", "*", 0.8520), ("AA", "72o", 0.8820)],
)
def test_known_equities(first: str, second: str, share: float) -> None:
    assert equity(parse_range(first), parse_range(second)).share == pytest.approx(share, abs=1e-4)


def test_the_table_is_near_deals_at_random() -> None:
    table, lots = showdown_table(), random.Random(1)
    won = tied = 0
    deals = 4000
    for _ in range(deals):
        one, two, three, four, *board = lots.sample(range(CARDS), 9)
        cards = set_of(tuple(board))
        mine, yours = (strength(set_of(pair) | cards) for pair in ((one, two), (three, four)))
        won, tied = won + (mine > yours), tied + (mine == yours)
    total = table.pairs.sum() * 1712304
    assert table.pairs.sum() == len(starting_hands()) * 1225
    exact = table.wins.sum() / total
    assert abs(won / deals - exact) < 0.03
    assert abs(tied / deals - (1 - 2 * exact)) < 0.03


@pytest.mark.slow
def test_the_table_is_computed_again() -> None:
    assert np.array_equal(compute_showdowns(), showdown_table().wins)


def test_equity_on_a_board_counts_all_runouts() -> None:
    hero, villain, flop = (49, 50), (10, 23), (36, 31, 0)
    board = flop
    given = [0.0] * 1326, [0.0] * 1326
    names = starting_hands()
    for weights, pair in zip(given, (hero, villain), strict=True):
        weights[names.index(pair if pair in names else pair[::-1])] = 1.0
    rest = [card for card in range(CARDS) if card not in {*hero, *villain, *flop}]
    won = tied = 0
    for place, one in enumerate(rest):
        for two in rest[place + 1 :]:
            cards = set_of((*board, one, two))
            mine, yours = strength(set_of(hero) | cards), strength(set_of(villain) | cards)
            won, tied = won + (mine > yours), tied + (mine == yours)
    found = equity(tuple(given[0]), tuple(given[1]), flop)
    assert found.win == pytest.approx(won / 990)
    assert found.tie == pytest.approx(tied / 990)


def test_push_or_fold_is_an_equilibrium() -> None:
    found = push_or_fold(10, iterations=500)
    assert 0 <= found.exploitability < 1e-5
    assert found.share(found.push) == pytest.approx(0.583, abs=0.002)
    assert found.share(found.call) == pytest.approx(0.374, abs=0.002)


@pytest.mark.parametrize(
    ("stack", "pushes"), [(6.9, True), (7.3, False), (4.9, False), (2.2, True)]
)
def test_the_gaps_of_the_nash_chart(stack: float, pushes: bool) -> None:
    """63s is pushed from 7.1 to 5.1 big blinds and below 2.3: holdemresources.net, Nash charts."""
    found = push_or_fold(stack, iterations=500)
    assert (found.push[class_names().index("63s")] > 0.5) == pushes


def test_the_calls_of_the_nash_chart() -> None:
    """Q2o is called up to 5.6 big blinds: holdemresources.net, Nash charts."""
    place = class_names().index("Q2o")
    assert push_or_fold(5.5, iterations=500).call[place] > 0.9
    assert push_or_fold(5.7, iterations=500).call[place] < 0.1


@pytest.mark.parametrize("stack", [1.0, 0.0, -3.0, float("nan"), 1e9])
def test_impossible_stacks(stack: float) -> None:
    with pytest.raises(InputError, match="big blinds"):
        push_or_fold(stack)
