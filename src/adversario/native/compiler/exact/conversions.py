"""Conversions of compiled rules that keep the number, or raise: of fields, results and built-ins.

As in `checked`: a number that has no place in the machine's type raises OverflowError, and a caller
that wants to know what Python does has to ask Python. Importing this module imports Numba.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import literal_unroll, types
from numba.core import extending

from adversario.native.compiler.exact.building import (
    WORD,
    delegate,
    intrinsic,
    is_finite,
    is_number,
    is_whole,
    raise_if,
    raise_unless_exact,
    unliteral,
    wide,
)
from adversario.native.compiler.exact.checked import checked_add, type_floordiv, type_mod

# ruff: noqa: D103 (the contract of all is above)

REAL = ir.DoubleType()
_tuple: Any = types.Tuple
NO_WHOLE = "the number has no place in 64 bits"


def _truncate(context: Any, builder: Any, value: Any, loc: Any) -> Any:
    """A float without its fraction, as an integer; beyond 64 bits it raises, and so does a NaN."""
    low = builder.fcmp_ordered(">=", value, REAL(-float(1 << 63)))
    high = builder.fcmp_ordered("<", value, REAL(float(1 << 63)))
    bad = builder.not_(builder.and_(low, high))
    raise_if(context, builder, bad, OverflowError, NO_WHOLE, loc)
    return builder.fptosi(value, WORD)


def _keep(kind: Any) -> Any:
    """A whole number, with the 64 bits that it has or gets."""
    return wide(kind)(wide(kind)), lambda context, builder, signature, values: values[0]


@intrinsic
def checked_int(context: Any, value: Any) -> Any:
    """`int(value)`."""
    if is_whole(value):
        return _keep(value)
    if not isinstance(value, types.Float):
        return None

    def build(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
        return _truncate(context, builder, values[0], loc)

    return types.int64(types.float64), build


def _rounding(function: Any) -> Any:
    """A function from floats to integers: Numba's, within 64 bits."""

    def typed(context: Any, value: Any) -> Any:
        if is_whole(value):
            return _keep(value)
        if not isinstance(value, types.Float):
            return None
        found = delegate(context, function, (types.float64,))
        if found is None:
            return None
        signature, inner = found

        def build(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
            _truncate(context, builder, values[0], loc)
            return inner(context, builder, signature, values, loc)

        return signature, build

    typed.__name__ = f"checked_{function.__name__}"
    return intrinsic(typed)


checked_round, checked_floor = _rounding(round), _rounding(math.floor)
checked_ceil, checked_trunc = _rounding(math.ceil), _rounding(math.trunc)


# Functions of `math`, which raise where the result is no float though the arguments are.


def _raise_unless_finite(
    context: Any, builder: Any, found: Any, given: list[Any], loc: Any
) -> None:
    bad = builder.not_(is_finite(builder, found))
    for value in given:
        bad = builder.and_(bad, is_finite(builder, value))
    raise_if(context, builder, bad, OverflowError, "the result is no float", loc)


def _typed_math(context: Any, function: Any, given: tuple[Any, ...]) -> Any:
    found = delegate(context, function.typing_key, tuple(map(unliteral, given)))
    if found is None:
        return None
    inner_signature, inner = found

    def build(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
        result = inner(context, builder, inner_signature, values[1:], loc)
        if inner_signature.return_type == types.float64:
            kinds = zip(inner_signature.args, values[1:], strict=True)
            reals = [value for kind, value in kinds if kind == types.float64]
            _raise_unless_finite(context, builder, result, reals, loc)
        return result

    return inner_signature.return_type(function, *inner_signature.args), build


@intrinsic
def checked_math(context: Any, function: Any, value: Any) -> Any:
    """`math.function(value)`."""
    return _typed_math(context, function, (value,))


@intrinsic
def checked_math_of_two(context: Any, function: Any, one: Any, other: Any) -> Any:
    """`math.function(one, other)`."""
    return _typed_math(context, function, (one, other))


# The fields of records. Each has a type, whatever the rules put into it.


@intrinsic
def as_int64(context: Any, value: Any) -> Any:
    if not is_number(value):
        return None
    if is_whole(value):
        kind = wide(value)

        def keep(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
            if kind == types.uint64:
                top = builder.icmp_signed("<", values[0], WORD(0))
                raise_if(context, builder, top, OverflowError, NO_WHOLE, loc)
            return values[0]

        return types.int64(kind), keep

    def build(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
        found = _truncate(context, builder, values[0], loc)
        bad = builder.fcmp_unordered("!=", builder.sitofp(found, REAL), values[0])
        raise_if(context, builder, bad, OverflowError, "a fraction in a field of integers", loc)
        return found

    return types.int64(types.float64), build


@intrinsic
def as_uint64(context: Any, value: Any) -> Any:
    if not is_number(value):
        return None
    if is_whole(value):
        kind = wide(value)

        def keep(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
            if kind == types.int64:
                negative = builder.icmp_signed("<", values[0], WORD(0))
                raise_if(context, builder, negative, OverflowError, "a negative board", loc)
            return values[0]

        return types.uint64(kind), keep

    def build(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
        found = builder.fptosi(values[0], WORD)
        inside = builder.fcmp_ordered("<=", values[0], REAL(float(1 << 53)))
        inside = builder.and_(inside, builder.fcmp_ordered(">=", values[0], REAL(0.0)))
        whole = builder.fcmp_ordered("==", builder.sitofp(found, REAL), values[0])
        bad = builder.not_(builder.and_(inside, whole))
        raise_if(context, builder, bad, OverflowError, "a float as a board", loc)
        return found

    return types.uint64(types.float64), build


@intrinsic
def as_float64(context: Any, value: Any) -> Any:
    if not is_number(value):
        return None
    kind = wide(value) if is_whole(value) else types.float64

    def build(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
        if kind != types.float64:
            raise_unless_exact(context, builder, kind, values[0], loc)
        return context.cast(builder, values[0], kind, types.float64)

    return types.float64(kind), build


@intrinsic
def as_boolean(context: Any, value: Any) -> Any:
    if not is_number(value):
        return None
    kind = types.boolean if isinstance(value, types.Boolean) else wide(value)
    if isinstance(value, types.Float):
        return None

    def build(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
        if kind != types.boolean:
            bad = builder.icmp_unsigned(">", values[0], WORD(1))
            raise_if(context, builder, bad, OverflowError, "a number in a field of Booleans", loc)
        return context.cast(builder, values[0], kind, types.boolean)

    return types.boolean(kind), build


@intrinsic
def as_value(context: Any, value: Any) -> Any:
    """A utility or an estimate, which kernels have as a float: exact, and no NaN."""
    if not is_number(value):
        return delegate(context, operator.pos, (value,))
    kind = types.float64 if isinstance(value, types.Float) else wide(value)

    def build(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
        if kind == types.float64:
            bad = builder.fcmp_unordered("uno", values[0], values[0])
            raise_if(context, builder, bad, ValueError, "the value of a state is NaN", loc)
        else:
            raise_unless_exact(context, builder, kind, values[0], loc)
        return values[0]

    return kind(kind), build


# Built-ins of several steps.


def checked_sum(items: Any, start: Any = 0) -> Any:
    raise NotImplementedError


def _sum_alike(items: Any, start: Any = 0) -> Any:
    total = start
    for item in items:
        total = checked_add(total, item)
    return total


def _sum_mixed(items: Any, start: Any = 0) -> Any:
    total = start
    for item in literal_unroll(items):
        total = checked_add(total, item)
    return total


def _choose_sum(items: Any, start: Any = 0) -> Callable[..., Any]:
    return _sum_mixed if isinstance(items, types.Tuple) and len(items) else _sum_alike


@intrinsic
def checked_divmod(context: Any, one: Any, other: Any) -> Any:
    """`divmod(one, other)`."""
    parts = [_typed(context, one, other) for _typed in (type_floordiv, type_mod)]
    if any(part is None for part in parts):
        return None
    (first, quotient), (second, remainder) = parts
    kind = _tuple([first.return_type, second.return_type])

    def build(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
        found = [
            quotient(context, builder, first, values, loc),
            remainder(context, builder, second, values, loc),
        ]
        return context.make_tuple(builder, kind, found)

    return kind(*first.args), build


_overload: Any = extending.overload
_overload(checked_sum)(_choose_sum)
