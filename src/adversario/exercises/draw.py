"""Random choices that are the same on every machine, in every version of Python."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Draw:
    """A source of random choices that the seed determines.

    Of Python's generators only `random()` is guaranteed to repeat its sequence in later versions,
    so everything is derived from it: an exercise printed years ago can be made again.
    """

    def __init__(self, seed: str) -> None:
        self._random = Random()
        self._random.seed(seed, version=2)

    def below(self, end: int) -> int:
        """One of 0, ..., end - 1."""
        return int(self._random.random() * end)

    def one_of(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.below(len(options))]

    def sample(self, options: Sequence[T], count: int) -> list[T]:
        """`count` of the options, each at most once, in random order."""
        left = list(options)
        return [left.pop(self.below(len(left))) for _ in range(count)]

    def probabilities(self, count: int, denominator: int) -> list[Fraction]:
        """`count` positive multiples of 1/denominator that add up to 1."""
        marks = sorted(self.sample(range(1, denominator), count - 1))
        return [Fraction(b - a, denominator) for a, b in pairwise([0, *marks, denominator])]
