"""The nim-values of heaps of each size, by recurrence, and their period."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from operator import xor
from typing import NamedTuple, TypeAlias

from adversario.base.errors import InputError
from adversario.contract.nim_values import Period, mex


class Split(NamedTuple):
    """Moves that leave `left` counters in two heaps, with the smaller one in the range."""

    left: int
    smaller: range


Splits: TypeAlias = Callable[[int], Iterator[Split]]
"""The moves in a heap of each size. Leaving one heap is a split into 0 and the rest."""


def grundy_values(number: int) -> list[int]:
    """The nim-values of heaps of 0 to `number` - 1 counters in Grundy's game."""

    def splits(size: int) -> Iterator[Split]:
        yield Split(size, range(1, (size + 1) // 2))

    return heap_values(splits, number)


def octal_values(code: str, number: int) -> list[int]:
    """The nim-values of heaps of 0 to `number` - 1 counters in the octal game of that code."""
    digits = octal_digits(code)

    def splits(size: int) -> Iterator[Split]:
        for taken, digit in enumerate(digits[: size + 1]):
            left = size - taken
            if digit & (2 if left else 1):
                yield Split(left, range(1))
            if digit & 4:
                yield Split(left, range(1, left // 2 + 1))

    return heap_values(splits, number)


def heap_values(splits: Splits, number: int) -> list[int]:
    """The nim-values of heaps from 0 to `number` - 1: the mex of the values of the moves."""
    if find_spec("numpy") is None:
        return _plain_values(splits, number)
    return _numpy_values(splits, number)


def _plain_values(splits: Splits, number: int) -> list[int]:
    values: list[int] = []
    for size in range(number):
        reached: set[int] = set()
        for left, smaller in splits(size):
            larger = values[left - smaller.stop + 1 : left - smaller.start + 1]
            reached.update(map(xor, values[smaller.start : smaller.stop], reversed(larger)))
        values.append(mex(reached))
    return values


def _numpy_values(splits: Splits, number: int) -> list[int]:
    """The values by NumPy, with all moves of a split at once."""
    import numpy as np  # noqa: PLC0415 (not needed to import the package)

    values = np.zeros(number, np.int64)
    bound = 1  # a power of 2 above all values, and so above their XORs
    for size in range(number):
        reached = np.zeros(bound + 1, np.bool_)
        for left, smaller in splits(size):
            larger = values[left - smaller.stop + 1 : left - smaller.start + 1]
            reached[values[smaller.start : smaller.stop] ^ larger[::-1]] = True
        values[size] = reached.argmin()
        if values[size] == bound:
            bound *= 2
    return [int(value) for value in values]


def octal_period(code: str, values: Sequence[int]) -> Period | None:
    """The period of an octal game's values, if there are enough of them to prove it.

    With k digits after the point, if value(n + p) = value(n) for all n from n0 > 0 up to 2 n0 + p +
    k then it holds for ever: one of the heaps left by a move is large enough to lose p counters and
    keep its value (Guy and Smith, 1956).
    """
    taken = len(octal_digits(code)) - 1
    for length in range(1, len(values)):
        start = len(values) - length
        while start > 1 and values[start - 1] == values[start - 1 + length]:
            start -= 1
        if 2 * (start + length) + taken <= len(values):
            return Period(start, length)
    return None


def octal_digits(code: str) -> tuple[int, ...]:
    """The digits of an octal game's code; the first is that of taking nothing."""
    if not re.fullmatch(r"[04]?\.[0-7]{1,30}", code):
        raise InputError("octal.code", code=code)
    whole, _, digits = code.partition(".")
    return int(whole or 0), *map(int, digits)
