"""`max` and `min` of numbers in compiled rules: Python's answer, or OverflowError.

Numba converts its operands to a type that has them all, which for a board and an integer is that of
floats. Here they are two integers, as in `checked`; an integer and a float are two floats, if the
integer is one. Importing this module imports Numba.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import extending

from adversario.native.compiler.exact.building import (
    Build,
    intrinsic,
    is_number,
    is_whole,
    raise_unless_exact,
    signed_operands,
    wide,
)

# ruff: noqa: D103 (the contract of all is above)

_overload: Any = extending.overload
SIGNS = {max: ">", min: "<"}
"""How the second operand must compare with the first one to replace it."""


def _of_integers(sign: str) -> Build:
    def build(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
        if signature.return_type == types.uint64:
            one, other = values
            better = builder.icmp_unsigned(sign, other, one)
        else:
            one, other = signed_operands(context, builder, signature, values, loc)
            better = builder.icmp_signed(sign, other, one)
        return builder.select(better, other, one)

    return build


def _of_floats(sign: str) -> Build:
    def build(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
        floats = []
        for kind, value in zip(signature.args, values, strict=True):
            if is_whole(kind):
                raise_unless_exact(context, builder, kind, value, loc)
            floats.append(context.cast(builder, value, kind, types.float64))
        one, other = floats
        return builder.select(builder.fcmp_ordered(sign, other, one), other, one)

    return build


def _type_two(context: Any, function: Any, one: Any, other: Any) -> Any:
    """The extreme of two operands: its signature, and what builds it."""
    if not (is_number(one) and is_number(other)):
        return None  # Numba has none either
    kinds = tuple(wide(kind) if is_whole(kind) else types.float64 for kind in (one, other))
    if types.float64 in kinds:
        return types.float64(*kinds), _of_floats(SIGNS[function])
    kind = types.uint64 if kinds == (types.uint64, types.uint64) else types.int64
    return kind(*kinds), _of_integers(SIGNS[function])


def _of_two(function: Any) -> Any:
    def typed(context: Any, one: Any, other: Any) -> Any:
        return _type_two(context, function, one, other)

    typed.__name__ = f"checked_{function.__name__}"
    return intrinsic(typed)


def _of_tuple(function: Any) -> Any:
    """The extreme of a tuple of numbers, item by item."""

    def typed(context: Any, items: Any) -> Any:
        kinds, steps = items.types, []
        kind = kinds[0]
        for item in kinds[1:]:
            steps.append(_type_two(context, function, kind, item))
            kind = steps[-1][0].return_type

        def build(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
            found, at = builder.extract_value(values[0], 0), kinds[0]
            for place, (step, build_step) in enumerate(steps, 1):
                item = builder.extract_value(values[0], place)
                pair = [
                    context.cast(builder, found, at, step.args[0]),
                    context.cast(builder, item, kinds[place], step.args[1]),
                ]
                found, at = build_step(context, builder, step, pair, loc), step.return_type
            return found

        return kind(items), build

    typed.__name__ = f"checked_{function.__name__}_of_tuple"
    return intrinsic(typed)


def _is_tuple_of_numbers(kind: Any) -> bool:
    kinds: Any = getattr(kind, "types", ()) if isinstance(kind, types.BaseTuple) else ()
    return len(kinds) > 0 and all(map(is_number, kinds))


checked_max, checked_min = _of_two(max), _of_two(min)
max_of_tuple, min_of_tuple = _of_tuple(max), _of_tuple(min)


def checked_max_of(items: Any) -> Any:
    raise NotImplementedError


def checked_min_of(items: Any) -> Any:
    raise NotImplementedError


def _greatest(items: Any) -> Any:
    return max(items)


def _greatest_number(items: Any) -> Any:
    return max_of_tuple(items)


def _least(items: Any) -> Any:
    return min(items)


def _least_number(items: Any) -> Any:
    return min_of_tuple(items)


def _choose_max(items: Any) -> Any:
    return _greatest_number if _is_tuple_of_numbers(items) else _greatest


def _choose_min(items: Any) -> Any:
    return _least_number if _is_tuple_of_numbers(items) else _least


_overload(checked_max_of)(_choose_max)
_overload(checked_min_of)(_choose_min)
