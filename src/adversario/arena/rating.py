"""The difference in strength of two players: Elo difference, its error, likelihood of superiority.

An Elo difference of d means an expected score of 1 / (1 + 10^(-d/400)) per game (Elo, 1978). The
sample is not the game but the pair of games from one opening, with seats exchanged: the advantage
of the opening then cancels out instead of adding noise. A pair scores 0, ¼, ½, ¾ or 1 (the
pentanomial distribution used for testing chess engines).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erf, inf, log10, sqrt

from adversario.base.numbers import Z95


def expected_score(elo: float) -> float:
    """The expected score per game of a player who is stronger by that Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_difference(score: float) -> float:
    """The inverse of `expected_score`; infinite for a score of 0 or 1."""
    if score <= 0:
        return -inf
    return inf if score >= 1 else 400 * log10(score / (1 - score))


@dataclass(frozen=True)
class Rating:
    """The strength of the first player relative to the second, from the pairs of a match."""

    pairs: int
    score: float  # the mean of the pairs
    elo: float
    low: float  # of the 95% interval
    high: float
    superiority: float  # the likelihood that the first player is the stronger one

    @property
    def error(self) -> float:
        """Half the width of the 95% interval."""
        return (self.high - self.low) / 2


def rate_pairs(pairs: Sequence[float]) -> Rating | None:
    """The rating from the scores of pairs, each from 0 to 1; None if there are fewer than two.

    The error is that of the mean by normal approximation. If all pairs have the same score, it
    would be 0. At least a share of 0.025^(1/n) of all pairs has that score, by Clopper and Pearson
    (1934), and the interval is then what follows if the others are all won, or all lost.
    """
    count = len(pairs)
    if count < 2:
        return None
    score = sum(pairs) / count
    if len(set(pairs)) == 1:
        least = 0.025 ** (1 / count)
        low, high = score * least, 1 - (1 - score) * least
        superiority = 0.5 if score == 0.5 else 1 - 0.5**count if score > 0.5 else 0.5**count
    else:
        deviation = sqrt(sum((pair - score) ** 2 for pair in pairs) / (count - 1) / count)
        low, high = score - Z95 * deviation, score + Z95 * deviation
        superiority = _probability_positive(score - 0.5, deviation)
    return Rating(
        count, score, elo_difference(score), elo_difference(low), elo_difference(high), superiority
    )


def _probability_positive(mean: float, deviation: float) -> float:
    """The probability that a normal variable is above 0."""
    if deviation == 0:
        return 0.5 if mean == 0 else float(mean > 0)
    return (1 + erf(mean / deviation / sqrt(2))) / 2
