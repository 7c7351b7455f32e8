"""Values in registers: their parts, how they get to memory and back, and from type to type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from adversario.native.compiler.plain.data.machine import (
    F64,
    I1,
    I8,
    I16,
    I32,
    I64,
    POINTER,
    UNSUPPORTED,
    Machine,
)
from adversario.native.compiler.plain.kinds.classes import is_record_class
from adversario.native.compiler.plain.kinds.joins import Joiner
from adversario.native.compiler.plain.kinds.layout import (
    LENGTH,
    Codec,
    cap_of,
    fields_of,
    int_size,
    is_flat,
    size_of,
    symbol_size,
    type_of,
)
from adversario.native.compiler.plain.kinds.types import (
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
    ListOf,
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
    has_bits,
    is_symbol,
    options_of,
)
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


def parts_of(kind: Type) -> list[Any]:
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
        known = kind.value if isinstance(kind, Static) else MISSING
        found.append(Value(kind, tuple(parts[at : at + count]), known))
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
        if isinstance(value, MappingProxyType):
            value = self.constants.table_of(value)
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
                view = self.settle_items(tuple(found))
                header = self.alloc(I64(24))  # that of a list
                for at, word in enumerate((view.parts[1], view.parts[1], view.parts[0])):
                    self.store(self.at(header, 8 * at), word)
                assert isinstance(view.type, Seq)
                return Value(Frozen(view.type.item), (header,))
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

    def read(self, pointer: Any, kind: Type) -> Value:
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
        if isinstance(kind, Frozen) and has_bits(kind.item):
            return Value(kind, (pointer,))
        if isinstance(kind, (ListOf, SetOf, Frozen)):
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
        elif isinstance(kind, Frozen) and has_bits(kind.item):
            self.copy(pointer, parts[0], I64(size_of(kind)))
        elif isinstance(kind, (ListOf, SetOf, DictOf, Frozen)):
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

    def convert(self, value: Value, kind: Type) -> Value:
        """The value as one of another type."""
        raise NotImplementedError

    def special(self, value: Value, name: str, *given: Value) -> Value | None:
        """The result of a special method of the value's class; None if it has none of its own."""
        raise NotImplementedError

    # Several types.

    def each_option(
        self, value: Value, use: Callable[[Value], Value], code: int = UNSUPPORTED
    ) -> Value:
        """What `use` makes of a value of several types, whichever it has.

        If a value is of an option that `use` refuses, Python goes on, unless `use` refuses all.
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

    def choose_value(self, condition: Any, yes: Value, no: Value) -> Value:
        """One of two values."""
        first, second, after = self.block("yes"), self.block("no"), self.block("chosen")
        self.branch(condition, first, second)
        return self.meet([(yes, first), (no, second)], after)

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


def same_layout(one: Type, other: Type) -> bool:
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


def shown(kind: Type, constants: Constants | None = None) -> str:
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
