"""Elo, likelihood of superiority and SPRT, against figures worked out by hand and by simulation."""

from __future__ import annotations

from math import inf, log, sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adversario.arena.rating import elo_difference, expected_score, rate_pairs
from adversario.arena.sprt import Sprt
from adversario.base.errors import InputError


@pytest.mark.parametrize(
    ("score", "elo"),
    [(0.5, 0.0), (0.75, 190.8485), (0.64, 99.9510), (10 / 11, 400.0), (0.0, -inf), (1.0, inf)],
)
def test_elo_of_a_score(score: float, elo: float) -> None:
    assert elo_difference(score) == pytest.approx(elo, abs=1e-4)


@given(st.floats(-800, 800))
def test_score_and_elo_are_inverse(elo: float) -> None:
    assert elo_difference(expected_score(elo)) == pytest.approx(elo, abs=1e-6)
    assert expected_score(elo) + expected_score(-elo) == pytest.approx(1)


def test_a_rating_worked_out_by_hand() -> None:
    # Mean 3/4; squared deviations 1/16 + 1/16, so the variance of a pair is 1/24 and that of the
    # mean 1/96. The interval is 0.75 ± 1.96 / √96 = 0.75 ± 0.20004; 0.25 is 2.4495 deviations.
    rating = rate_pairs([1, 0.5, 0.75, 0.75])
    assert rating is not None
    assert (rating.pairs, rating.score) == (4, 0.75)
    assert rating.elo == pytest.approx(190.85, abs=0.01)
    assert rating.low == pytest.approx(34.86, abs=0.05)
    assert rating.high == pytest.approx(511.7, abs=0.3)
    assert rating.error == pytest.approx((511.7 - 34.86) / 2, abs=0.3)
    assert rating.superiority == pytest.approx(0.99285, abs=1e-4)


def test_equal_pairs_are_not_certainty() -> None:
    # Each wins with the same side every time: the games vary, the pairs do not. At least 69.15 %
    # of all pairs are like these (0.025^(1/10)), so that the score is 0.5 ± 0.1542.
    rating = rate_pairs([0.5] * 10)
    assert rating is not None
    assert (rating.elo, rating.superiority) == (0, 0.5)
    assert rating.low == pytest.approx(elo_difference(0.34575), abs=0.05)
    assert rating.high == pytest.approx(-rating.low)


def test_a_clean_sheet_is_not_certainty() -> None:
    won, lost = rate_pairs([1.0] * 10), rate_pairs([0.0] * 10)
    assert won is not None
    assert lost is not None
    assert (won.elo, won.high) == (inf, inf)
    assert won.low == pytest.approx(elo_difference(0.69150), abs=0.05)  # 0.025^(1/10)
    assert (lost.elo, lost.low) == (-inf, -inf)
    assert lost.high == pytest.approx(-won.low)
    assert won.superiority == pytest.approx(1 - lost.superiority)


def test_two_pairs_are_needed() -> None:
    assert rate_pairs([]) is None
    assert rate_pairs([0.75]) is None


@given(st.integers(0, 30), st.integers(0, 30))
def test_without_drawn_pairs_the_test_is_wald_s_own(won: int, lost: int) -> None:
    test = Sprt(0, 60)
    s0, s1 = expected_score(0), expected_score(60)
    expected = won * log(s1 / s0) + lost * log((1 - s1) / (1 - s0))
    assert test.ratio([1.0] * won + [0.0] * lost) == pytest.approx(expected, abs=0.01)


def test_many_pairs_approach_the_normal_approximation() -> None:
    pairs = [0.0] * 90 + [0.25] * 210 + [0.5] * 420 + [0.75] * 200 + [1.0] * 100
    count = len(pairs)
    mean = sum(pairs) / count
    variance = sum((pair - mean) ** 2 for pair in pairs) / count
    s0, s1 = expected_score(-5), expected_score(5)
    normal = count * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert Sprt(-5, 5).ratio(pairs) == pytest.approx(normal, rel=0.02)


@pytest.mark.parametrize(("truth", "right"), [(0, 0), (120, 1)])
def test_the_test_errs_about_as_rarely_as_it_promises(truth: float, right: int) -> None:
    random, test, trials = Random(7), Sprt(0, 120), 120
    score = expected_score(truth)
    wrong = 0
    for _ in range(trials):
        pairs: list[float] = []
        decision = None
        while decision is None:
            pairs.append(sum(game(random, score) for _ in range(2)) / 2)
            decision = test.decision(pairs)
        wrong += decision != right
    # 6 in 120 are promised; three deviations more would be a defect.
    assert wrong <= 6 + 3 * sqrt(trials * 0.05 * 0.95)


def game(random: Random, score: float) -> float:
    """A game of that expected score, drawn one time in five."""
    draws = 0.2
    return random.choices([1.0, 0.5, 0.0], [score - draws / 2, draws, 1 - score - draws / 2])[0]


def test_two_wins_decide_nothing() -> None:
    assert Sprt(0, 10).decision([1.0, 1.0]) is None
    assert Sprt(0, 10).decision([]) is None


@pytest.mark.parametrize(("low", "high"), [(10, 0), (5, 5), (0, inf)])
def test_hypotheses_have_an_order(low: float, high: float) -> None:
    with pytest.raises(InputError, match="no test"):
        Sprt(low, high)
