"""Hands of poker: published numbers of all hands, and a second, naive ranking."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario import InputError
from adversario.holdem.cards import (
    CARDS,
    CATEGORIES,
    card_name,
    category,
    class_names,
    hands_of_class,
    parse_cards,
    set_of,
    starting_hands,
)
from adversario.native.compiler.compile import compile_kernel
from adversario.native.kernels.cards import strength as kernel
from adversario.native.kernels.cards.strength import strength
from tests.require import require

require("numba")

FIVE = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40]
"""Hands of five cards by category, high card first: any textbook of combinatorics."""

SEVEN = [23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584]
"""The best five of seven cards, of 133,784,560 hands."""

CARD = st.integers(0, CARDS - 1)


def naive(cards: tuple[int, ...]) -> tuple[int, ...]:
    """The strength of five cards, by counting and sorting."""
    ranks = sorted((card % 13 for card in cards), reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    shape = [number for _, number in groups]
    order = tuple(rank for rank, _ in groups)
    flush = len({card // 13 for card in cards}) == 1
    straight = len(shape) == 5 and ranks[0] - ranks[4] == 4
    if ranks == [12, 3, 2, 1, 0]:
        straight, order = True, (3,)
    if straight:
        return (8 if flush else 4, order[0])
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return (5 if flush else kinds.get(tuple(shape), 0), *order)


def best(cards: tuple[int, ...]) -> tuple[int, ...]:
    return max(naive(five) for five in combinations(cards, 5))


@settings(max_examples=150)
@given(st.sets(CARD, min_size=12, max_size=12), st.integers(5, 7), st.randoms())
def test_hands_compare_as_sorted_cards_do(cards: set[int], size: int, random: object) -> None:
    drawn = sorted(cards, key=lambda card: hash((card, id(random) % 7)))
    one, two = tuple(drawn[:size]), tuple(drawn[12 - size :])
    mine, yours = strength(set_of(one)), strength(set_of(two))
    assert (mine > yours) == (best(one) > best(two))
    assert (mine == yours) == (best(one) == best(two))
    assert category(one) == CATEGORIES[best(one)[0]]


def test_all_hands_of_five_cards() -> None:
    counts = np.zeros(9, np.int64)
    compile_kernel(kernel).count_five(counts)
    assert counts.tolist() == FIVE


@pytest.mark.slow
def test_all_hands_of_seven_cards() -> None:
    counts = np.zeros(9, np.int64)
    run = compile_kernel(kernel)
    for first in range(CARDS - 6):
        run.count_seven(first, counts)
    assert counts.tolist() == SEVEN


def test_classes() -> None:
    assert len(starting_hands()) == 1326
    assert len(class_names()) == 169
    assert Counter(map(len, hands_of_class())) == {6: 13, 4: 78, 12: 78}


def test_cards_are_read_as_they_are_written() -> None:
    for card in range(CARDS):
        assert parse_cards(card_name(card)) == (card,)
    assert parse_cards("as, KD 7h") == parse_cards("AsKd7h")


@pytest.mark.parametrize(
    ("words", "column"), [("As Xd", 4), ("As Kd As", 7), ("As K", 4), ("AsKz", 3)]
)
def test_wrong_cards_are_named_with_their_column(words: str, column: int) -> None:
    with pytest.raises(InputError, match=f"column {column}:"):
        parse_cards(words)
