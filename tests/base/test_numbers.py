"""Numbers of games."""

from __future__ import annotations

from fractions import Fraction
from math import inf, isnan, nan

import pytest

from adversario.algorithms.core.events import Bound
from adversario.base.numbers import Number, tidy


@pytest.mark.parametrize(
    ("given", "expected"),
    [(2.0, 2), (-0.0, 0), (2.5, 2.5), (3, 3), (Fraction(4, 2), 2), (Fraction(1, 3), Fraction(1, 3)),
     (inf, inf), (-inf, -inf), (1e300, int(1e300))],
)  # fmt: skip
def test_whole_numbers_become_integers(given: Number, expected: Number) -> None:
    assert tidy(given) == expected
    assert type(tidy(given)) is type(expected)


def test_what_is_no_number_stays_none() -> None:
    assert isnan(float(tidy(nan)))


def test_a_bound_is_negated_with_its_value() -> None:
    assert [bound.opposite for bound in Bound] == [Bound.EXACT, Bound.UPPER, Bound.LOWER]
