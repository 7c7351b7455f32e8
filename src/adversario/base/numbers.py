"""Numbers of games: their display as text and their form in JSON."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import TypeAlias

from adversario.base.errors import InputError

Number: TypeAlias = float | Fraction
"""A utility, an evaluation or a probability. Fractions keep expectations exact."""

Value: TypeAlias = Number | tuple[Number, ...]
"""The values of searches: one number, or in max^n one number for each player."""

Json: TypeAlias = float | str | list[float | str]

INFINITY = math.inf

MAX_DIGITS = 300
"""The most digits of a number in a file; all whole numbers of that length have a float."""

_LONG = re.compile(rf"\d{{{MAX_DIGITS + 1}}}")


Z95 = 1.959963984540054
"""A normal variable is within this many standard deviations of its mean with probability 0.95."""


def check_digits(text: str) -> str:
    """The text; raises InputError if it has a number of more digits than anything could need.

    Python refuses to convert some of these, with an error of its own.
    """
    if found := _LONG.search(text):
        raise InputError("numbers.long", start=found[0][:20], most=MAX_DIGITS)
    return text


def tidy(value: Number) -> Number:
    """A whole number as an int, any other value unchanged."""
    if isinstance(value, float) and not value.is_integer():  # infinities included
        return value
    whole = int(value)
    return whole if whole == value else value


def show(value: Value) -> str:
    """The value as text: 3, 15.5, 23/3, -inf, (1, 2, 6)."""
    if isinstance(value, tuple):
        return "(" + ", ".join(show(item) for item in value) + ")"
    if isinstance(value, Fraction):
        return _show_fraction(value)
    if isinstance(value, int) or not math.isfinite(value):
        return str(value)
    return "0" if value == 0 else f"{value:.10g}"


def _show_fraction(value: Fraction) -> str:
    """A decimal if it is exact and short, a quotient otherwise."""
    decimal = f"{float(value):.10g}"
    return decimal if Fraction(decimal) == value else str(value)


def to_json(value: Value, *, exact: bool = False) -> Json:
    """The value as JSON; infinities, which JSON lacks, become "inf" and "-inf".

    A fraction becomes a float, or, with `exact`, a text such as "1/3".
    """
    if isinstance(value, tuple):
        return [_number_to_json(item, exact) for item in value]
    return _number_to_json(value, exact)


def _number_to_json(value: Number, exact: bool) -> float | str:
    if isinstance(value, Fraction):
        if exact:
            return f"{value.numerator}/{value.denominator}"
        return value.numerator if value.denominator == 1 else float(value)
    return value if math.isfinite(value) else show(value)
