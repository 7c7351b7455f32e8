"""Numbers in texts of trees and decision processes: finite, of reasonable size, or exact."""

from __future__ import annotations

import math
import re
from fractions import Fraction

from adversario.base.formats.json_text import shorten
from adversario.base.formats.source_text import SourceText, Spot
from adversario.base.numbers import Number, show

NUMBER = r"[+\-−]?(?:[0-9]+/[0-9]+|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+\-]?[0-9]+)?)"
"""A regular expression: -3, 2.5, .5, 1/2, 1e3. The second minus is the one of typeset text."""

_NUMBER = re.compile(NUMBER)
_NOT_FINITE = re.compile(r"[+\-−]?(?:inf|infinity|nan|∞)", re.IGNORECASE)

# Without bounds, "1e999999999" as an exact fraction would fill the memory.
_MOST_CHARACTERS = 100
_MOST_QUOTIENT_CHARACTERS = 1000
_GREATEST_EXPONENT = 400


def utility(source: SourceText, spot: Spot, text: str) -> Number:
    """The number written there: an int, a float if it has a point or exponent, or a Fraction."""
    plain = _check_number(source, spot, text)
    if "/" in plain:
        value: Number = _quotient(source, spot, plain)
    elif plain.lstrip("+-").isdigit():
        value = int(plain)
    else:
        value = float(plain)
    if not _is_finite(value):
        raise source.error(spot, "text.number_size", text=shorten(text))
    return value


def probability(source: SourceText, spot: Spot, text: str) -> Fraction:
    """The probability written there, exactly: 0.25, 1/4 or 25%."""
    plain = _check_number(source, spot, text.removesuffix("%"))
    exact = _quotient(source, spot, plain) if "/" in plain else Fraction(plain)
    value = exact / 100 if text.endswith("%") else exact
    if not 0 <= value <= 1:
        raise source.error(spot, "text.probability_range", probability=text)
    return value


def write_number(value: Number) -> str:
    """The number in the notation, which reads back as an equal one."""
    return str(value) if isinstance(value, (int, Fraction)) else repr(float(value))


def utility_to_json(value: Number) -> float | str:
    """The number for JSON: a fraction that no float equals becomes a text such as "1/3"."""
    if not isinstance(value, Fraction):
        return value
    if value.denominator == 1:
        return value.numerator
    return float(value) if Fraction(float(value)) == value else str(value)


def probability_to_json(value: Fraction) -> float | str:
    """The probability for JSON: a decimal where that is short and exact, else like "1/3"."""
    text = show(value)
    if "/" in text:
        return text
    decimal = float(text)
    return int(decimal) if decimal.is_integer() else decimal


def _check_number(source: SourceText, spot: Spot, text: str) -> str:
    """The text with a plain minus sign, if it is a number of reasonable size."""
    if _NOT_FINITE.fullmatch(text):
        raise source.error(spot, "text.not_finite", text=text)
    if not _NUMBER.fullmatch(text):
        raise source.error(spot, "text.not_a_number", text=shorten(text))
    most = _MOST_QUOTIENT_CHARACTERS if "/" in text else _MOST_CHARACTERS
    exponent = re.split("[eE]", text)[1:]
    if len(text) > most or (exponent and abs(int(exponent[0])) > _GREATEST_EXPONENT):
        raise source.error(spot, "text.number_size", text=shorten(text))
    return text.replace("−", "-")


def _quotient(source: SourceText, spot: Spot, text: str) -> Fraction:
    numerator, denominator = map(int, text.split("/"))
    if denominator == 0:
        raise source.error(spot, "text.division", text=text)
    return Fraction(numerator, denominator)


def _is_finite(value: Number) -> bool:
    try:
        return math.isfinite(float(value))
    except OverflowError:
        return False
