"""Sums of floats without the error of rounding."""

from __future__ import annotations


def two_sum(total: float, lost: float, number: float) -> tuple[float, float]:
    """A sum, and what rounding has taken from it so far, with one more number (Knuth's two-sum).

    The sum of both is, in nearly all cases, the correctly rounded sum of the interpreted search.
    """
    more = total + number
    part = more - total
    return more, lost + ((total - (more - part)) + (number - part))
