"""Values as bytes: how many a type takes, and Python's values written to them and read back.

Equal values have equal bytes: what is not used is zero. So states can be compared and hashed by
their words.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from adversario.native.compiler.plain.kinds.classes import (
    field_names,
    is_plain_class,
    is_record_class,
)
from adversario.native.compiler.plain.kinds.equality import compares_fields
from adversario.native.compiler.plain.kinds.types import (
    AnyOf,
    Bool,
    Constants,
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
    Static,
    Sym,
    Tuple,
    Type,
    domain_size,
    has_bits,
)

LENGTH = 2
"""The bytes of the length of a sequence whose length varies."""

OPEN_CAP = 24
"""The items of a sequence inside something else, if nothing limits their number."""

NUMERIC = (int, float, Fraction)


class Misfit(Exception):
    """A value is not of the type that it should be written as."""


class OutOfRange(Misfit):
    """A number is beyond the bounds of its type."""


def int_size(kind: Int) -> int:
    """The bytes of a whole number within bounds."""
    for size in (1, 2, 4):
        half = 1 << (8 * size - 1)
        if -half <= kind.lo and kind.hi < half:
            return size
    return 8


def symbol_size(kind: Sym) -> int:
    """The bytes of a constant."""
    return 1 if not kind.ids or max(kind.ids) < 256 else 2


def cap_of(kind: Seq) -> int:
    """The items that a sequence has room for inside something else."""
    return OPEN_CAP if kind.cap is None else kind.cap


def size_of(kind: Type) -> int:
    """The bytes that a value takes in memory."""
    if isinstance(kind, Int):
        return int_size(kind)
    if isinstance(kind, Float):
        return 8
    if isinstance(kind, Bool):
        return 1
    if isinstance(kind, Sym):
        return symbol_size(kind)
    if isinstance(kind, (Tuple, Record)):
        return sum(map(size_of, kind.items))
    if isinstance(kind, Seq):
        return (0 if kind.fixed else LENGTH) + cap_of(kind) * size_of(kind.item)
    if isinstance(kind, Range):
        return 24
    if isinstance(kind, Frozen):
        return 8 * words_of_set(kind.item) if has_bits(kind.item) else 8
    if isinstance(kind, (ListOf, SetOf)):
        return 8
    if isinstance(kind, DictOf):
        return 16
    if isinstance(kind, AnyOf):
        return 1 + sum(map(size_of, kind.options))
    return 0


def words_of_set(item: Type) -> int:
    """The words of a set with a bit for each value of that type."""
    return (domain_size(item) + 63) // 64


def is_flat(kind: Type) -> bool:
    """Whether two values are equal exactly if their bytes are."""
    if isinstance(kind, (Float, ListOf, SetOf, DictOf, Range)):
        return False
    if isinstance(kind, Record) and not compares_fields(kind.cls):
        return False
    if isinstance(kind, (Tuple, Record)):
        return all(map(is_flat, kind.items))
    if isinstance(kind, Seq):
        return is_flat(kind.item)
    if isinstance(kind, AnyOf):
        return all(map(is_flat, kind.options))
    return not isinstance(kind, Frozen) or has_bits(kind.item)


class Codec:
    """Python's values as bytes of a type, and back."""

    def __init__(self, constants: Constants) -> None:
        self.constants = constants

    def matches(self, kind: Type, value: Any) -> bool:
        """Whether a value is of the kind of a type; it may still be beyond its bounds."""
        if isinstance(kind, (Int, Float, Bool)):
            return isinstance(value, NUMERIC) and not isinstance(value, Enum)
        if isinstance(kind, Sym):
            try:
                return self.constants.id_of(value) in kind.ids
            except TypeError:
                return False
        if isinstance(kind, Record):
            return type(value) is kind.cls
        if isinstance(kind, Seq) and kind.text:
            return type(value) is str
        if isinstance(kind, (Tuple, Seq)):
            return isinstance(value, (tuple, list)) and not is_record_class(type(value))
        return isinstance(kind, Frozen) and isinstance(value, (set, frozenset))

    def encode(self, kind: Type, value: Any) -> bytes:
        """A value as bytes; Misfit if it is not of the type."""
        if isinstance(kind, Int):
            number = self._whole(value)
            if not kind.lo <= number <= kind.hi:
                raise OutOfRange(value)
            return number.to_bytes(int_size(kind), "little", signed=True)
        if isinstance(kind, Float):
            return struct.pack("<d", float(value) + 0.0)
        if isinstance(kind, Bool):
            return bytes([self._whole(value) & 1])
        if isinstance(kind, Never):
            raise Misfit(value)
        if isinstance(kind, AnyOf):
            return self._encode_option(kind, value)
        if not self.matches(kind, value):
            raise Misfit(value)
        if isinstance(kind, Sym):
            return self.constants.id_of(value).to_bytes(symbol_size(kind), "little")
        if isinstance(kind, (Tuple, Record)):
            items = value if isinstance(kind, Tuple) else fields_of(value)
            if len(items) != len(kind.items):
                raise Misfit(value)
            return b"".join(map(self.encode, kind.items, items))
        if isinstance(kind, Seq):
            return self._encode_items(kind, value)
        if isinstance(kind, Frozen):
            bits = 0
            for item in value:
                bits |= 1 << self.number(kind.item, item)
            return bits.to_bytes(8 * words_of_set(kind.item), "little")
        raise Misfit(value)

    def _whole(self, value: Any) -> int:
        if isinstance(value, Enum) or not hasattr(value, "__index__"):
            raise Misfit(value)
        return int(value)

    def _encode_items(self, kind: Seq, value: Any) -> bytes:
        most = cap_of(kind)
        if len(value) > most or (kind.fixed and len(value) != most):
            raise Misfit(value)
        items = b"".join(self.encode(kind.item, item) for item in value)
        if kind.fixed:
            return items
        size = most * size_of(kind.item)
        return len(value).to_bytes(LENGTH, "little") + items.ljust(size, b"\0")

    def _encode_option(self, kind: AnyOf, value: Any) -> bytes:
        found = next((i for i, o in enumerate(kind.options) if self.matches(o, value)), None)
        if found is None:
            raise Misfit(value)
        parts = [
            self.encode(option, value) if at == found else bytes(size_of(option))
            for at, option in enumerate(kind.options)
        ]
        return bytes([found]) + b"".join(parts)

    def number(self, kind: Type, value: Any) -> int:
        """The number of a value among all of its type."""
        if isinstance(kind, Int):
            if not kind.lo <= (whole := self._whole(value)) <= kind.hi:
                raise OutOfRange(value)
            return whole - kind.lo
        if isinstance(kind, Bool):
            return int(value)
        if isinstance(kind, Sym):
            if not self.matches(kind, value):
                raise Misfit(value)
            return self.constants.id_of(value) - min(kind.ids)
        if isinstance(kind, AnyOf):
            return self._number_of_option(kind, value)
        if not self.matches(kind, value):
            raise Misfit(value)
        if isinstance(kind, Frozen):
            return sum(1 << place for place in {self.number(kind.item, each) for each in value})
        kinds, items = item_types(kind), fields_of(value) if isinstance(kind, Record) else value
        if len(kinds) != len(items):
            raise Misfit(value)
        total = 0
        for each, item in zip(kinds, items, strict=True):
            total = total * domain_size(each) + self.number(each, item)
        return total

    def _number_of_option(self, kind: AnyOf, value: Any) -> int:
        start = 0
        for option in kind.options:
            if self.matches(option, value):
                return start + self.number(option, value)
            start += domain_size(option)
        raise Misfit(value)

    def from_number(self, kind: Type, number: int) -> Any:
        """The value with a number."""
        if isinstance(kind, Int):
            return number + kind.lo
        if isinstance(kind, Bool):
            return bool(number)
        if isinstance(kind, Sym):
            return self.constants.value_of(number + min(kind.ids))
        if isinstance(kind, AnyOf):
            for option in kind.options:
                if number < domain_size(option):
                    return self.from_number(option, number)
                number -= domain_size(option)
        if isinstance(kind, Frozen):
            places = [at for at in range(number.bit_length()) if number >> at & 1]
            return frozenset(self.from_number(kind.item, at) for at in places)
        items: list[Any] = []
        for each in reversed(item_types(kind)):
            number, rest = divmod(number, domain_size(each))
            items.insert(0, self.from_number(each, rest))
        return build(kind.cls, items) if isinstance(kind, Record) else tuple(items)

    def decode(self, kind: Type, data: bytes) -> Any:
        """The value that bytes stand for."""
        return self._decode(kind, data, 0)

    def _decode(self, kind: Type, data: bytes, at: int) -> Any:
        size = size_of(kind)
        if isinstance(kind, Int):
            return int.from_bytes(data[at : at + size], "little", signed=True)
        if isinstance(kind, Float):
            return struct.unpack_from("<d", data, at)[0]
        if isinstance(kind, Bool):
            return bool(data[at])
        if isinstance(kind, Sym):
            return self.constants.value_of(int.from_bytes(data[at : at + size], "little"))
        if isinstance(kind, (Tuple, Record)):
            items = []
            for item in kind.items:
                items.append(self._decode(item, data, at))
                at += size_of(item)
            return build(kind.cls, items) if isinstance(kind, Record) else tuple(items)
        if isinstance(kind, Seq):
            length, start = cap_of(kind), at
            if not kind.fixed:
                length, start = int.from_bytes(data[at : at + LENGTH], "little"), at + LENGTH
            step = size_of(kind.item)
            items = [self._decode(kind.item, data, start + step * i) for i in range(length)]
            return "".join(items) if kind.text else tuple(items)
        if isinstance(kind, Frozen):
            bits = int.from_bytes(data[at : at + size], "little")
            return frozenset(
                self.from_number(kind.item, i) for i in range(bits.bit_length()) if bits >> i & 1
            )
        assert isinstance(kind, AnyOf), kind
        start = at + 1
        for option in kind.options[: data[at]]:
            start += size_of(option)
        return self._decode(kind.options[data[at]], data, start)


def item_types(kind: Type) -> tuple[Type, ...]:
    """The types of the items of a tuple, a record or a sequence of fixed length."""
    if isinstance(kind, (Tuple, Record)):
        return kind.items
    assert isinstance(kind, Seq), kind
    return (kind.item,) * cap_of(kind)


def fields_of(value: Any) -> tuple[Any, ...]:
    """The values of a record's fields, in order."""
    names = field_names(type(value))
    if is_plain_class(type(value)) and set(getattr(value, "__dict__", names)) - set(names):
        raise Refusal("class", name=type(value).__name__)  # it got more attributes later
    return tuple(getattr(value, name) for name in names)


def build(cls: Any, items: Iterable[Any]) -> Any:
    """An instance of a class of records."""
    if is_plain_class(cls):
        made = cls.__new__(cls)
        for name, item in zip(field_names(cls), items, strict=True):
            object.__setattr__(made, name, item)
        return made
    if is_dataclass(cls):
        maker: Any = cls
        return maker(**dict(zip(field_names(cls), items, strict=True)))
    return cls(*items)


def type_of(value: Any, constants: Constants, join: Any) -> Type:
    """The type of one Python value; Refusal if it has none."""
    if isinstance(value, bool):
        return Bool()
    if value is None or isinstance(value, (str, Enum)):
        return Sym(frozenset({constants.id_of(value)}))
    if isinstance(value, int):
        if not -(2**63) <= value < 2**63:
            raise Refusal("large")
        return Int(value, value)
    if isinstance(value, (float, Fraction)):
        return Float()
    if is_record_class(type(value)):
        return Record(
            type(value), tuple(type_of(item, constants, join) for item in fields_of(value))
        )
    if isinstance(value, (tuple, list)):
        return Tuple(tuple(type_of(item, constants, join) for item in value))
    if isinstance(value, (set, frozenset)):
        item: Type = Never()
        for each in value:
            item = join(item, type_of(each, constants, join))
        return Frozen(item)
    if hasattr(value, "dtype"):
        return type_of(value.tolist(), constants, join)
    if callable(value) or isinstance(value, (dict, range)):
        return Static(value)
    raise Refusal("value", type=type(value).__name__)
