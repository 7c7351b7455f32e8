"""Comparisons in compiled rules: Python's answer, or an exception.

Python compares an integer with a float exactly; the machine has to make the integer a float first,
so one beyond 2**53 raises OverflowError. Importing this module imports Numba.
"""

from __future__ import annotations

import operator
from typing import Any

from numba import types

from adversario.native.compiler.exact.building import (
    delegate,
    intrinsic,
    is_whole,
    raise_unless_exact,
    wide,
)


def _comparing(function: Any) -> Any:
    """A comparison; but for that of an integer with a float it is Numba's."""

    def typed(context: Any, one: Any, other: Any) -> Any:
        given = one, other
        if not (any(map(is_whole, given)) and any(isinstance(each, types.Float) for each in given)):
            return delegate(context, function, given)
        kinds = [wide(each) if is_whole(each) else types.float64 for each in given]
        return types.boolean(*kinds), build

    def build(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
        floats = []
        for kind, value in zip(signature.args, values, strict=True):
            if kind != types.float64:
                raise_unless_exact(context, builder, kind, value, loc)
            floats.append(context.cast(builder, value, kind, types.float64))
        pair = types.boolean(types.float64, types.float64)
        return context.get_function(function, pair)(builder, floats, loc)

    typed.__name__ = f"checked_{function.__name__}"
    return intrinsic(typed)


checked_lt, checked_le = _comparing(operator.lt), _comparing(operator.le)
checked_gt, checked_ge = _comparing(operator.gt), _comparing(operator.ge)
checked_eq, checked_ne = _comparing(operator.eq), _comparing(operator.ne)
