"""Finite random variables: expectation, conditioning, lotteries and their expected utility."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import fsum, isfinite
from typing import Any, Generic, TypeVar

from adversario.base.errors import InputError
from adversario.base.numbers import Number, show

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)

TOLERANCE = 1e-9
"""The tolerance for sums of probabilities given as floats."""


class Distribution(Mapping[T, Number], Generic[T]):
    """A finite random variable: each outcome with its probability. Immutable.

    Probabilities are non-negative and sum to 1, or InputError says what is wrong. Integers and
    fractions are kept exact, and so is every expectation made of them alone.

    >>> Distribution({"light": 0.4, "normal": 0.5, "heavy": 0.1}).expectation(
    ...     {"light": 10, "normal": 15, "heavy": 40}.__getitem__
    ... )
    15.5
    """

    def __init__(self, probabilities: Mapping[T, Number] | Iterable[tuple[T, Number]]) -> None:
        pairs = probabilities.items() if isinstance(probabilities, Mapping) else probabilities
        gathered: dict[T, Number] = {}
        for outcome, probability in pairs:
            _check(outcome, probability)
            gathered[outcome] = gathered.get(outcome, 0) + probability
        total = exact_sum(gathered.values())
        if not adds_up(total, 1):
            raise InputError("distribution.sum", total=show(total))
        self._probabilities = gathered

    @classmethod
    def uniform(cls, outcomes: Iterable[T]) -> Distribution[T]:
        """Every outcome equally likely; one listed twice counts twice."""
        listed = list(outcomes)
        if not listed:
            raise InputError("distribution.empty")
        return cls((outcome, Fraction(1, len(listed))) for outcome in listed)

    def __getitem__(self, outcome: T) -> Number:
        return self._probabilities[outcome]

    def __iter__(self) -> Iterator[T]:
        return iter(self._probabilities)

    def __len__(self) -> int:
        return len(self._probabilities)

    def __hash__(self) -> int:
        return hash(frozenset(self._probabilities.items()))

    def __repr__(self) -> str:
        inside = ", ".join(f"{outcome!r}: {show(p)}" for outcome, p in self.items())
        return f"Distribution({{{inside}}})"

    def expectation(self, f: Callable[[T], Number] | None = None) -> Number:
        """The mean of f over the outcomes, or of the outcomes themselves."""
        of: Callable[[Any], Number] = _itself if f is None else f
        return exact_sum(p * of(outcome) for outcome, p in self.items() if p)

    def probability(self, event: Callable[[T], bool]) -> Number:
        """The probability of the event."""
        return exact_sum(p for outcome, p in self.items() if event(outcome))

    def given(self, evidence: Callable[[T], bool]) -> Distribution[T]:
        """The variable, given that the evidence is true (Bayes' rule)."""
        left = {outcome: p for outcome, p in self.items() if p and evidence(outcome)}
        total = exact_sum(left.values())
        if not total:
            raise InputError("distribution.impossible")
        return Distribution({outcome: exact_quotient(p, total) for outcome, p in left.items()})

    def map(self, f: Callable[[T], U]) -> Distribution[U]:
        """The distribution of f of this variable."""
        return Distribution((f(outcome), p) for outcome, p in self.items())

    def joint(self, other: Distribution[U]) -> Distribution[tuple[T, U]]:
        """The pairs of this variable and an independent one."""
        return Distribution(
            ((one, two), p * q) for one, p in self.items() for two, q in other.items()
        )


def best_lottery(
    lotteries: Mapping[U, Distribution[T]], utility: Callable[[T], Number] | None = None
) -> tuple[U, Number]:
    """The lottery of greatest expected utility (the first, in a tie), and that utility."""
    if not lotteries:
        raise InputError("distribution.empty")
    worth = {name: lottery.expectation(utility) for name, lottery in lotteries.items()}
    best = max(worth, key=worth.__getitem__)
    return best, worth[best]


def adds_up(total: Number, expected: Number) -> bool:
    """Whether a sum has the expected value, up to the rounding of floats."""
    return -TOLERANCE <= total - expected <= TOLERANCE


def exact_sum(numbers: Iterable[Number]) -> Number:
    """The sum: exact for integers and fractions, correctly rounded if there are floats."""
    listed = list(numbers)
    if any(isinstance(number, float) for number in listed):
        return fsum(listed)
    return sum(listed)


def exact_quotient(part: Number, whole: Number) -> Number:
    """The division: exact between integers and fractions."""
    if isinstance(part, float) or isinstance(whole, float):
        return part / whole
    return Fraction(part) / Fraction(whole)


def _check(outcome: object, probability: Number) -> None:
    if not _is_finite(probability):
        raise InputError("distribution.not_a_number", outcome=outcome, given=probability)
    if probability < 0:
        raise InputError("distribution.negative", outcome=outcome, given=show(probability))


def _is_finite(given: object) -> bool:
    return isinstance(given, (int, float, Fraction)) and isfinite(given)


def _itself(outcome: Number) -> Number:
    return outcome
