"""The place of a value among all values of a type, for sets that are bits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adversario.native.compiler.plain.data.conversion import Conversion
from adversario.native.compiler.plain.data.machine import F64, I1, I64
from adversario.native.compiler.plain.data.values import Value, split
from adversario.native.compiler.plain.kinds.layout import cap_of, size_of
from adversario.native.compiler.plain.kinds.types import (
    BOOL,
    INT,
    AnyOf,
    Bool,
    Float,
    Frozen,
    Int,
    Record,
    Seq,
    SetOf,
    Static,
    Sym,
    Tuple,
    Type,
    domain_size,
    kind_of,
)


class Membership(Conversion):
    """Code that numbers values."""

    def place_in(self, value: Value, kind: Type) -> tuple[Any, Any]:
        """The number of a value among all of a type, and whether it has one."""
        b, own = self.b, value.type
        if isinstance(own, Static):
            value = self.settle(value)
            own = value.type
        if isinstance(own, AnyOf):
            pair = Tuple((INT, BOOL))
            made = self.each_option(value, lambda o: Value(pair, self.place_in(o, kind)))
            return made.parts[0], made.parts[1]
        if isinstance(kind, AnyOf):
            return self._place_among_options(value, kind)
        if isinstance(own, Sym) and isinstance(kind, (Int, Bool)):
            return self._place_of_member(value, kind)
        if isinstance(own, Float) and isinstance(kind, (Int, Bool, Sym)):
            return self._place_of_float(value, kind)
        if isinstance(kind, Int) and isinstance(own, (Int, Bool)):
            number = self.as_int(value)
            place = b.sub(number, I64(kind.lo))
            if isinstance(own, Int) and kind.lo <= own.lo and own.hi <= kind.hi:
                return place, I1(1)
            return place, b.icmp_unsigned("<=", place, I64(kind.hi - kind.lo))
        if isinstance(kind, Bool) and isinstance(own, (Bool, Int)):
            number = self.as_int(value)
            return number, b.icmp_unsigned("<=", number, I64(1))
        if isinstance(kind, Sym) and isinstance(own, Sym):
            low, high = min(kind.ids), max(kind.ids)
            place = b.sub(value.parts[0], I64(low))
            if own.ids <= kind.ids:
                return place, I1(1)
            return place, b.icmp_unsigned("<=", place, I64(high - low))
        if isinstance(kind, Sym) and isinstance(own, (Int, Bool)):
            return self._place_of_number(value, kind)
        if isinstance(kind, Sym) and isinstance(own, Seq) and own.text:
            return self._place_of_text(value, kind)
        if isinstance(kind, (Tuple, Record, Seq)):
            return self._place_of_items(value, kind)
        if isinstance(kind, Frozen) and isinstance(own, (Frozen, SetOf)):
            return self._place_of_set(value, kind)
        return I64(0), I1(0)

    def _place_of_member(self, value: Value, kind: Int | Bool) -> tuple[Any, Any]:
        """The place of a member of an enum of numbers among numbers."""
        assert isinstance(value.type, Sym)
        members = {number: self.constants.value_of(number) for number in value.type.ids}
        low, high = (kind.lo, kind.hi) if isinstance(kind, Int) else (0, 1)
        places = {
            number: int(member) - low
            for number, member in members.items()
            if isinstance(member, int) and low <= member <= high
        }
        return self._found(value.parts[0], places)

    def _place_of_float(self, value: Value, kind: Int | Bool | Sym) -> tuple[Any, Any]:
        """The place of a float among whole numbers: a float can be equal to one."""
        b, number = self.b, value.parts[0]
        small = b.fcmp_ordered("<", number, F64(2.0**52))
        small = b.and_(small, b.fcmp_ordered(">", number, F64(-(2.0**52))))
        rounded = b.fptosi(b.select(small, number, F64(0.5)), I64)
        same = b.and_(small, b.fcmp_ordered("==", b.sitofp(rounded, F64), number))
        place, inside = self.place_in(Value(INT, (rounded,)), kind)
        return place, b.and_(same, inside)

    def _place_of_number(self, value: Value, kind: Sym) -> tuple[Any, Any]:
        """The place of a number among members of enums of numbers."""
        members = {number: self.constants.value_of(number) for number in kind.ids}
        places = {
            int(member): number - min(kind.ids)
            for number, member in members.items()
            if isinstance(member, int)
        }
        return self._found(self.as_int(value), places)

    def _found(self, key: Any, places: dict[int, int]) -> tuple[Any, Any]:
        if not places:
            return I64(0), I1(0)
        place = self.look_up(key, places, 0, -1)
        return place, self.b.icmp_signed(">=", place, I64(0))

    def _place_of_text(self, value: Value, kind: Sym) -> tuple[Any, Any]:
        """The place of a text among words."""
        words = {number: self.constants.value_of(number) for number in sorted(kind.ids)}
        words = {number: word for number, word in words.items() if type(word) is str}
        found = self.word_number(value, words)
        return self.b.sub(found, I64(min(kind.ids))), self.b.icmp_signed(">=", found, I64(0))

    def word_number(self, text: Value, words: dict[int, str]) -> Any:
        """The number of a text that is one of some words; -1 if it is none of them.

        The words are distinguished by a hash of their characters, which is another for each; the
        one that is left is then compared with the text.
        """
        assert isinstance(text.type, Seq)
        if not words:
            return I64(-1)
        codes = {n: [self.constants.id_of(c) for c in word] for n, word in words.items()}
        factor = next(
            factor
            for factor in range(31, 100_000, 2)
            if len({hash_of(row, factor) for row in codes.values()}) == len(codes)
        )
        total, step = self.slot(I64), I64(size_of(text.type.item))
        self.b.store(text.parts[1], total)
        item = text.type.item

        def mix(index: Any) -> None:
            place = self.at(text.parts[0], self.b.mul(index, step))
            char = self.read(place, item).parts[0]
            self.b.store(self.b.add(self.b.mul(self.b.load(total), I64(factor)), char), total)

        if isinstance(item, Sym):
            self.count_up(I64(0), text.parts[1], mix)
        found, after = self.slot(I64), self.block("word")
        self.b.store(I64(-1), found)
        here, none = self.b.block, self.block("noword")
        switch = self.b.switch(self.b.load(total), none)
        assert here is not None
        for number, row in codes.items():
            block = self.block("known")
            switch.add_case(I64(hash_of(row, factor)), block)
            self.enter(block)
            word = self.lift(words[number])
            same = self.equal_texts(text, word)
            self.b.store(self.b.select(same, I64(number), I64(-1)), found)
            self.goto(after)
        self.enter(none)
        self.goto(after)
        self.enter(after)
        return self.b.load(found)

    def equal_texts(self, one: Value, other: Value) -> Any:
        """Overridden by those who compare."""
        raise NotImplementedError

    def _place_among_options(self, value: Value, kind: AnyOf) -> tuple[Any, Any]:
        start = 0
        for option in kind.options:
            if kind_of(option) == kind_of(value.type):
                place, inside = self.place_in(value, option)
                return self.b.add(place, I64(start)), inside
            start += domain_size(option)
        return I64(0), I1(0)

    def _place_of_set(self, value: Value, kind: Frozen) -> tuple[Any, Any]:
        """A small set as the number that its bits are."""
        bits, inside = self.slot(I64), self.slot(I1)
        self.b.store(I64(0), bits)
        self.b.store(I1(1), inside)

        def body(item: Value) -> None:
            place, fits = self.place_in(item, kind.item)
            self.b.store(self.b.and_(self.b.load(inside), fits), inside)
            bit = self.b.shl(I64(1), self.b.and_(place, I64(63)))
            self.b.store(self.b.or_(self.b.load(bits), bit), bits)

        self.each_in_set(value, body)
        return self.b.load(bits), self.b.load(inside)

    def each_in_set(self, value: Value, body: Callable[[Value], None]) -> None:
        """Overridden by those who know sets."""
        raise NotImplementedError

    def _place_of_items(self, value: Value, kind: Tuple | Record | Seq) -> tuple[Any, Any]:
        from adversario.native.compiler.plain.kinds.layout import item_types

        kinds = item_types(kind)
        own = value.type
        if isinstance(own, Record) and isinstance(kind, Record) and own.cls is not kind.cls:
            if not (issubclass(own.cls, tuple) and issubclass(kind.cls, tuple)):
                return I64(0), I1(0)
        ok: Any = I1(1)
        if isinstance(own, (Tuple, Record)):
            if len(own.items) != len(kinds):
                return I64(0), I1(0)
            items = split(own.items, value.parts)
        elif isinstance(own, Seq) and own.fixed and cap_of(own) == len(kinds):
            items = self.items_of(value)
        elif isinstance(own, Seq) and not own.text:
            return self._place_if_long_enough(value, kind, len(kinds))
        else:
            return I64(0), I1(0)
        total: Any = I64(0)
        for item, each in zip(items, kinds, strict=True):
            place, inside = self.place_in(item, each)
            total = self.b.add(self.b.mul(total, I64(domain_size(each))), place)
            ok = self.b.and_(ok, inside)
        return total, ok

    def _place_if_long_enough(
        self, value: Value, kind: Tuple | Record | Seq, count: int
    ) -> tuple[Any, Any]:
        assert isinstance(value.type, Seq)
        place, inside = self.slot(I64), self.slot(I1)
        self.b.store(I1(0), inside)
        with self.if_(self.b.icmp_signed("==", value.parts[1], I64(count))):
            exact = Value(Seq(value.type.item, count, True), value.parts)
            for found, target in zip(
                self._place_of_items(exact, kind), (place, inside), strict=True
            ):
                self.b.store(found, target)
        return self.b.load(place), self.b.load(inside)

    def value_at(self, place: Any, kind: Type) -> Value:
        """The value of a type that has a number."""
        b = self.b
        if isinstance(kind, Int):
            return Value(kind, (b.add(place, I64(kind.lo)),))
        if isinstance(kind, Bool):
            return Value(kind, (b.trunc(place, I1),))
        if isinstance(kind, Sym):
            return Value(kind, (b.add(place, I64(min(kind.ids))),))
        if isinstance(kind, Seq):
            inner = self.value_at(place, Tuple((kind.item,) * cap_of(kind)))
            return self.convert(inner, kind)
        if isinstance(kind, Frozen):
            data = self.alloc(I64(8))
            self.store(data, place)
            return Value(kind, (data,))
        if isinstance(kind, AnyOf):
            return self._option_at(place, kind)
        assert isinstance(kind, (Tuple, Record)), kind
        parts: tuple[Any, ...] = ()
        for each in reversed(kind.items):
            size = I64(domain_size(each))
            parts = (*self.value_at(b.urem(place, size), each).parts, *parts)
            place = b.udiv(place, size)
        return Value(kind, parts)

    def _option_at(self, place: Any, kind: AnyOf) -> Value:
        b, tag, start = self.b, I64(0), 0
        parts: list[Any] = []
        for at, option in enumerate(kind.options):
            within = b.icmp_signed(">=", place, I64(start))
            tag = b.select(within, I64(at), tag)
            own = b.select(within, b.sub(place, I64(start)), I64(0))
            parts += self.value_at(own, option).parts
            start += domain_size(option)
        return Value(kind, (tag, *parts))


def hash_of(codes: list[int], factor: int) -> int:
    """A number of 64 bits made of those of characters, as compiled code makes it."""
    total = len(codes)
    for each in codes:
        total = (total * factor + each) % 2**64
    return total - 2**64 if total >= 2**63 else total
