"""Instances of plain classes: their `__init__` in line, which assigns the fields."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adversario.native.compiler.plain.code.attributes import Attributes
from adversario.native.compiler.plain.data.values import Value
from adversario.native.compiler.plain.frames import Frame, Function, function_of, key_of
from adversario.native.compiler.plain.kinds.classes import field_names, mangled
from adversario.native.compiler.plain.kinds.equality import own_method
from adversario.native.compiler.plain.kinds.types import Record, Refusal


@dataclass(eq=False)
class Building:
    """An instance whose `__init__` runs: its fields are variables of a frame, until it is done."""

    cls: Any
    frame: Frame


class Instances(Attributes):
    """Code that makes instances."""

    def attribute(self, value: Value, name: str, node: Any) -> Value:
        """`value.name`, of an instance that is being made too."""
        held = self.held(value)
        if not isinstance(held, Building):
            return super().attribute(value, name, node)
        if f".{name}" in held.frame.locals:
            return self.variable_value(held.frame, f".{name}")
        if own_method(held.cls, name) is not None:
            raise Refusal("class", name=held.cls.__name__)  # its fields may not have values yet
        return self.lift(getattr(held.cls, name))

    def expr_Attribute(self, node: ast.Attribute) -> Value:
        """An attribute."""
        return self.attribute(self.expr(node.value), self.attribute_name(node), node)

    def expr(self, node: ast.expr) -> Value:
        """The value of an expression."""
        raise NotImplementedError

    def attribute_name(self, node: ast.Attribute) -> str:
        """The name of an attribute, which is another one if it is private to a class."""
        return mangled(node.attr, self.frame.function.owner)

    def set_attribute(self, node: ast.Attribute, value: Value) -> None:
        """`self.name = value` in `__init__`."""
        held = self.held(self.expr(node.value))
        if not isinstance(held, Building):
            raise Refusal("assign")
        outer, self.frame = self.frame, held.frame
        self.assign(f".{self.attribute_name_in(node, outer)}", self.settle(value))
        self.frame = outer

    def attribute_name_in(self, node: ast.Attribute, frame: Frame) -> str:
        """The name of an attribute in the function of a frame."""
        return mangled(node.attr, frame.function.owner)

    def new_instance(
        self, cls: Any, given: Sequence[Value], named: Mapping[str, Value], node: Any
    ) -> Value:
        """An instance of a plain class."""
        names = field_names(cls)
        found = own_method(cls, "__init__")
        if found is None:
            if given or named or names:
                raise Refusal("class", name=cls.__name__)
            return Value(Record(cls, ()))
        function = function_of(*found)
        key = (*self.frame.key, key_of(node), id(function), "instance")
        fields = frozenset(f".{name}" for name in names)
        frame = self.new_frame(key, function, None, names=function.locals | fields)
        receiver = self.unit.hold((key, "self"), Building(cls, frame))
        self.run_init(function, frame, [receiver, *given], named)
        items = [self.settle(self.variable_value(frame, f".{name}")) for name in names]
        kinds = tuple(item.type for item in items)
        return Value(Record(cls, kinds), tuple(part for item in items for part in item.parts))

    def run_init(
        self, function: Function, frame: Frame, given: Sequence[Value], named: Mapping[str, Value]
    ) -> None:
        """Write the statements of an `__init__`."""
        if function in self.inlining:
            raise Refusal("inline_recursion", name=function.name)
        bound = {name: self.settle(v) for name, v in self.bind(function, given, named).items()}
        outer, self.frame = self.frame, frame
        self.frames[frame.key] = frame
        for name, value in bound.items():
            self.assign(name, value)
        done = self.block("made")
        frame.on_return = lambda value: self.goto(done)
        self.inlining.append(function)
        handlers, self.handlers = self.handlers, list(self.handlers)
        self.run_body(frame)
        self.inlining.pop()
        self.handlers = handlers
        self.goto(done)
        self.enter(done)
        self.frame = outer

    def call_base(
        self, receiver: Value, owner: type, name: str, given: list[Value],
        named: dict[str, Value], node: Any,
    ) -> Value:  # fmt: skip
        """`super().name(...)` in a class that is not the game's."""
        held = self.held(receiver)
        cls = held.cls if isinstance(held, Building) else getattr(receiver.type, "cls", None)
        if cls is None or owner not in cls.__mro__:
            raise Refusal("super")
        for base in cls.__mro__[cls.__mro__.index(owner) + 1 :]:
            if name not in vars(base):
                continue
            if base is object and name == "__init__":
                return self.lift(None)
            found = own_method(base, name)
            if found is None:
                break
            function = function_of(*found)
            if not isinstance(held, Building):
                return self.call_function(function, [receiver, *given], named, node)
            if name != "__init__":
                break
            key = (*self.frame.key, key_of(node), id(function), "base")
            frame = self.new_frame(key, function, None)
            self.run_init(function, frame, [receiver, *given], named)
            return self.lift(None)
        raise Refusal("super")
