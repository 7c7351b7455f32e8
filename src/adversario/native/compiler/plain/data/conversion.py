"""Values of one type as values of another: checked where the other has less room."""

from __future__ import annotations

from typing import Any

from adversario.native.compiler.plain.data.machine import (
    CAPACITY,
    F64,
    I1,
    I64,
    POINTER,
    RANGE,
    TYPE,
    UNSUPPORTED,
    VALUE,
)
from adversario.native.compiler.plain.data.values import Value, Values, same_layout, shown, split
from adversario.native.compiler.plain.kinds.layout import (
    cap_of,
    size_of,
)
from adversario.native.compiler.plain.kinds.types import (
    BOOL,
    FLOAT,
    LEAST,
    AnyOf,
    Bool,
    Float,
    Int,
    ListOf,
    Never,
    Range,
    Record,
    Refusal,
    Seq,
    Static,
    Sym,
    Tuple,
    Type,
    kind_of,
)

EXACT = 2**53
"""Floats have all whole numbers up to this one; Python compares and divides larger ones exactly."""


class Conversion(Values):
    """Code that converts values."""

    def convert(self, value: Value, kind: Type) -> Value:
        """The value as one of another type; an error when the program runs if it has none there."""
        own, b = value.type, self.b
        if own == kind or self.ended:
            return value if own == kind else self.zero(kind)
        if isinstance(own, Never) or isinstance(kind, Never):
            return self.zero(kind)
        if isinstance(own, Static):
            settled = self.settle(value)
            if isinstance(kind, AnyOf) and own in kind.options:
                return self._convert_to_options(value, kind)
            if settled.type != own:
                return self.convert(settled, kind)
            raise Refusal("static_value", name=shown(own))
        if isinstance(kind, AnyOf):
            return self._convert_to_options(value, kind)
        if isinstance(own, AnyOf):
            return self.each_option(value, lambda o: self.convert_same(o, kind), CAPACITY)
        if isinstance(kind, Int):
            return self._convert_to_int(value, kind)
        if isinstance(kind, Float):
            return Value(FLOAT, (self.as_float(value),))
        if isinstance(kind, Bool) and isinstance(own, Int):
            return Value(BOOL, (b.icmp_signed("!=", value.parts[0], I64(0)),))
        if isinstance(kind, Sym) and isinstance(own, Sym):
            return Value(kind, value.parts)
        if isinstance(kind, (Tuple, Record)):
            items = self.items_of(value, len(kind.items))
            if isinstance(kind, Record) and not (isinstance(own, Record) and own.cls is kind.cls):
                raise Refusal("convert", given=shown(own), wanted=shown(kind))
            made = [self.convert(*pair) for pair in zip(items, kind.items, strict=True)]
            return Value(kind, tuple(part for item in made for part in item.parts))
        if isinstance(kind, Seq):
            return self._convert_to_seq(value, kind)
        if isinstance(kind, Range) and isinstance(own, Range):
            return Value(kind, value.parts)
        return self.convert_container(value, kind)

    def convert_same(self, value: Value, kind: Type) -> Value:
        """The conversion of a value, refused if its type is of another kind."""
        words = isinstance(value.type, Sym) and isinstance(kind, Seq) and kind.text
        lists = isinstance(kind, ListOf) and isinstance(value.type, (Tuple, Seq))
        if kind_of(value.type) != kind_of(kind) and not words and not lists:
            raise Refusal("convert", given=shown(value.type), wanted=shown(kind))
        return self.convert(value, kind)

    def convert_container(self, value: Value, kind: Type) -> Value:
        """Overridden by those who know lists and sets."""
        raise Refusal("convert", given=shown(value.type), wanted=shown(kind))

    def _convert_to_options(self, value: Value, kind: AnyOf) -> Value:
        if isinstance(value.type, AnyOf):
            return self.each_option(
                value, lambda option: self._convert_to_options(option, kind), CAPACITY
            )
        index = self._option_for(value, kind)
        parts: list[Any] = [I64(index)]
        for at, option in enumerate(kind.options):
            made = self.convert(value, option) if at == index else self.zero(option)
            parts += made.parts
        return Value(kind, tuple(parts))

    def _option_for(self, value: Value, kind: AnyOf) -> int:
        own = kind_of(value.type)
        for at, option in enumerate(kind.options):
            if kind_of(option) == own:
                return at
        for at, option in enumerate(kind.options):
            if isinstance(value.type, Sym) and isinstance(option, Seq) and option.text:
                return at
            if isinstance(option, ListOf) and isinstance(value.type, (Tuple, Seq)):
                return at
        raise Refusal("convert", given=shown(value.type), wanted=shown(kind))

    def _convert_to_int(self, value: Value, kind: Int) -> Value:
        own = value.type
        number = self.as_int(value)
        if isinstance(own, Int) and not (kind.lo <= own.lo and own.hi <= kind.hi):
            b = self.b
            low = b.icmp_signed("<", number, I64(kind.lo))
            self.fail_if(b.or_(low, b.icmp_signed(">", number, I64(kind.hi))), RANGE)
        return Value(kind, (number,))

    def as_int(self, value: Value) -> Any:
        """A number as a whole one; a member of an enum of numbers is one too."""
        kind = value.type
        if isinstance(kind, Bool):
            return self.b.zext(value.parts[0], I64)
        if isinstance(kind, Sym):
            return self.number_of(value).parts[0]
        if not isinstance(kind, Int):
            raise Refusal("not_int", given=shown(kind))
        return value.parts[0]

    def as_float(self, value: Value) -> Any:
        """A number as a float."""
        if isinstance(value.type, Float):
            return value.parts[0]
        number, kind = self.as_int(value), value.type
        if isinstance(kind, Int) and not -EXACT <= kind.lo <= kind.hi <= EXACT:
            outside = self.b.icmp_unsigned(">", self.b.add(number, I64(EXACT)), I64(2 * EXACT))
            self.fail_if(outside, UNSUPPORTED)
        return self.b.sitofp(number, F64)

    def number_of(self, value: Value) -> Value:
        """The number that a member of an enum of numbers is."""
        kind = value.type
        assert isinstance(kind, Sym)
        members = {number: self.constants.value_of(number) for number in sorted(kind.ids)}
        numbers = {number: int(v) for number, v in members.items() if isinstance(v, int)}
        if not numbers and self.is_none(value):
            self.fail(TYPE)
            return Value(Int(0, 0), (I64(0),))
        if not numbers:
            raise Refusal("not_int", given=shown(kind, self.constants))
        found = self.look_up(value.parts[0], numbers, TYPE)
        return Value(Int(min(numbers.values()), max(numbers.values())), (found,))

    def is_none(self, value: Value) -> bool:
        """Whether a value can only be None, as far as is known: more may follow."""
        return isinstance(value.type, Sym) and value.type.ids == {self.constants.id_of(None)}

    def look_up(self, key: Any, known: dict[int, int], missing: int, default: int = 0) -> Any:
        """The number that belongs to another; an error, or a default, if none does."""
        b = self.b
        if not known:
            self.fail(missing)
            return I64(0)
        low, high = min(known), max(known)
        if len(known) == high - low + 1:
            start = known[low]
            if all(number == start + key - low for key, number in known.items()):
                if missing:
                    outside = b.icmp_unsigned(">", b.sub(key, I64(low)), I64(high - low))
                    self.fail_if(outside, missing)
                    return b.add(key, I64(start - low))
        absent = LEAST
        if high - low > 4096:
            return self._look_up_one_by_one(key, known, missing, default)
        row = [known.get(at, absent if missing else default) for at in range(low, high + 1)]
        data = b"".join(number.to_bytes(8, "little", signed=True) for number in row)
        table = self.table(data)
        place = b.sub(key, I64(low))
        inside = b.icmp_unsigned("<=", place, I64(high - low))
        if missing:
            self.fail_if(b.not_(inside), missing)
            found = self.load(self.at(table, b.mul(place, I64(8))), I64)
            if absent in row:
                self.fail_if(b.icmp_signed("==", found, I64(absent)), missing)
            return found
        safe = b.select(inside, place, I64(0))
        found = self.load(self.at(table, b.mul(safe, I64(8))), I64)
        return b.select(inside, found, I64(default))

    def _look_up_one_by_one(
        self, key: Any, known: dict[int, int], missing: int, default: int
    ) -> Any:
        b = self.b
        found, any_found = I64(default), I1(0)
        for each, number in known.items():
            same = b.icmp_signed("==", key, I64(each))
            found, any_found = b.select(same, I64(number), found), b.or_(any_found, same)
        if missing:
            self.fail_if(b.not_(any_found), missing)
        return found

    def items_of(self, value: Value, count: int | None = None) -> list[Value]:
        """The items of a tuple, a record or a sequence whose length is known or checked."""
        value = self.settle(value)
        kind = value.type
        if isinstance(kind, (Tuple, Record)):
            if count is not None and len(kind.items) != count:
                raise Refusal("unpack", count=count, given=len(kind.items))
            return split(kind.items, value.parts)
        if isinstance(kind, Sym):
            return self.items_of(self.as_text(value), count)
        if isinstance(kind, Seq):
            if count is None:
                if not kind.fixed:
                    raise Refusal("length")
                count = cap_of(kind)
            if not kind.fixed or cap_of(kind) != count:
                wrong = self.b.icmp_signed("!=", value.parts[1], I64(count))
                self.fail_if(wrong, CAPACITY if kind.fixed else VALUE)
            step = size_of(kind.item)
            return [self.read(self.at(value.parts[0], step * i), kind.item) for i in range(count)]
        if isinstance(kind, ListOf) and count is not None:
            return self.items_of(self.list_view(value), count)
        raise Refusal("unpack_type", given=shown(kind))

    def list_view(self, value: Value) -> Value:
        """The items of a list where they are; valid until the list changes."""
        header = value.parts[0]
        assert isinstance(value.type, ListOf)
        data = self.load(self.at(header, 16), POINTER)
        return Value(Seq(value.type.item, None, False), (data, self.load(header, I64)))

    def as_text(self, value: Value) -> Value:
        """A word as a sequence of characters."""
        kind = value.type
        assert isinstance(kind, Sym)
        text = self.joiner.as_text(kind)
        words = {number: self.constants.value_of(number) for number in sorted(kind.ids)}
        size = size_of(text)
        order = {number: at for at, number in enumerate(words)}
        data = b"".join(self.codec.encode(text, word) for word in words.values())
        if len(words) == 1:
            return self.read(self.table(data), text)
        at = self.look_up(value.parts[0], order, TYPE)
        return self.read(self.at(self.table(data), self.b.mul(at, I64(size))), text)

    def _convert_to_seq(self, value: Value, kind: Seq) -> Value:
        own = value.type
        if isinstance(own, Sym) and kind.text:
            return self.convert(self.as_text(value), kind)
        if isinstance(own, ListOf):
            return self._convert_to_seq(self.list_view(value), kind)
        if isinstance(own, Tuple) or (isinstance(own, Record) and issubclass(own.cls, tuple)):
            made = [self.convert(item, kind.item) for item in split(own.items, value.parts)]
            self._check_length(I64(len(made)), kind, len(made))
            pointer = self.new_items(kind.item, I64(len(made)))
            for index, item in enumerate(made):
                self.write(self.at(pointer, index * size_of(kind.item)), item)
            return Value(kind, (pointer, I64(len(made))))
        if not isinstance(own, Seq) or own.text != kind.text:
            raise Refusal("convert", given=shown(own), wanted=shown(kind))
        self._check_length(value.parts[1], kind, cap_of(own) if own.fixed else None)
        length = I64(cap_of(kind)) if kind.fixed else value.parts[1]
        if same_layout(own.item, kind.item):
            return Value(kind, (value.parts[0], length))
        pointer = self.new_items(kind.item, length)
        sizes = size_of(own.item), size_of(kind.item)

        def body(index: Any) -> None:
            item = self.read(self.at(value.parts[0], self.b.mul(index, I64(sizes[0]))), own.item)
            target = self.at(pointer, self.b.mul(index, I64(sizes[1])))
            self.write(target, self.convert(item, kind.item))

        self.count_up(I64(0), length, body)
        return Value(kind, (pointer, length))

    def _check_length(self, length: Any, kind: Seq, known: int | None) -> None:
        if kind.fixed and known != kind.cap:
            self.fail_if(self.b.icmp_signed("!=", length, I64(cap_of(kind))), CAPACITY)

    def new_items(self, item: Type, length: Any) -> Any:
        """Memory for that many items."""
        return self.alloc(self.b.mul(length, I64(size_of(item))))
