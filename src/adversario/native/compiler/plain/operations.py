"""Arithmetic and comparison, as Python has them: exact, or an error."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import ir

from adversario.native.compiler.plain.layout import cap_of, is_flat, size_of
from adversario.native.compiler.plain.machine import F64, I1, I64, OVERFLOW, TYPE, VALUE, ZERO
from adversario.native.compiler.plain.types import (
    BOOL,
    FLOAT,
    LEAST,
    MOST,
    AnyOf,
    Bool,
    Float,
    Frozen,
    Int,
    ListOf,
    Never,
    Range,
    Record,
    Refusal,
    Seq,
    SetOf,
    Static,
    Sym,
    Tuple,
    kind_of,
)
from adversario.native.compiler.plain.values import (
    Value,
    Values,
    same_layout,
    shown,
    split,
    truth,
    whole,
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


class Operations(Values):
    """Code that computes and compares."""

    # Truth.

    def truth_of(self, value: Value) -> Any:  # noqa: PLR0911 (a case each)
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

    def _whole_arithmetic(  # noqa: PLR0911 (a case each)
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
            self.fail_if(b.icmp_signed(">", c, I64(63)), OVERFLOW)
            made = b.shl(a, c)
            self.fail_if(b.icmp_signed("!=", b.ashr(made, c), a), OVERFLOW)
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
            self.fail_if(b.and_(least, b.icmp_signed("==", c, I64(-1))), OVERFLOW)
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
        self.fail_if(self.b.icmp_signed("<", c, I64(0)), VALUE)
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

    # Equality.

    def equal(self, one: Value, other: Value) -> Any:  # noqa: PLR0911, PLR0912 (a case each)
        """Whether two values are equal."""
        if one.is_known and other.is_known and not isinstance(one.const, Value):
            return I1(int(one.const == other.const))
        one, other = self.settle(one), self.settle(other)
        first, second, b = one.type, other.type, self.b
        if isinstance(first, Never) or isinstance(second, Never):
            return I1(0)
        if isinstance(first, AnyOf):
            return self.each_option(one, lambda o: Value(BOOL, (self.equal(o, other),))).parts[0]
        if isinstance(second, AnyOf):
            return self.equal(other, one)
        if isinstance(first, NUMBERS) and isinstance(second, NUMBERS):
            return self._compare_numbers("==", one, other)
        if isinstance(first, Sym) and isinstance(second, Sym):
            return self._equal_symbols(one, other)
        if isinstance(first, Sym) and isinstance(second, NUMBERS):
            return self._symbol_is_number(one, other)
        if isinstance(second, Sym) and isinstance(first, NUMBERS):
            return self._symbol_is_number(other, one)
        if isinstance(first, Sym) and isinstance(second, Seq) and second.text:
            return self._equal_to_word(other, one)
        if isinstance(second, Sym) and isinstance(first, Seq) and first.text:
            return self._equal_to_word(one, other)
        if _is_row(first) and _is_row(second):
            return self._equal_rows(one, other)
        if isinstance(first, ListOf) and isinstance(second, ListOf):
            return self._equal_rows(self.list_view(one), self.list_view(other))
        if isinstance(first, (SetOf, Frozen)) and isinstance(second, (SetOf, Frozen)):
            return self.equal_sets(one, other)
        if isinstance(first, Range) and isinstance(second, Range):
            raise Refusal("range_equality")
        return I1(int(one.is_known and other.is_known and one.const is other.const))

    def equal_sets(self, one: Value, other: Value) -> Any:
        """Overridden by those who know sets."""
        raise NotImplementedError

    def _compare_numbers(self, sign: str, one: Value, other: Value) -> Any:
        if isinstance(one.type, Float) or isinstance(other.type, Float):
            compare = self.b.fcmp_unordered if sign == "!=" else self.b.fcmp_ordered
            return compare(sign, self.as_float(one), self.as_float(other))
        return self.b.icmp_signed(sign, self.as_int(one), self.as_int(other))

    def _equal_symbols(self, one: Value, other: Value) -> Any:
        assert isinstance(one.type, Sym)
        assert isinstance(other.type, Sym)
        constants = self.constants
        mine = {number: constants.value_of(number) for number in one.type.ids}
        theirs = {number: constants.value_of(number) for number in other.type.ids}
        special = [v for v in (*mine.values(), *theirs.values()) if isinstance(v, (int, str))]
        crossing = any(type(v) is not str for v in special) and any(
            a != b and mine[a] == theirs[b] for a in mine for b in theirs
        )
        if not crossing:
            if not mine.keys() & theirs.keys():
                return I1(0)
            return self.b.icmp_signed("==", one.parts[0], other.parts[0])
        values = list({number: v for number, v in (*mine.items(), *theirs.items())}.items())
        first = {number: next(other for other, w in values if w == v) for number, v in values}
        pair = [self.look_up(each.parts[0], first, TYPE) for each in (one, other)]
        return self.b.icmp_signed("==", *pair)

    def _symbol_is_number(self, symbol: Value, number: Value) -> Any:
        kind = symbol.type
        assert isinstance(kind, Sym)
        members = {number: self.constants.value_of(number) for number in kind.ids}
        numbers = {number: int(value) for number, value in members.items() if isinstance(value, int)}
        if not numbers:
            return I1(0)
        own = self.look_up(symbol.parts[0], numbers, 0, LEAST)
        kind_int = Int(min(numbers.values()), max(numbers.values()))
        return self._compare_numbers("==", Value(kind_int, (own,)), number)

    def _equal_to_word(self, text: Value, word: Value) -> Any:
        assert isinstance(word.type, Sym)
        ids = frozenset(number for number in word.type.ids if type(self.constants.value_of(number)) is str)
        if not ids:
            return I1(0)
        if ids == word.type.ids:
            return self._equal_rows(text, self.as_text(word))
        is_word = {number: int(number in ids) for number in word.type.ids}
        found = self.b.trunc(self.look_up(word.parts[0], is_word, 0), I1)
        return self.choose(
            found,
            lambda: self._equal_rows(text, self.as_text(Value(Sym(ids), word.parts))),
            lambda: I1(0),
        )

    def _equal_rows(self, one: Value, other: Value) -> Any:
        first, second = one.type, other.type
        if _is_text(first) != _is_text(second):
            return I1(0)
        if isinstance(first, Record) and isinstance(second, Record) and first.cls is not second.cls:
            if not (issubclass(first.cls, tuple) and issubclass(second.cls, tuple)):
                return I1(0)
        for a, c in ((first, second), (second, first)):
            if isinstance(a, Record) and not issubclass(a.cls, tuple) and not isinstance(c, Record):
                return I1(0)
        if isinstance(first, (Tuple, Record)) and isinstance(second, (Tuple, Record)):
            if len(first.items) != len(second.items):
                return I1(0)
            return self._all_equal(split(first.items, one.parts), split(second.items, other.parts))
        if isinstance(first, Seq) and isinstance(second, Seq):
            return self._equal_sequences(one, other)
        if isinstance(first, Seq):
            one, other, first, second = other, one, second, first
        assert isinstance(first, (Tuple, Record))
        assert isinstance(second, Seq)
        count = len(first.items)
        same = self.b.icmp_signed("==", other.parts[1], I64(count))
        step = size_of(second.item)

        def compare() -> Any:
            items = [
                self.read(self.at(other.parts[0], step * i), second.item) for i in range(count)
            ]
            return self._all_equal(split(first.items, one.parts), items)

        return self.choose(same, compare, lambda: I1(0))

    def _all_equal(self, ones: Sequence[Value], others: Sequence[Value]) -> Any:
        found: Any = I1(1)
        for pair in zip(ones, others, strict=True):
            found = self.b.and_(found, self.equal(*pair))
        return found

    def _equal_sequences(self, one: Value, other: Value) -> Any:
        first, second, b = one.type, other.type, self.b
        assert isinstance(first, Seq)
        assert isinstance(second, Seq)
        same = b.icmp_signed("==", one.parts[1], other.parts[1])
        if isinstance(first.item, Never) or isinstance(second.item, Never):
            return same
        if same_layout(first.item, second.item) and is_flat(first.item):
            size = b.mul(one.parts[1], I64(size_of(first.item)))
            return self.choose(
                same, lambda: self.same_bytes(one.parts[0], other.parts[0], size), lambda: I1(0)
            )
        found = self.slot(I1)
        b.store(same, found)
        sizes = size_of(first.item), size_of(second.item)

        def body(index: Any) -> None:
            pair = [
                self.read(self.at(each.parts[0], self.b.mul(index, I64(size))), item)
                for each, size, item in zip(
                    (one, other), sizes, (first.item, second.item), strict=True
                )
            ]
            with self.if_(self.b.not_(self.equal(*pair))):
                self.b.store(I1(0), found)

        with self.if_(same):
            self.count_up(I64(0), one.parts[1], body)
        return self.b.load(found)

    # Order.

    def less(self, one: Value, other: Value) -> Any:
        """Whether a value comes before another."""
        one, other = self.settle(one), self.settle(other)
        first, second = one.type, other.type
        if isinstance(first, Never) or isinstance(second, Never):
            return I1(0)
        if isinstance(first, AnyOf):
            return self.each_option(one, lambda o: Value(BOOL, (self.less(o, other),))).parts[0]
        if isinstance(second, AnyOf):
            return self.each_option(other, lambda o: Value(BOOL, (self.less(one, o),))).parts[0]
        if isinstance(first, Sym) and isinstance(second, Sym):
            return self._less_symbols(one, other)
        if isinstance(first, (*NUMBERS, Sym)) and isinstance(second, (*NUMBERS, Sym)):
            return self._compare_numbers("<", self.as_number(one), self.as_number(other))
        if isinstance(first, (SetOf, Frozen)):
            raise Refusal("set_order")
        if isinstance(first, Record) and not issubclass(first.cls, tuple):
            if not first.cls.__dataclass_params__.order:
                raise Refusal("order", given=shown(first))
        return self._less_rows(one, other)

    def _less_symbols(self, one: Value, other: Value) -> Any:
        assert isinstance(one.type, Sym)
        assert isinstance(other.type, Sym)
        ids = one.type.ids | other.type.ids
        try:
            values = {number: self.constants.value_of(number) for number in ids}
            order = sorted(set(values.values()))
        except TypeError:
            return self._compare_numbers("<", self.as_number(one), self.as_number(other))
        ranks = {number: order.index(value) for number, value in values.items()}
        pair = [self.look_up(each.parts[0], ranks, TYPE) for each in (one, other)]
        return self.b.icmp_signed("<", *pair)

    def _less_rows(self, one: Value, other: Value) -> Any:
        first, second, b = one.type, other.type, self.b
        both = isinstance(first, (Tuple, Record)) and isinstance(second, (Tuple, Record))
        if both and isinstance(first, (Tuple, Record)) and isinstance(second, (Tuple, Record)):
            found: Any = I1(int(len(first.items) < len(second.items)))
            pairs = list(
                zip(split(first.items, one.parts), split(second.items, other.parts), strict=False)
            )
            for a, c in reversed(pairs):
                found = b.select(self.equal(a, c), found, self.less(a, c))
            return found
        one, other = self.view(one), self.view(other)
        first, second = one.type, other.type
        assert isinstance(first, Seq)
        assert isinstance(second, Seq)
        result, index = self.slot(I1), self.slot(I64)
        b.store(b.icmp_signed("<", one.parts[1], other.parts[1]), result)
        b.store(I64(0), index)
        shorter = b.select(
            b.icmp_signed("<", one.parts[1], other.parts[1]), one.parts[1], other.parts[1]
        )
        after = self.block("ordered")

        def body(at: Any) -> None:
            pair = [
                self.read(
                    self.at(each.parts[0], self.b.mul(at, I64(size_of(kind.item)))), kind.item
                )
                for each, kind in ((one, first), (other, second))
            ]
            with self.if_(self.b.not_(self.equal(*pair))):
                self.b.store(self.less(*pair), result)
                self.goto(after)

        self.count_up(I64(0), shorter, body)
        self.goto(after)
        self.enter(after)
        return self.b.load(result)

    def view(self, value: Value) -> Value:
        """A tuple, list or word as a sequence in memory; the list must not change meanwhile."""
        value = self.settle(value)
        kind = value.type
        if isinstance(kind, Seq):
            return value
        if isinstance(kind, ListOf):
            return self.list_view(value)
        if isinstance(kind, Sym):
            return self.as_text(value)
        if isinstance(kind, Record) and issubclass(kind.cls, tuple):
            kind = Tuple(kind.items)
            value = Value(kind, value.parts)
        if isinstance(kind, Tuple):
            return self.convert(value, self.joiner.as_seq(kind))
        raise Refusal("sequence", given=shown(kind, self.constants))

    def compare(self, op: ast.cmpop, one: Value, other: Value) -> Any:
        """A comparison of two values, other than `in`."""
        b = self.b
        if isinstance(op, (ast.Eq, ast.NotEq)):
            found = self.equal(one, other)
            return found if isinstance(op, ast.Eq) else b.not_(found)
        if isinstance(op, (ast.Is, ast.IsNot)):
            found = self.identical(one, other)
            return found if isinstance(op, ast.Is) else b.not_(found)
        if isinstance(op, ast.Lt):
            return self.less(one, other)
        if isinstance(op, ast.Gt):
            return self.less(other, one)
        first, second = (one, other) if isinstance(op, ast.LtE) else (other, one)
        if isinstance(self.settle(one).type, (SetOf, Frozen)):
            return self.subset(first, second)
        # Not `other < one`: floats may be in no order.
        return b.or_(self.less(first, second), self.equal(first, second))

    def subset(self, one: Value, other: Value) -> Any:
        """Overridden by those who know sets."""
        raise NotImplementedError

    def identical(self, one: Value, other: Value) -> Any:
        """Whether two values are the same object: for None, Booleans and members of enums."""
        kinds = {kind_of(one.type), kind_of(other.type)}
        if isinstance(one.type, AnyOf) or isinstance(other.type, AnyOf):
            return self.equal(one, other)
        if "1sym" in kinds and len(kinds) == 2:
            return I1(0)
        if isinstance(one.type, Sym) and isinstance(other.type, Sym):
            return self.b.icmp_signed("==", one.parts[0], other.parts[0])
        if isinstance(one.type, Bool) and isinstance(other.type, Bool):
            return self.equal(one, other)
        if one.is_known and other.is_known:
            return I1(int(one.const is other.const))
        if isinstance(one.type, ListOf) and isinstance(other.type, ListOf):
            pair = [self.b.ptrtoint(each.parts[0], I64) for each in (one, other)]
            return self.b.icmp_signed("==", *pair)
        if isinstance(one.type, Never) or isinstance(other.type, Never):
            return I1(0)
        raise Refusal("identity")


def _bounds(value: Value) -> Int:
    kind = value.type
    return kind if isinstance(kind, Int) else Int(0, 1)


def _is_row(kind: Any) -> bool:
    return isinstance(kind, (Tuple, Record, Seq))


def _is_text(kind: Any) -> bool:
    return isinstance(kind, Seq) and kind.text


_ = (Static, ir, cap_of, truth)
