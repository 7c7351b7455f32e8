"""Stop a match when it is decided: the sequential probability ratio test (Wald, 1945).

Hypothesis 0 is that the first player is stronger by `elo0`, hypothesis 1 by `elo1`. Neither
specifies how often pairs are drawn, so each is assigned the distribution of pair scores with its
mean that has the greatest likelihood for the games seen (the generalised test, as chess engines are
tested; Van den Bergh, "The generalized maximum likelihood ratio for the expectation value of a
distribution", 2019).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, log

from adversario.arena.rating import expected_score
from adversario.base.errors import InputError

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The possible scores of a pair of games."""

PRIOR = 1e-3
"""The pseudocount of each score: none is impossible."""


@dataclass(frozen=True)
class Sprt:
    """A test of `elo0` against `elo1`, with default error probabilities of 5 percent."""

    elo0: float
    elo1: float
    alpha: float = 0.05  # the probability to accept hypothesis 1 if 0 is true
    beta: float = 0.05  # the probability to accept hypothesis 0 if 1 is true

    def __post_init__(self) -> None:
        if not (isfinite(self.elo0) and isfinite(self.elo1) and self.elo0 < self.elo1):
            raise InputError("arena.sprt", given=f"{self.elo0:g},{self.elo1:g}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which hypothesis 0 and hypothesis 1 are accepted."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Sequence[float]) -> float:
        """The logarithm of the likelihood ratio, hypothesis 1 over hypothesis 0."""
        if not pairs:
            return 0.0
        seen = Counter(pairs)
        counts = [PRIOR + seen[score] for score in SCORES]
        null = _maximum_likelihood(counts, expected_score(self.elo0))
        other = _maximum_likelihood(counts, expected_score(self.elo1))
        return sum(n * log(p1 / p0) for n, p0, p1 in zip(counts, null, other, strict=True))

    def decision(self, pairs: Sequence[float]) -> int | None:
        """The number of the accepted hypothesis; None if it is undecided."""
        ratio, (lower, upper) = self.ratio(pairs), self.bounds
        if ratio >= upper:
            return 1
        return 0 if ratio <= lower else None


def _maximum_likelihood(counts: Sequence[float], mean: float) -> list[float]:
    """The distribution over SCORES with that mean and the greatest likelihood of the counts.

    With a Lagrange multiplier t each share is p / (1 + t (score - mean)), and t is determined by
    the mean. The mean decreases as t grows, so t is found by bisection.
    """
    total = sum(counts)
    shares = [count / total for count in counts]
    low, high = -1 / (SCORES[-1] - mean), 1 / (mean - SCORES[0])
    for _ in range(60):
        t = (low + high) / 2
        off = sum(
            p * (score - mean) / (1 + t * (score - mean))
            for p, score in zip(shares, SCORES, strict=True)
        )
        low, high = (t, high) if off > 0 else (low, t)
    t = (low + high) / 2
    return [p / (1 + t * (score - mean)) for p, score in zip(shares, SCORES, strict=True)]
