"""Comparison, as Python has it: by value, in any combination of types."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from adversario.native.compiler.plain.data.arithmetic import NUMBERS, Arithmetic
from adversario.native.compiler.plain.data.machine import I1, I64, TYPE
from adversario.native.compiler.plain.data.values import (
    Value,
    same_layout,
    shown,
    split,
)
from adversario.native.compiler.plain.kinds.equality import compares_fields
from adversario.native.compiler.plain.kinds.layout import is_flat, size_of
from adversario.native.compiler.plain.kinds.types import (
    BOOL,
    LEAST,
    AnyOf,
    Bool,
    DictOf,
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
    Sym,
    Tuple,
    kind_of,
)


class Comparison(Arithmetic):
    """Code that compares."""

    def equal(self, one: Value, other: Value) -> Any:
        """Whether two values are equal."""
        if one.is_known and other.is_known and not isinstance(one.const, Value):
            return I1(int(one.const == other.const))
        one, other = self.settle(one), self.settle(other)
        first, second, _b = one.type, other.type, self.b
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
        for mine, theirs in ((one, other), (other, one)):
            if isinstance(mine.type, Record):
                own = None
                if not compares_fields(mine.type.cls):
                    own = self.special(mine, "__eq__", theirs)
                if own is not None:
                    return self.truth_of(own)
                if not compares_fields(mine.type.cls):
                    raise Refusal("own_equality", name=mine.type.cls.__name__)
        if _is_row(first) and _is_row(second):
            return self._equal_rows(one, other)
        if isinstance(first, DictOf) and isinstance(second, DictOf):
            return self.equal_dicts(one, other)
        if isinstance(first, ListOf) and isinstance(second, ListOf):
            return self._equal_rows(self.list_view(one), self.list_view(other))
        if isinstance(first, (SetOf, Frozen)) and isinstance(second, (SetOf, Frozen)):
            return self.equal_sets(one, other)
        if isinstance(first, Range) and isinstance(second, Range):
            raise Refusal("range_equality")
        return I1(int(one.is_known and other.is_known and one.const is other.const))

    def equal_texts(self, one: Value, other: Value) -> Any:
        """Whether a text is the same as another."""
        return self.equal(one, other)

    def equal_dicts(self, one: Value, other: Value) -> Any:
        """Overridden by those who know dictionaries."""
        raise NotImplementedError

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
        values = list(dict((*mine.items(), *theirs.items())).items())
        first = {number: next(other for other, w in values if w == v) for number, v in values}
        pair = [self.look_up(each.parts[0], first, TYPE) for each in (one, other)]
        return self.b.icmp_signed("==", *pair)

    def _symbol_is_number(self, symbol: Value, number: Value) -> Any:
        kind = symbol.type
        assert isinstance(kind, Sym)
        members = {number: self.constants.value_of(number) for number in kind.ids}
        numbers = {
            number: int(value) for number, value in members.items() if isinstance(value, int)
        }
        if not numbers:
            return I1(0)
        own = self.look_up(symbol.parts[0], numbers, 0, LEAST)
        kind_int = Int(min(numbers.values()), max(numbers.values()))
        return self._compare_numbers("==", Value(kind_int, (own,)), number)

    def _equal_to_word(self, text: Value, word: Value) -> Any:
        assert isinstance(word.type, Sym)
        ids = frozenset(
            number for number in word.type.ids if type(self.constants.value_of(number)) is str
        )
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
        if isinstance(first, (SetOf, Frozen)) and isinstance(second, (SetOf, Frozen)):
            return self.b.and_(self.subset(one, other), self.b.not_(self.subset(other, one)))
        if isinstance(first, Record):
            own = self.special(one, "__lt__", other)
            if own is not None:
                return self.truth_of(own)
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
            if isinstance(op, ast.NotEq) and isinstance(one.type, Record):
                own = self.special(one, "__ne__", other)
                if own is not None:
                    return self.truth_of(own)
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


def _is_row(kind: Any) -> bool:
    return isinstance(kind, (Tuple, Record, Seq))


def _is_text(kind: Any) -> bool:
    return isinstance(kind, Seq) and kind.text
