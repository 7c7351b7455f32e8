"""Ranges as people write them."""

from __future__ import annotations

import pytest

from adversario import InputError
from adversario.holdem.cards import class_names, hands_of_class
from adversario.holdem.ranges import parse_range


def classes(words: str) -> dict[str, float]:
    """The classes that a range has whole, with their weights."""
    weights = parse_range(words)
    found = {}
    for name, hands in zip(class_names(), hands_of_class(), strict=True):
        shares = {weights[hand] for hand in hands}
        assert len(shares) == 1
        if shares != {0.0}:
            found[name] = shares.pop()
    return found


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("QQ+", "QQ KK AA"),
        ("AKs", "AKs"),
        ("ak", "AKs AKo"),
        ("A5s-A2s", "A5s A4s A3s A2s"),
        ("A2s-A5s", "A5s A4s A3s A2s"),
        ("ATo+", "ATo AJo AQo AKo"),
        ("K9+", "K9s KTs KJs KQs K9o KTo KJo KQo"),
        ("JTs-87s", "JTs T9s 98s 87s"),
        ("99-66", "66 77 88 99"),
        ("76s, 22", "76s 22"),
    ],
)
def test_forms(words: str, names: str) -> None:
    assert classes(words) == dict.fromkeys(names.split(), 1.0)


def test_weights_and_single_hands() -> None:
    assert classes("QQ+, 55-77:0.5, 66:0") == {"QQ": 1, "KK": 1, "AA": 1, "55": 0.5, "77": 0.5}
    assert sum(parse_range("*")) == 1326
    assert sum(parse_range("AhKh, KsAs:0.25")) == 1.25


@pytest.mark.parametrize(
    ("words", "column"),
    [
        ("QQ+, AKq", 6), ("", 1), ("QQ,", 4), ("QQ, ,AA", 4), ("AAs", 1), ("QQ:2", 4),
        ("55-99:x", 7), ("A5s-K2s", 1), ("A5s-A2o", 1), ("AhAh", 1), ("QQ-", 4), ("QQ-AKs", 1),
    ],
)  # fmt: skip
def test_mistakes_have_a_column(words: str, column: int) -> None:
    with pytest.raises(InputError, match=f"column {column}:"):
        parse_range(words)
