"""Python's arithmetic in compiled code: the exact answer, or an exception, never another number.

An operation is chosen by the types of its operands.

- Integers are 64 bits with a sign, and so are Booleans here. A result that has no 64 bits raises
  OverflowError.
- Two boards (`adversario.bits.Board`, 64 bits without a sign) are added, subtracted, multiplied and
  shifted modulo 2**64, without a check. A board and an integer together are two integers, but for
  `&`, `|` and `^`, which make a board of them.
- A division by zero raises ZeroDivisionError, a negative shift ValueError, as in Python. So does
  a float that Python refuses: `**` beyond the largest float, `int` of an infinity.
- Anything else (tuples, arrays) has the operator of Numba.

The exception arrives in Python with the line of the generated module. Its class is Python's where
Python raises too; a caller that wants to know what Python does has to ask Python. Importing this
module imports Numba.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils

from adversario.native.compiler.exact.building import (
    TOO_LARGE,
    WORD,
    Build,
    delegate,
    intrinsic,
    is_finite,
    is_number,
    is_whole,
    raise_always,
    raise_if,
    raise_unless_exact,
    signed_operands,
    unliteral,
    wide,
)

# ruff: noqa: D103 (the contract of all is above)

BY_ZERO = "division by zero"

_variable: Any = cgutils.alloca_once_value


def _overflowing(name: str) -> Build:
    """An operation of LLVM that reports whether its result fits."""

    def build(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
        one, other = signed_operands(context, builder, signature, values, loc)
        pair = getattr(builder, f"s{name}_with_overflow")(one, other)
        bad = builder.extract_value(pair, 1)
        raise_if(context, builder, bad, OverflowError, TOO_LARGE, loc)
        return builder.extract_value(pair, 0)

    return build


def _modular(name: str) -> Build:
    """The operation of the machine: on boards, modulo 2**64."""

    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return getattr(builder, name)(*values)

    return build


def _typing(function: Any, whole: Build, boards: Build, real: Build | None = None) -> Any:
    """The typing of a binary operator: integers, two boards, floats, anything else."""

    def typed(context: Any, one: Any, other: Any) -> Any:
        if is_whole(one) and is_whole(other):
            kinds = wide(one), wide(other)
            if kinds == (types.uint64, types.uint64):
                return types.uint64(*kinds), boards
            return types.int64(*kinds), whole
        if real is not None and is_number(one) and is_number(other):
            return types.float64(types.float64, types.float64), real
        return delegate(context, function, (one, other))

    typed.__name__ = f"checked_{function.__name__}"
    return typed


# Division: towards minus infinity, as in Python.


def _raise_for_zero(context: Any, builder: Any, divisor: Any, loc: Any) -> None:
    zero = builder.icmp_signed("==", divisor, divisor.type(0))
    raise_if(context, builder, zero, ZeroDivisionError, BY_ZERO, loc)


def _floored(builder: Any, rest: Any, divisor: Any) -> Any:
    """Whether the machine's division, which is towards zero, has to be taken one down."""
    is_other_sign = builder.icmp_signed("<", builder.xor(rest, divisor), WORD(0))
    return builder.and_(is_other_sign, builder.icmp_signed("!=", rest, WORD(0)))


def _quotient(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
    one, other = signed_operands(context, builder, signature, values, loc)
    _raise_for_zero(context, builder, other, loc)
    least = builder.icmp_signed("==", one, WORD(-(1 << 63)))
    bad = builder.and_(least, builder.icmp_signed("==", other, WORD(-1)))
    raise_if(context, builder, bad, OverflowError, TOO_LARGE, loc)
    down = _floored(builder, builder.srem(one, other), other)
    return builder.sub(builder.sdiv(one, other), builder.zext(down, WORD))


def _remainder(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
    one, other = signed_operands(context, builder, signature, values, loc)
    _raise_for_zero(context, builder, other, loc)
    # By -1 as by 1 there is no remainder, but the processor traps on the least number by -1.
    minus = builder.icmp_signed("==", other, WORD(-1))
    rest = builder.srem(one, builder.select(minus, WORD(1), other))
    return builder.add(rest, builder.select(_floored(builder, rest, other), other, WORD(0)))


def _board_division(name: str) -> Build:
    def build(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
        _raise_for_zero(context, builder, values[1], loc)
        return getattr(builder, name)(*values)

    return build


def _real_division(function: Any) -> Build:
    """A division of floats: Numba's, but for a divisor of 0."""

    def build(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
        zero = builder.fcmp_ordered("==", values[1], values[1].type(0.0))
        raise_if(context, builder, zero, ZeroDivisionError, BY_ZERO, loc)
        return context.get_function(function, signature)(builder, values, loc)

    return build


def _ratio(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
    """The true quotient of whole numbers, which is exact as far as both are floats."""
    _raise_for_zero(context, builder, values[1], loc)
    floats = []
    for kind, value in zip(signature.args, values, strict=True):
        raise_unless_exact(context, builder, kind, value, loc)
        floats.append(context.cast(builder, value, kind, types.float64))
    return builder.fdiv(*floats)


@intrinsic
def checked_truediv(context: Any, one: Any, other: Any) -> Any:
    if is_whole(one) and is_whole(other):
        return types.float64(wide(one), wide(other)), _ratio
    if is_number(one) and is_number(other):
        return types.float64(types.float64, types.float64), _real_division(operator.truediv)
    return delegate(context, operator.truediv, (one, other))


# Shifts.


def _shift_by(
    context: Any,
    builder: Any,
    places: Any,
    loc: Any,
    near: Callable[[], Any],
    far: Callable[[], Any],
) -> Any:
    """The result by fewer than 64 places, or by more; a negative number of places raises.

    These are branches that are never taken, as a rule, so they cost next to nothing.
    """
    beyond = builder.icmp_unsigned(">", places, WORD(63))
    with builder.if_else(beyond, likely=False) as (more, fewer):
        with more:
            negative = builder.icmp_signed("<", places, WORD(0))
            raise_if(context, builder, negative, ValueError, "negative shift count", loc)
            distant, after_far = far(), builder.block
        with fewer:
            usual, after_near = near(), builder.block
    found = builder.phi(WORD)
    found.add_incoming(distant, after_far)
    found.add_incoming(usual, after_near)
    return found


def _shift_left(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
    one, places = signed_operands(context, builder, signature, values, loc)

    def near() -> Any:
        found = builder.shl(one, places)
        lost = builder.icmp_signed("!=", builder.ashr(found, places), one)
        raise_if(context, builder, lost, OverflowError, TOO_LARGE, loc)
        return found

    def far() -> Any:
        lost = builder.icmp_signed("!=", one, WORD(0))
        raise_if(context, builder, lost, OverflowError, TOO_LARGE, loc)
        return WORD(0)

    return _shift_by(context, builder, places, loc, near, far)


def _shift_known(number: int) -> Build:
    """A positive number that is known, shifted: it fits, or not, by the number of places alone."""

    def build(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
        places = values[1]
        beyond = builder.icmp_unsigned(">", places, WORD(63 - number.bit_length()))
        with builder.if_then(beyond, likely=False):
            negative = builder.icmp_signed("<", places, WORD(0))
            raise_if(context, builder, negative, ValueError, "negative shift count", loc)
            raise_always(context, builder, OverflowError, TOO_LARGE, loc)
        return builder.shl(WORD(number), places)

    return build


def _shift_right(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
    one, places = signed_operands(context, builder, signature, values, loc)
    return _shift_by(
        context, builder, places, loc,
        lambda: builder.ashr(one, places), lambda: builder.ashr(one, WORD(63)),
    )  # fmt: skip


def _shift_board(name: str) -> Build:
    def build(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
        shift, (board, places) = getattr(builder, name), values
        return _shift_by(
            context, builder, places, loc, lambda: shift(board, places), lambda: WORD(0)
        )

    return build


def _shift(function: Any, whole: Build, board: Build) -> Any:
    def typed(context: Any, one: Any, places: Any) -> Any:
        if not (is_whole(one) and is_whole(places)):
            return delegate(context, function, (one, places))
        kind, known = wide(one), getattr(one, "literal_value", 0)
        if known > 0 and kind == types.int64 and function is operator.lshift:
            return types.int64(one, types.int64), _shift_known(known)
        return kind(kind, types.int64), board if kind == types.uint64 else whole

    typed.__name__ = f"checked_{function.__name__}"
    return intrinsic(typed, literal=True)


# Powers.


def _whole_power(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
    """By squaring: a square is taken only if it is used, so one that overflows is of the result."""
    one, exponent = signed_operands(context, builder, signature, values, loc)
    negative = builder.icmp_signed("<", exponent, WORD(0))
    text = "a negative power of an integer, which is a float"
    raise_if(context, builder, negative, OverflowError, text, loc)
    pair, times = types.int64(types.int64, types.int64), _overflowing("mul")
    base, left, found = (_variable(builder, value) for value in (one, exponent, WORD(1)))

    def multiply(target: Any, factor: Any) -> None:
        operands = [builder.load(target), builder.load(factor)]
        builder.store(times(context, builder, pair, operands, loc), target)

    loop = builder.append_basic_block("power")
    done = builder.append_basic_block("power_done")
    builder.cbranch(builder.icmp_signed("!=", exponent, WORD(0)), loop, done)
    builder.position_at_end(loop)
    with builder.if_then(builder.trunc(builder.load(left), ir.IntType(1))):
        multiply(found, base)
    rest = builder.lshr(builder.load(left), WORD(1))
    builder.store(rest, left)
    goes_on = builder.icmp_signed("!=", rest, WORD(0))
    with builder.if_then(goes_on):
        multiply(base, base)
    builder.cbranch(goes_on, loop, done)
    builder.position_at_end(done)
    return builder.load(found)


def _constant_power(exponent: int) -> Build:
    """The power of an integer with a small exponent that is known, as products in line."""
    times = _overflowing("mul")
    pair = types.int64(types.int64, types.int64)

    def build(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
        one, _ = signed_operands(context, builder, signature, values, loc)
        found, left = WORD(1), exponent
        while left:
            if left & 1:
                found = (
                    one if found == WORD(1) else times(context, builder, pair, [found, one], loc)
                )
            left >>= 1
            if left:
                one = times(context, builder, pair, [one, one], loc)
        return found

    return build


def _real_power(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
    """What is no float though both operands are raises in Python, or is complex there."""
    found = context.get_function(operator.pow, signature)(builder, values, loc)
    inputs = builder.and_(*(is_finite(builder, value) for value in values))
    bad = builder.and_(inputs, builder.not_(is_finite(builder, found)))
    raise_if(context, builder, bad, OverflowError, "the power is no float", loc)
    return found


def _typed_pow(context: Any, one: Any, exponent: Any) -> Any:
    if is_whole(one) and is_whole(exponent):
        known = getattr(exponent, "literal_value", None)
        kinds = wide(one), wide(exponent)
        if known is None:
            return types.int64(*kinds), _whole_power
        if known >= 0:
            build = _constant_power(known) if known < 64 else _whole_power
            return types.int64(kinds[0], exponent), build  # the literal: what is built is its own
    if is_number(one) and is_number(exponent):
        return types.float64(types.float64, types.float64), _real_power
    return delegate(context, operator.pow, (unliteral(one), unliteral(exponent)))


checked_pow = intrinsic(_typed_pow, literal=True)
type_floordiv = _typing(
    operator.floordiv, _quotient, _board_division("udiv"), _real_division(operator.floordiv)
)
type_mod = _typing(operator.mod, _remainder, _board_division("urem"), _real_division(operator.mod))
checked_add = intrinsic(_typing(operator.add, _overflowing("add"), _modular("add")))
checked_sub = intrinsic(_typing(operator.sub, _overflowing("sub"), _modular("sub")))
checked_mul = intrinsic(_typing(operator.mul, _overflowing("mul"), _modular("mul")))
checked_floordiv, checked_mod = intrinsic(type_floordiv), intrinsic(type_mod)
checked_lshift = _shift(operator.lshift, _shift_left, _shift_board("shl"))
checked_rshift = _shift(operator.rshift, _shift_right, _shift_board("lshr"))


# Bits: exact for integers and for boards. Both together are a board, as long as they are positive.


def _bitwise(function: Any, name: str) -> Any:
    def build(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
        if name != "and_":  # of a negative integer a board keeps bits that are within the 64
            for kind, value in zip(signature.args, values, strict=True):
                if kind == types.int64:
                    negative = builder.icmp_signed("<", value, WORD(0))
                    raise_if(context, builder, negative, OverflowError, "a negative board", loc)
        return getattr(builder, name)(*values)

    def typed(context: Any, one: Any, other: Any) -> Any:
        if is_whole(one) and is_whole(other) and wide(one) != wide(other):
            return types.uint64(wide(one), wide(other)), build
        return delegate(context, function, (one, other))

    typed.__name__ = f"checked_{name}"
    return intrinsic(typed)


checked_and = _bitwise(operator.and_, "and_")
checked_or = _bitwise(operator.or_, "or_")
checked_xor = _bitwise(operator.xor, "xor")


def _typed_modular(context: Any, one: Any, places: Any) -> Any:
    if not (is_whole(one) and is_whole(places)):
        return delegate(context, operator.lshift, (one, places))
    return wide(one)(wide(one), types.int64), _shift_board("shl")


def _modulo_anything(function: Any, name: str) -> Any:
    typed = _typing(function, _modular(name), _modular(name))
    typed.__name__ = f"modular_{name}"
    return intrinsic(typed)


def _lowest_bits(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    return builder.and_(values[0], builder.sub(values[1], WORD(1)))


@intrinsic
def modular_mod(context: Any, one: Any, other: Any) -> Any:
    """The remainder by a power of two, of which the lowest 64 bits of the dividend are enough."""
    if is_whole(one) and is_whole(other):
        return types.int64(wide(one), types.int64), _lowest_bits
    return type_mod(context, one, other)


# The lowest 64 bits of a result, where those above are not looked at.
modular_add = _modulo_anything(operator.add, "add")
modular_sub = _modulo_anything(operator.sub, "sub")
modular_mul = _modulo_anything(operator.mul, "mul")
modular_lshift = intrinsic(_typed_modular)


def _near_shift(function: Any, whole: str, board: str) -> Any:
    """A shift by 0 to 63 places, as the caller knows; to the left, modulo 2**64."""

    def typed(context: Any, one: Any, places: Any) -> Any:
        if not (is_whole(one) and is_whole(places)):
            return delegate(context, function, (one, places))
        kind = wide(one)
        return kind(kind, types.int64), _modular(board if kind == types.uint64 else whole)

    typed.__name__ = f"near_{function.__name__}"
    return intrinsic(typed)


near_lshift = _near_shift(operator.lshift, "shl", "shl")
near_rshift = _near_shift(operator.rshift, "ashr", "lshr")


# Of one operand.


def _negative(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
    pair = types.int64(types.int64, types.int64)
    return _overflowing("sub")(context, builder, pair, [WORD(0), values[0]], loc)


def _absolute(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
    negative = _negative(context, builder, signature, values, loc)
    return builder.select(builder.icmp_signed("<", values[0], WORD(0)), negative, values[0])


def _unary(function: Any, whole: Build) -> Any:
    """An intrinsic for integers; boards, floats and others have the operator of Numba."""

    def typed(context: Any, one: Any) -> Any:
        if is_whole(one) and wide(one) == types.int64:
            return types.int64(types.int64), whole
        return delegate(context, function, (one,))

    typed.__name__ = f"checked_{function.__name__}"
    return intrinsic(typed)


checked_neg = _unary(operator.neg, _negative)
checked_abs = _unary(abs, _absolute)
