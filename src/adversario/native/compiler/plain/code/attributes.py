"""Attributes: of the game, of records, of members of enums, of Python's own types."""

from __future__ import annotations

from enum import Enum
from types import FunctionType, MethodType, ModuleType
from typing import Any

from adversario.game import Game
from adversario.native.compiler.plain.code.calls import Calls
from adversario.native.compiler.plain.data.machine import TYPE
from adversario.native.compiler.plain.data.values import Value, split
from adversario.native.compiler.plain.frames import (
    Bound,
    function_of,
)
from adversario.native.compiler.plain.kinds.classes import field_names, is_record_class
from adversario.native.compiler.plain.kinds.types import (
    NEVER,
    AnyOf,
    Never,
    Record,
    Refusal,
    Static,
    Sym,
)
from adversario.native.compiler.source import MISSING
from adversario.native.compiler.syntax import unwrap_cached


class Attributes(Calls):
    """Code that looks up attributes."""

    def attribute(self, value: Value, name: str, node: Any) -> Value:
        """`value.name`."""
        kind = value.type
        if isinstance(kind, AnyOf):
            return self.each_option(value, lambda option: self.attribute(option, name, node))
        if isinstance(kind, Never):
            return Value(NEVER)
        if self.is_none(value):
            self.fail(TYPE)
            return Value(NEVER)
        if isinstance(kind, Static) and is_record_class(type(value.const)):
            value = self.settle(value)
            kind = value.type
        if isinstance(kind, Static) or (value.is_known and isinstance(value.const, Enum)):
            return self._known_attribute(value.const, name, node)
        if isinstance(kind, Sym):
            return self._member_attribute(value, kind, name, node)
        if isinstance(kind, Record):
            names = field_names(kind.cls)
            if name in names:
                return split(kind.items, value.parts)[names.index(name)]
            return self._class_attribute(kind.cls, value, name, node)
        return self.hold(node, (value, name), "method")

    def _known_attribute(self, found: Any, name: str, node: Any) -> Value:
        if isinstance(found, Game):
            return self._game_attribute(found, name, node)
        if isinstance(found, Enum):
            member = vars(type(found)).get(name)
            if isinstance(member, (FunctionType, property)):
                return self._class_attribute(type(found), self.lift(found), name, node)
        if isinstance(found, type):
            member = next((vars(c)[name] for c in found.__mro__ if name in vars(c)), MISSING)
            if isinstance(member, classmethod):
                return self.hold(node, Bound(member.__func__, self.lift(found)), "bound")
            if isinstance(member, staticmethod):
                return self.lift(unwrap_cached(member.__func__))
        if isinstance(found, (tuple, list, dict, set, frozenset, range, str)):
            return self.hold(node, (self.lift(found), name), "method")
        value = getattr(found, name, MISSING)
        if value is MISSING:
            raise Refusal("no_attribute", name=name)
        if isinstance(value, MethodType) and isinstance(found, ModuleType):
            raise Refusal("callable", name=name)
        return self.lift(value)

    def _game_attribute(self, game: Any, name: str, node: Any) -> Value:
        if name in vars(game):
            return self.lift(vars(game)[name])
        for cls in type(game).__mro__:
            if name in vars(cls):
                found = unwrap_cached(vars(cls)[name])
                if isinstance(found, FunctionType):
                    return self.hold(node, Bound(found, self.lift(game)), "bound")
                if isinstance(found, staticmethod):
                    return self.lift(unwrap_cached(found.__func__))
                if isinstance(found, classmethod):
                    return self.hold(node, Bound(found.__func__, self.lift(cls)), "bound")
                return self.lift(getattr(game, name))
        raise Refusal("no_attribute", name=name)

    def _member_attribute(self, value: Value, kind: Sym, name: str, node: Any) -> Value:
        """An attribute of one of several members of enums."""
        members = {number: self.constants.value_of(number) for number in sorted(kind.ids)}
        enums = {number: member for number, member in members.items() if isinstance(member, Enum)}
        if not enums and not hasattr(str, name):
            self.fail(TYPE)
            return Value(NEVER)
        if not enums:
            if all(type(member) is str for member in members.values()):
                return self.hold(node, (value, name), "method")
            if any(type(member) is str for member in members.values()):
                words = {number for number, member in members.items() if type(member) is str}
                return self.hold(node, (Value(Sym(frozenset(words)), value.parts), name), "method")
            raise Refusal("no_attribute", name=name)
        if len(enums) < len(members):
            is_enum = {number: int(number in enums) for number in members}
            there = self.look_up(value.parts[0], is_enum, 0)
            self.fail_if(self.b.icmp_signed("==", there, there.type(0)), TYPE)
            value = Value(Sym(frozenset(enums)), value.parts)
        classes = {type(member) for member in enums.values()}
        if len(classes) == 1:
            cls = classes.pop()
            found = next((vars(c)[name] for c in cls.__mro__ if name in vars(c)), None)
            if isinstance(found, (FunctionType, staticmethod)) or type(found) is property:
                return self._class_attribute(cls, value, name, node)
        values = [getattr(member, name) for member in enums.values()]
        order = {number: at for at, number in enumerate(enums)}
        table = self.settle(self.lift(tuple(values)))
        return self.item_at(table, self.look_up(value.parts[0], order, TYPE))

    def _class_attribute(self, cls: Any, value: Value, name: str, node: Any) -> Value:
        """A property, method or constant of a class, for one of its instances."""
        for base in cls.__mro__:
            if name in vars(base):
                found = unwrap_cached(vars(base)[name])
                if isinstance(found, property):
                    getter: Any = found.fget
                    return self.call_function(function_of(getter, base), [value], {}, node)
                wrapped = getattr(found, "func", None)
                if type(found).__name__ == "cached_property" and wrapped is not None:
                    return self.call_function(function_of(wrapped, base), [value], {}, node)
                if isinstance(found, FunctionType) and base.__module__ != "builtins":
                    if name in ("_replace", "_asdict"):
                        return self.hold(node, (value, name), "method")
                    return self.hold(node, Bound(found, value), "bound")
                if isinstance(found, staticmethod):
                    return self.lift(unwrap_cached(found.__func__))
                if isinstance(found, classmethod):
                    return self.hold(node, Bound(found.__func__, self.lift(cls)), "bound")
                if callable(found):
                    return self.hold(node, (value, name), "method")
                return self.lift(getattr(cls, name))
        raise Refusal("no_attribute", name=name)
