"""Arithmetic, as Python has it: exact, or an error."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

from adversario.native.compiler.plain.data.machine import F64, I1, I64, UNSUPPORTED, VALUE, ZERO
from adversario.native.compiler.plain.data.membership import Membership
from adversario.native.compiler.plain.data.values import (
    Value,
    shown,
    whole,
)
from adversario.native.compiler.plain.kinds.types import (
    BOOL,
    FLOAT,
    LEAST,
    MOST,
    AnyOf,
    Bool,
    Float,
    Int,
    Never,
    Record,
    Refusal,
    Sym,
    Tuple,
)

BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
}

NUMBERS = (Int, Float, Bool)


def bounded(*numbers: int) -> Int:
    """The type of numbers between the least and the greatest of some, within 64 bits."""
    return Int(max(LEAST, min(numbers)), min(MOST, max(numbers)))


def fits(*numbers: int) -> bool:
    """Whether numbers have 64 bits."""
    return all(LEAST <= number <= MOST for number in numbers)


class Arithmetic(Membership):
    """Code that computes."""

    # Truth.

    def truth_of(self, value: Value) -> Any:
        """Whether a value counts as true."""
        kind, b = value.type, self.b
        if value.is_known and not isinstance(value.const, Value):
            return I1(int(bool(value.const)))
        if isinstance(kind, Bool):
            return value.parts[0]
        if isinstance(kind, Int):
            return b.icmp_signed("!=", value.parts[0], I64(0))
        if isinstance(kind, Float):
            return b.fcmp_unordered("!=", value.parts[0], F64(0.0))
        if isinstance(kind, Sym):
            known = {number: int(bool(self.constants.value_of(number))) for number in kind.ids}
            if len(set(known.values())) == 1:
                return I1(next(iter(known.values())))
            return b.trunc(self.look_up(value.parts[0], known, 0), I1)
        if isinstance(kind, AnyOf):
            return self.each_option(value, lambda o: Value(BOOL, (self.truth_of(o),))).parts[0]
        if isinstance(kind, Tuple):
            return I1(int(bool(kind.items)))
        if isinstance(kind, Record):
            for name in ("__bool__", "__len__"):
                own = self.special(value, name)
                if own is not None:
                    return self.truth_of(own)
            return I1(int(not issubclass(kind.cls, tuple) or bool(kind.items)))
        if isinstance(kind, Never):
            return I1(0)
        return b.icmp_signed("!=", self.length_of(value).parts[0], I64(0))

    def length_of(self, value: Value) -> Value:
        """How many items there are; for more kinds of values in `Containers`."""
        raise NotImplementedError

    # Arithmetic.

    def arithmetic(self, op: ast.operator, one: Value, other: Value) -> Value:
        """The result of an operator on two numbers."""
        one, other = self.as_number(one), self.as_number(other)
        if isinstance(one.type, Never) or isinstance(other.type, Never):
            return Value(Never())
        if isinstance(op, ast.Div):
            return self._divide(one, other)
        if isinstance(one.type, Float) or isinstance(other.type, Float):
            return self._float_arithmetic(op, self.as_float(one), self.as_float(other))
        logic = isinstance(op, (ast.BitAnd, ast.BitOr, ast.BitXor))
        if isinstance(one.type, Bool) and isinstance(other.type, Bool) and logic:
            made = {ast.BitAnd: self.b.and_, ast.BitOr: self.b.or_, ast.BitXor: self.b.xor}[
                type(op)
            ]
            return Value(BOOL, (made(one.parts[0], other.parts[0]),))
        left, right = self.as_int(one), self.as_int(other)
        return self._whole_arithmetic(op, (left, _bounds(one)), (right, _bounds(other)))

    def as_number(self, value: Value) -> Value:
        """A member of an enum of numbers as its number; others as they are."""
        if isinstance(value.type, Sym):
            return self.number_of(value)
        if isinstance(value.type, AnyOf):
            return self.each_option(value, self.as_number)
        if not isinstance(value.type, (*NUMBERS, Never)):
            raise Refusal("not_number", given=shown(value.type, self.constants))
        return value

    def _divide(self, one: Value, other: Value) -> Value:
        divisor = self.as_float(other)
        if not (isinstance(other.type, Int) and (other.type.lo > 0 or other.type.hi < 0)):
            self.fail_if(self.b.fcmp_ordered("==", divisor, F64(0.0)), ZERO)
        return Value(FLOAT, (self.b.fdiv(self.as_float(one), divisor),))

    def _float_arithmetic(self, op: ast.operator, one: Any, other: Any) -> Value:
        b = self.b
        simple = {ast.Add: b.fadd, ast.Sub: b.fsub, ast.Mult: b.fmul}
        if type(op) in simple:
            return Value(FLOAT, (simple[type(op)](one, other),))
        if isinstance(op, ast.Pow):
            function = self.module.declare_intrinsic("llvm.pow", [F64])
            return Value(FLOAT, (b.call(function, [one, other]),))
        raise Refusal("operator", name=type(op).__name__)

    def _whole_arithmetic(
        self, op: ast.operator, one: tuple[Any, Int], other: tuple[Any, Int]
    ) -> Value:
        (a, x), (c, y) = one, other
        b = self.b
        if isinstance(op, (ast.Add, ast.Sub, ast.Mult)):
            lows, highs = (x.lo, x.hi), (y.lo, y.hi)
            apply = BINARY[type(op)]
            ends = [apply(p, q) for p in lows for q in highs]
            names = {ast.Add: ("add", "sadd"), ast.Sub: ("sub", "ssub"), ast.Mult: ("mul", "smul")}
            plain, checked = names[type(op)]
            if fits(*ends):
                return Value(bounded(*ends), (getattr(b, plain)(a, c),))
            return Value(bounded(*ends), (self.checked(checked, a, c),))
        if isinstance(op, (ast.FloorDiv, ast.Mod)):
            return self._floor(op, a, x, c, y)
        if isinstance(op, ast.BitAnd):
            high = min(bound for bound in (x.hi, y.hi)) if min(x.lo, y.lo) >= 0 else MOST
            if x.lo >= 0 > y.lo:
                high = x.hi
            elif y.lo >= 0 > x.lo:
                high = y.hi
            low = 0 if max(x.lo, y.lo) >= 0 else LEAST
            return Value(Int(low, high), (b.and_(a, c),))
        if isinstance(op, (ast.BitOr, ast.BitXor)):
            made = b.or_(a, c) if isinstance(op, ast.BitOr) else b.xor(a, c)
            if min(x.lo, y.lo) >= 0:
                return Value(Int(0, (1 << max(x.hi, y.hi).bit_length()) - 1), (made,))
            return Value(Int(), (made,))
        if isinstance(op, ast.RShift):
            self.fail_if(b.icmp_signed("<", c, I64(0)), VALUE)
            count = b.select(b.icmp_signed(">", c, I64(63)), I64(63), c)
            return Value(Int(min(x.lo, 0), max(x.hi, 0)), (b.ashr(a, count),))
        if isinstance(op, ast.LShift):
            self.fail_if(b.icmp_signed("<", c, I64(0)), VALUE)
            self.fail_if(b.icmp_signed(">", c, I64(63)), UNSUPPORTED)
            made = b.shl(a, c)
            self.fail_if(b.icmp_signed("!=", b.ashr(made, c), a), UNSUPPORTED)
            high = x.hi << y.hi if x.lo >= 0 and y.hi < 63 and fits(x.hi << y.hi) else MOST
            return Value(Int(0 if x.lo >= 0 else LEAST, high), (made,))
        if isinstance(op, ast.Pow):
            return self._power(a, x, c, y)
        raise Refusal("operator", name=type(op).__name__)

    def _floor(self, op: ast.operator, a: Any, x: Int, c: Any, y: Int) -> Value:
        b = self.b
        if y.lo <= 0 <= y.hi:
            self.fail_if(b.icmp_signed("==", c, I64(0)), ZERO)
        if x.lo == LEAST and y.lo <= -1 <= y.hi:
            least = b.icmp_signed("==", a, I64(LEAST))
            self.fail_if(b.and_(least, b.icmp_signed("==", c, I64(-1))), UNSUPPORTED)
        if x.lo >= 0 and y.lo > 0:
            if isinstance(op, ast.FloorDiv):
                return Value(Int(x.lo // y.hi, x.hi // y.lo), (b.udiv(a, c),))
            return Value(Int(0, min(x.hi, y.hi - 1)), (b.urem(a, c),))
        quotient, rest = b.sdiv(a, c), b.srem(a, c)
        other_sign = b.icmp_signed("<", b.xor(rest, c), I64(0))
        wrong = b.and_(b.icmp_signed("!=", rest, I64(0)), other_sign)
        if isinstance(op, ast.Mod):
            kind = Int(min(0, y.lo + 1), max(0, y.hi - 1))
            return Value(kind, (b.select(wrong, b.add(rest, c), rest),))
        if y.lo > 0:
            kind = bounded(x.lo // y.lo, x.lo // y.hi, x.hi // y.lo, x.hi // y.hi)
        else:
            kind = bounded(x.lo, -x.lo, x.hi, -x.hi)
        return Value(kind, (b.select(wrong, b.sub(quotient, I64(1)), quotient),))

    def _power(self, a: Any, x: Int, c: Any, y: Int) -> Value:
        """By repeated multiplication: exponents are small."""
        self.fail_if(self.b.icmp_signed("<", c, I64(0)), UNSUPPORTED)
        made = self.slot(I64)
        self.b.store(I64(1), made)

        def body(_: Any) -> None:
            self.b.store(self.checked("smul", self.b.load(made), a), made)

        self.count_up(I64(0), c, body)
        top = x.hi**y.hi if x.lo >= 0 and 0 <= y.hi < 64 else MOST
        return Value(Int(0 if x.lo >= 0 else LEAST, min(top, MOST)), (self.b.load(made),))

    def negative(self, value: Value) -> Value:
        """The number with the other sign."""
        value = self.as_number(value)
        if isinstance(value.type, Float):
            return Value(FLOAT, (self.b.fneg(value.parts[0]),))
        return self.arithmetic(ast.Sub(), whole(0), value)


def _bounds(value: Value) -> Int:
    kind = value.type
    return kind if isinstance(kind, Int) else Int(0, 1)
