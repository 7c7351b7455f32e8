"""What values that are known when the rules are compiled can be used for."""

from __future__ import annotations

import itertools
import math
from enum import Enum, EnumMeta
from fractions import Fraction
from typing import Any

from adversario.native.compiler.plain.kinds.classes import is_record_class

FOLDED = {
    len, abs, min, max, sum, divmod, any, all, round, ord, chr, int, float, bool, str, tuple, pow,
    frozenset, sorted, Fraction, range, math.sqrt, math.isqrt, math.comb, math.perm,
    math.factorial, math.gcd, math.floor, math.ceil, isinstance,
}  # fmt: skip
"""Functions whose result is known if their arguments are."""

LISTED = {itertools.product, itertools.combinations, itertools.permutations, itertools.chain, zip,
          enumerate, reversed}  # fmt: skip
"""Functions whose items are known if their arguments are."""


def is_hashable(value: Any) -> bool:
    """Whether a value can be a key."""
    try:
        hash(value)
    except TypeError:
        return False
    return True


def is_plain(value: Any) -> bool:
    """Whether a known value is data, which Python's own functions can be called with."""
    if isinstance(value, (tuple, list, set, frozenset)):
        return all(map(is_plain, value))
    if isinstance(value, dict):
        return True
    return (
        value is None
        or isinstance(value, (int, float, str, Enum, range))
        or is_record_class(type(value))
        or hasattr(value, "numerator")
        or isinstance(value, EnumMeta)
    )
