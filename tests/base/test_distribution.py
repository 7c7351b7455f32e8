from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adversario import Distribution, InputError, best_lottery


def test_the_lecture_s_expectations_come_out_exactly() -> None:
    traffic = Distribution({"light": 0.4, "normal": 0.5, "heavy": 0.1})
    minutes = {"light": 10, "normal": 15, "heavy": 40}
    assert traffic.expectation(minutes.__getitem__) == 15.5
    assert Distribution.uniform(range(1, 7)).expectation() == 3.5
    assert Distribution({10: 0.25, 5: 0.75}).expectation() == 6.25
    assert Distribution({8: 0.25, 7: 0.75}).expectation() == 7.25
    assert Distribution({10: 0.75, 5: 0.25}).expectation() == 8.75
    assert Distribution({8: 0.75, 7: 0.25}).expectation() == 7.75


def test_the_better_lottery_depends_on_the_odds() -> None:
    def lotteries(p: float) -> dict[str, Distribution[int]]:
        return {
            "risky": Distribution({10: p, 5: 1 - p}),
            "safe": Distribution({8: p, 7: 1 - p}),
        }

    assert best_lottery(lotteries(0.25)) == ("safe", 7.25)
    assert best_lottery(lotteries(0.75)) == ("risky", 8.75)
    assert best_lottery(lotteries(0.75), utility=lambda x: min(x, 8)) == ("safe", 7.75)
    with pytest.raises(InputError):
        best_lottery({})


def test_two_dice_give_21_distinct_rolls() -> None:
    die = Distribution.uniform(range(1, 7))
    rolls = die.joint(die).map(lambda pair: tuple(sorted(pair)))
    assert len(rolls) == 21
    assert rolls[6, 6] == Fraction(1, 36)
    assert rolls[5, 6] == Fraction(1, 18)
    assert sum(rolls.values()) == 1
    assert die.joint(die).map(sum)[7] == Fraction(1, 6)


def test_conditioning_on_evidence() -> None:
    die = Distribution.uniform(range(1, 7))
    even = die.given(lambda face: face % 2 == 0)
    assert dict(even) == {2: Fraction(1, 3), 4: Fraction(1, 3), 6: Fraction(1, 3)}
    assert even.expectation() == 4
    assert die.probability(lambda face: face > 4) == Fraction(1, 3)
    with pytest.raises(InputError, match="probability 0"):
        die.given(lambda face: face > 6)


@pytest.mark.parametrize(
    ("given_", "message"),
    [
        ({"a": 0.5, "b": 0.4}, "sum to 0.9"),
        ({"a": 1.5, "b": -0.5}, "negative"),
        ({"a": float("nan")}, "finite"),
        ({"a": "1"}, "finite"),
        ({}, "sum to 0"),
    ],
)
def test_what_is_no_distribution_is_refused(given_: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Distribution(given_)


def test_uniform_needs_outcomes_and_counts_repeats() -> None:
    with pytest.raises(InputError):
        Distribution.uniform([])
    assert dict(Distribution.uniform("aab")) == {"a": Fraction(2, 3), "b": Fraction(1, 3)}


def test_equal_distributions_are_equal_and_show_themselves() -> None:
    one = Distribution({"a": Fraction(1, 3), "b": Fraction(2, 3)})
    two = Distribution([("b", Fraction(2, 3)), ("a", Fraction(1, 3))])
    assert one == two
    assert hash(one) == hash(two)
    assert repr(one) == "Distribution({'a': 1/3, 'b': 2/3})"


@given(st.lists(st.integers(1, 20), min_size=1, max_size=6), st.data())
def test_the_law_of_total_probability(weights: list[int], data: st.DataObject) -> None:
    total = sum(weights)
    chances = Distribution({i: Fraction(w, total) for i, w in enumerate(weights)})
    event = data.draw(st.sets(st.sampled_from(range(len(weights))), min_size=1))
    inside = chances.probability(event.__contains__)
    mean = chances.given(event.__contains__).expectation() * inside
    if inside < 1:
        mean += chances.given(lambda i: i not in event).expectation() * (1 - inside)
    assert mean == chances.expectation()
