"""Instances of NamedTuples and dataclasses, and members of enums by their value."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from enum import Flag
from typing import Any

from adversario.native.compiler.plain.code.iterators import Iterators
from adversario.native.compiler.plain.data.machine import VALUE
from adversario.native.compiler.plain.data.values import Value, shown, split
from adversario.native.compiler.plain.frames import Lazy
from adversario.native.compiler.plain.kinds.classes import field_names
from adversario.native.compiler.plain.kinds.equality import own_method
from adversario.native.compiler.plain.kinds.types import (
    BOOL,
    NEVER,
    AnyOf,
    Int,
    Never,
    Record,
    Refusal,
    Sym,
)

Named = Mapping[str, Value]

MOST_FLAGS = 1024
"""Classes of flags with fewer combinations have a number for each."""


class Records(Iterators):
    """Code that makes records."""

    def special(self, value: Value, name: str, *given: Value) -> Value | None:
        """The result of a special method of the value's class; None if it has none of its own."""
        raise NotImplementedError

    def new_record(self, cls: Any, given: Sequence[Value], named: Named) -> Value:
        """An instance of a NamedTuple or a dataclass."""
        names = field_names(cls)
        plain = dataclasses.is_dataclass(cls)
        if plain and not cls.__dataclass_params__.init:
            raise Refusal("class", name=cls.__name__)
        if plain and "__init__" not in vars(cls):
            raise Refusal("class", name=cls.__name__)
        if own_method(cls, "__init__") or own_method(cls, "__new__"):
            raise Refusal("class", name=cls.__name__)
        if len(given) > len(names):
            raise Refusal("arguments", name=cls.__name__)
        values = dict(zip(names, given, strict=False)) | dict(named)
        defaults = self._defaults(cls)
        items = []
        for name in names:
            if name not in values and name not in defaults:
                raise Refusal("arguments", name=cls.__name__)
            value = values[name] if name in values else self.lift(defaults[name])
            if isinstance(self.held(value), Lazy):
                raise Refusal("code_value")
            items.append(self.settle(value))
        kinds = tuple(item.type for item in items)
        made = Value(Record(cls, kinds), tuple(part for item in items for part in item.parts))
        if plain and "__post_init__" in dir(cls):
            self.special(made, "__post_init__")  # it checks: a frozen class cannot change there
        return made

    def _defaults(self, cls: Any) -> dict[str, Any]:
        if not dataclasses.is_dataclass(cls):
            return dict(cls._field_defaults)
        found: dict[str, Any] = {}
        for each in dataclasses.fields(cls):
            if each.default is not dataclasses.MISSING:
                found[each.name] = each.default
            elif each.default_factory is not dataclasses.MISSING:
                made = each.default_factory()
                found[each.name] = tuple(made) if isinstance(made, list) else made
        return found

    def replace(self, value: Value, named: Named) -> Value:
        """A record with some fields replaced."""
        if isinstance(value.type, AnyOf):
            return self.each_option(value, lambda option: self.replace(option, named))
        value = self.settle(value)
        if isinstance(value.type, Never):
            return value
        if not isinstance(value.type, Record):
            raise Refusal("replace", given=shown(value.type, self.constants))
        names = field_names(value.type.cls)
        items = dict(zip(names, split(value.type.items, value.parts), strict=True))
        unknown = set(named) - set(names)
        if unknown:
            raise Refusal("no_attribute", name=min(unknown))
        return self.new_record(value.type.cls, (), items | dict(named))

    def member_of(self, cls: Any, value: Value) -> Value:
        """The member of an enum with a value."""
        members = list(cls)
        if issubclass(cls, Flag):
            mask = sum(each.value for each in members)
            members = [cls(bits) for bits in range(mask + 1)] if mask < MOST_FLAGS else members
        if value.is_known:
            return self.lift(cls(value.const))
        if isinstance(value.type, AnyOf):
            return self.each_option(value, lambda option: self.member_of(cls, option))
        ids = {self.constants.id_of(member): member for member in members}
        kind = Sym(frozenset(ids))
        if isinstance(value.type, Sym):
            own = {number: self.constants.value_of(number) for number in value.type.ids}
            places = {
                number: each
                for number, given in own.items()
                for each, member in ids.items()
                if member is given or member.value == given
            }
            return Value(kind, (self.look_up(value.parts[0], places, VALUE),))
        if isinstance(value.type, (Int, type(BOOL))):
            places = {m.value: number for number, m in ids.items() if isinstance(m.value, int)}
            return Value(kind, (self.look_up(self.as_int(value), places, VALUE),))
        if isinstance(value.type, Never):
            return Value(NEVER)
        raise Refusal("enum_value", name=cls.__name__)
