"""Values in registers: their parts, how they get to memory and back, and from type to type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from adversario.native.compiler.plain.layout import (
    LENGTH,
    Codec,
    cap_of,
    fields_of,
    int_size,
    is_flat,
    size_of,
    symbol_size,
    type_of,
    words_of_set,
)
from adversario.native.compiler.plain.machine import (
    CAPACITY,
    F64,
    I1,
    I8,
    I16,
    I32,
    I64,
    OVERFLOW,
    POINTER,
    TYPE,
    Machine,
)
from adversario.native.compiler.plain.types import (
    BOOL,
    FLOAT,
    LEAST,
    NEVER,
    AnyOf,
    Bool,
    Constants,
    DictOf,
    Float,
    Frozen,
    Int,
    Joiner,
    ListOf,
    Never,
    Range,
    Record,
    Refusal,
    Seq,
    SetOf,
    Site,
    Static,
    Sym,
    Tuple,
    Type,
    domain_size,
    has_bits,
    is_symbol,
    kind_of,
    options_of,
)
from adversario.native.compiler.shapes import is_record_class
from adversario.native.compiler.source import MISSING

WIDTHS = {1: I8, 2: I16, 4: I32, 8: I64}


@dataclass(slots=True)
class Value:
    """A value of a type in registers; `const` if it is known already."""

    type: Type
    parts: tuple[Any, ...] = ()
    const: Any = MISSING

    @property
    def is_known(self) -> bool:
        """Whether it is known when the rules are compiled."""
        return self.const is not MISSING


def parts_of(kind: Type) -> list[Any]:  # noqa: PLR0911 (a case each)
    """The registers that a value of a type takes."""
    if isinstance(kind, (Int, Sym)):
        return [I64]
    if isinstance(kind, Float):
        return [F64]
    if isinstance(kind, Bool):
        return [I1]
    if isinstance(kind, (Tuple, Record)):
        return [part for item in kind.items for part in parts_of(item)]
    if isinstance(kind, Seq):
        return [POINTER, I64]
    if isinstance(kind, Range):
        return [I64, I64, I64]
    if isinstance(kind, (Frozen, ListOf, SetOf)):
        return [POINTER]
    if isinstance(kind, DictOf):
        return [POINTER, POINTER]
    if isinstance(kind, AnyOf):
        return [I64, *(part for option in kind.options for part in parts_of(option))]
    return []


def split(kinds: Sequence[Type], parts: Sequence[Any]) -> list[Value]:
    """Registers as the values of several types, one after the other."""
    found, at = [], 0
    for kind in kinds:
        count = len(parts_of(kind))
        found.append(Value(kind, tuple(parts[at : at + count])))
        at += count
    return found


def whole(number: int) -> Value:
    """A whole number that is known."""
    return Value(Int(number, number), (I64(number),), number)


def truth(value: bool) -> Value:
    """True or False, known."""
    return Value(BOOL, (I1(int(value)),), value)


class Values(Machine):
    """Code that moves values."""

    constants: Constants
    joiner: Joiner
    codec: Codec
    table: Callable[[bytes], Any]  # the address of constant bytes
    site_at: Callable[[Any], Site]  # the site of something of the source

    # Constants.

    def lift(self, value: Any) -> Value:
        """A Python value as one that is known."""
        if isinstance(value, Value):
            return value
        if isinstance(value, bool):
            return truth(value)
        if is_symbol(value):
            number = self.constants.id_of(value)
            return Value(Sym(frozenset({number})), (I64(number),), value)
        if isinstance(value, int):
            if not LEAST <= value < -LEAST:
                raise Refusal("large")
            return whole(value)
        if isinstance(value, (float, Fraction)):
            return Value(FLOAT, (F64(float(value)),), value)
        if hasattr(value, "dtype"):
            return self.lift(value.tolist())
        return Value(Static(value), (), value)

    def settle(self, value: Value) -> Value:
        """The value with all of its parts in registers or memory, even if it is a known table."""
        if not isinstance(value.type, Static):
            return value
        found = value.const
        if isinstance(found, range):
            lo, hi = (min(found), max(found)) if len(found) else (0, 0)
            parts = tuple(map(I64, (found.start, found.stop, found.step)))
            return Value(Range(Int(lo, hi)), parts)
        if is_record_class(type(found)):
            items = [self.settle(self.lift(item)) for item in fields_of(found)]
            kinds = tuple(item.type for item in items)
            return Value(Record(type(found), kinds), tuple(p for i in items for p in i.parts))
        if isinstance(found, (tuple, list, set, frozenset)):
            return self.settle_items(found)
        return value

    def settle_items(self, found: Any) -> Value:
        """A known tuple, list or set as a table in memory."""
        if isinstance(found, (set, frozenset)):
            kind = type_of(found, self.constants, self.joiner.join)
            assert isinstance(kind, Frozen)
            if not has_bits(kind.item):
                return self.settle_items(tuple(sorted(found)))
            return Value(kind, (self.table(self.codec.encode(kind, found)),))
        item: Type = NEVER
        for each in found:
            item = self.joiner.join(item, type_of(each, self.constants, self.joiner.join))
        item = self.uniform(item)
        kind = Seq(item, len(found), True)
        try:
            data = b"".join(self.codec.encode(item, each) for each in found)
        except Exception as error:
            raise Refusal("constant", type=type(found).__name__) from error
        return Value(kind, (self.table(data), I64(len(found))))

    def uniform(self, kind: Type) -> Type:
        """A type that a table of constants can have: without what only the compiler knows."""
        if isinstance(kind, Static) or (
            isinstance(kind, AnyOf) and any(isinstance(each, Static) for each in kind.options)
        ):
            raise Refusal("constant", type=type(getattr(kind, "value", "")).__name__)
        return kind

    def zero(self, kind: Type) -> Value:
        """Some value of a type, for code that is never reached."""
        return Value(kind, tuple(p(None) if p is POINTER else p(0) for p in parts_of(kind)))

    # Memory.

    def read(self, pointer: Any, kind: Type) -> Value:  # noqa: PLR0911 (a case each)
        """The value of a type at an address."""
        b = self.b
        if isinstance(kind, Int):
            loaded = self.load(pointer, WIDTHS[int_size(kind)])
            return Value(kind, (loaded if loaded.type is I64 else b.sext(loaded, I64),))
        if isinstance(kind, Sym):
            return Value(kind, (b.zext(self.load(pointer, WIDTHS[symbol_size(kind)]), I64),))
        if isinstance(kind, Float):
            return Value(kind, (self.load(pointer, F64),))
        if isinstance(kind, Bool):
            return Value(kind, (b.trunc(self.load(pointer, I8), I1),))
        if isinstance(kind, (Tuple, Record)):
            return Value(kind, self._read_all(pointer, kind.items))
        if isinstance(kind, Seq):
            if kind.fixed:
                return Value(kind, (pointer, I64(cap_of(kind))))
            length = b.zext(self.load(pointer, I16), I64)
            return Value(kind, (self.at(pointer, LENGTH), length))
        if isinstance(kind, Range):
            return Value(kind, tuple(self.load(self.at(pointer, 8 * i), I64) for i in range(3)))
        if isinstance(kind, Frozen):
            return Value(kind, (pointer,))
        if isinstance(kind, (ListOf, SetOf)):
            return Value(kind, (self.load(pointer, POINTER),))
        if isinstance(kind, DictOf):
            pair = (self.load(pointer, POINTER), self.load(self.at(pointer, 8), POINTER))
            return Value(kind, pair)
        if isinstance(kind, AnyOf):
            tag = b.zext(self.load(pointer, I8), I64)
            return Value(kind, (tag, *self._read_all(self.at(pointer, 1), kind.options)))
        return Value(kind)

    def _read_all(self, pointer: Any, kinds: Sequence[Type]) -> tuple[Any, ...]:
        parts: list[Any] = []
        at = 0
        for kind in kinds:
            parts += self.read(self.at(pointer, at), kind).parts
            at += size_of(kind)
        return tuple(parts)

    def write(self, pointer: Any, value: Value) -> None:
        """Write a value to an address, in the layout of its type."""
        kind, parts, b = value.type, value.parts, self.b
        if isinstance(kind, (Int, Sym)):
            size = int_size(kind) if isinstance(kind, Int) else symbol_size(kind)
            self.store(pointer, parts[0] if size == 8 else b.trunc(parts[0], WIDTHS[size]))
        elif isinstance(kind, Float):
            self.store(pointer, b.fadd(parts[0], F64(0.0)))
        elif isinstance(kind, Bool):
            self.store(pointer, b.zext(parts[0], I8))
        elif isinstance(kind, (Tuple, Record)):
            self._write_all(pointer, split(kind.items, parts))
        elif isinstance(kind, Seq):
            self._write_seq(pointer, kind, parts)
        elif isinstance(kind, Range):
            for index, part in enumerate(parts):
                self.store(self.at(pointer, 8 * index), part)
        elif isinstance(kind, Frozen):
            self.copy(pointer, parts[0], I64(size_of(kind)))
        elif isinstance(kind, (ListOf, SetOf, DictOf)):
            for index, part in enumerate(parts):
                self.store(self.at(pointer, 8 * index), part)
            self.pin()
        elif isinstance(kind, AnyOf):
            self._write_option(pointer, kind, parts)

    def _write_all(self, pointer: Any, values: Sequence[Value]) -> None:
        at = 0
        for value in values:
            self.write(self.at(pointer, at), value)
            at += size_of(value.type)

    def _write_seq(self, pointer: Any, kind: Seq, parts: Sequence[Any]) -> None:
        step, cap = size_of(kind.item), cap_of(kind)
        if kind.fixed:
            self.copy(pointer, parts[0], I64(cap * step))
            return
        length = parts[1]
        self.check_room(self.b.icmp_signed("<=", length, I64(cap)))
        self.store(pointer, self.b.trunc(length, I16))
        items = self.at(pointer, LENGTH)
        used = self.b.mul(length, I64(step))
        self.copy(items, parts[0], used)
        self.clear(self.at(items, used), self.b.sub(I64(cap * step), used))

    def _write_option(self, pointer: Any, kind: AnyOf, parts: Sequence[Any]) -> None:
        self.clear(pointer, size_of(kind))
        self.store(pointer, self.b.trunc(parts[0], I8))
        at = 1
        for index, option in enumerate(split(kind.options, parts[1:])):
            if size_of(option.type):
                with self.if_(self.b.icmp_signed("==", parts[0], I64(index))):
                    self.write(self.at(pointer, at), option)
            at += size_of(option.type)

    # Variables.

    def places(self, kind: Type) -> list[Any]:
        """Places on the stack for a value of a type."""
        return [self.slot(part) for part in parts_of(kind)]

    def put(self, places: Sequence[Any], value: Value) -> None:
        """Keep a value in places of its type."""
        if not self.ended:
            for place, part in zip(places, value.parts, strict=True):
                self.b.store(part, place)

    def get(self, places: Sequence[Any], kind: Type) -> Value:
        """The value that is kept in places."""
        return Value(kind, tuple(self.b.load(place) for place in places))

    # Several types.

    def each_option(self, value: Value, use: Callable[[Value], Value], code: int = TYPE) -> Value:
        """What `use` makes of a value of several types, whichever it has.

        An option that `use` refuses is an error when the program runs, unless it refuses all.
        """
        kind = value.type
        if not isinstance(kind, AnyOf):
            return use(value)
        options = split(kind.options, value.parts[1:])
        after, made, refusal = self.block("one"), [], None
        for index, option in enumerate(options):
            here, further = self.block("option"), self.block("further")
            self.branch(self.b.icmp_signed("==", value.parts[0], I64(index)), here, further)
            self.enter(here)
            try:
                found = self.settle(use(option))
                made.append((found, self.b.block))
            except Refusal as error:
                refusal = error
                self.fail(code)
            self.enter(further)
        self.b.unreachable()
        if not made and refusal is not None:
            raise refusal
        return self.meet(made, after)

    def meet(self, made: list[tuple[Value, Any]], after: Any) -> Value:
        """The value that blocks compute, each its own; all of them lead to `after`."""
        joined: Type = NEVER
        for found, block in made:
            if not block.is_terminated:
                joined = self.joiner.join(joined, found.type)
        places = self.places(joined)
        for found, block in made:
            self.enter(block)
            if not self.ended:
                self.put(places, self.convert(found, joined))
                self.goto(after)
        self.enter(after)
        return self.get(places, joined)

    # From type to type.

    def convert(self, value: Value, kind: Type) -> Value:  # noqa: PLR0911, PLR0912 (a case each)
        """The value as one of another type; an error when the program runs if it has none there."""
        own, b = value.type, self.b
        if own == kind or self.ended:
            return value if own == kind else self.zero(kind)
        if isinstance(own, Never) or isinstance(kind, Never):
            return self.zero(kind)
        if isinstance(own, Static):
            settled = self.settle(value)
            if settled.type != own:
                return self.convert(settled, kind)
            raise Refusal("static_value", name=_shown(own.value))
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
            if isinstance(value.type, AnyOf) and value.type.options == kind.options:
                return value
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
            self.fail_if(b.or_(low, b.icmp_signed(">", number, I64(kind.hi))), CAPACITY)
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
        return self.b.sitofp(self.as_int(value), F64)

    def number_of(self, value: Value) -> Value:
        """The number that a member of an enum of numbers is."""
        kind = value.type
        assert isinstance(kind, Sym)
        members = {number: self.constants.value_of(number) for number in sorted(kind.ids)}
        numbers = {number: int(v) for number, v in members.items() if isinstance(v, int)}
        if not numbers:
            raise Refusal("not_int", given=shown(kind, self.constants))
        found = self.look_up(value.parts[0], numbers, TYPE)
        return Value(Int(min(numbers.values()), max(numbers.values())), (found,))

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
                self.fail_if(wrong, CAPACITY if kind.fixed else OVERFLOW)
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

    # Values of small types as numbers.

    def place_in(self, value: Value, kind: Type) -> tuple[Any, Any]:
        """The number of a value among all of a type, and whether it has one."""
        b, own = self.b, value.type
        if isinstance(own, (Static, AnyOf)):
            value = self.settle(value)
            own = value.type
        if isinstance(kind, Int) and isinstance(own, (Int, Bool, Sym)):
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
        if isinstance(kind, (Tuple, Record, Seq)):
            return self._place_of_items(value, kind)
        return I64(0), I1(0)

    def _place_of_items(self, value: Value, kind: Tuple | Record | Seq) -> tuple[Any, Any]:
        from adversario.native.compiler.plain.layout import item_types  # noqa: PLC0415

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
        else:
            raise Refusal("convert", given=shown(own), wanted=shown(kind))
        total: Any = I64(0)
        for item, each in zip(items, kinds, strict=True):
            place, inside = self.place_in(item, each)
            total = self.b.add(self.b.mul(total, I64(domain_size(each))), place)
            ok = self.b.and_(ok, inside)
        return total, ok

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
        assert isinstance(kind, (Tuple, Record)), kind
        parts: tuple[Any, ...] = ()
        for each in reversed(kind.items):
            size = I64(domain_size(each))
            parts = (*self.value_at(b.urem(place, size), each).parts, *parts)
            place = b.udiv(place, size)
        return Value(kind, parts)

    def bit_words(self, item: Type) -> int:
        """The words of a set of such items."""
        return words_of_set(item)


def same_layout(one: Type, other: Type) -> bool:  # noqa: PLR0911 (a case each)
    """Whether the bytes of a value of one type are those of the same value of the other."""
    if one == other:
        return True
    if isinstance(one, Int) and isinstance(other, Int):
        fits = other.lo <= one.lo and one.hi <= other.hi
        return fits and int_size(one) == int_size(other)
    if isinstance(one, Sym) and isinstance(other, Sym):
        return symbol_size(one) == symbol_size(other)
    if isinstance(one, Record) and isinstance(other, Record) and one.cls is not other.cls:
        return False
    if isinstance(one, (Tuple, Record)) and type(one) is type(other):
        assert isinstance(other, (Tuple, Record))
        return len(one.items) == len(other.items) and all(map(same_layout, one.items, other.items))
    if isinstance(one, Seq) and isinstance(other, Seq):
        shape = (one.cap, one.fixed, one.text) == (other.cap, other.fixed, other.text)
        return shape and same_layout(one.item, other.item)
    return False


def shown(kind: Type, constants: Constants | None = None) -> str:  # noqa: PLR0911 (a case each)
    """A type in words of Python."""
    if isinstance(kind, (Int, Float, Bool, Range)):
        return type(kind).__name__.lower()
    if isinstance(kind, Sym):
        if constants is None:
            return "str"
        names = sorted({type(value).__name__ for value in constants.values_of(kind)})
        return " | ".join(names).replace("NoneType", "None")
    if isinstance(kind, Tuple):
        return f"tuple[{', '.join(shown(item, constants) for item in kind.items)}]"
    if isinstance(kind, Record):
        return str(kind.cls.__name__)
    if isinstance(kind, Seq):
        return "str" if kind.text else f"tuple[{shown(kind.item, constants)}, ...]"
    if isinstance(kind, ListOf):
        return f"list[{shown(kind.item, constants)}]"
    if isinstance(kind, (SetOf, Frozen)):
        name = "set" if isinstance(kind, SetOf) else "frozenset"
        return f"{name}[{shown(kind.item, constants)}]"
    if isinstance(kind, DictOf):
        return "dict"
    if isinstance(kind, AnyOf):
        return " | ".join(shown(option, constants) for option in options_of(kind))
    if isinstance(kind, Static):
        return _shown(kind.value)
    return "nothing"


def _shown(value: Any) -> str:
    return str(getattr(value, "__qualname__", type(value).__name__))


__all__ = ["Value", "Values", "is_flat", "parts_of", "same_layout", "shown", "split", "truth"]
_ = Enum
