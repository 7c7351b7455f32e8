"""Variables: where they are, what type they have, and what is known of them at this point."""

from __future__ import annotations

import ast
import builtins
from typing import Any

from adversario.native.compiler.plain.data.containers import Containers
from adversario.native.compiler.plain.data.machine import I1, ORDER, UNSUPPORTED
from adversario.native.compiler.plain.data.values import Value, parts_of, split
from adversario.native.compiler.plain.frames import Closure, Frame, Function, Lazy, Variable, key_of
from adversario.native.compiler.plain.kinds.types import (
    NEVER,
    AnyOf,
    Int,
    Never,
    Record,
    Refusal,
    Site,
    Static,
    Sym,
    Tuple,
    Type,
    kind_of,
)
from adversario.native.compiler.plain.unit import Held, Unit
from adversario.native.compiler.source import MISSING


class Names(Containers):
    """Code that reads and assigns variables."""

    unit: Unit
    frame: Frame
    known: dict[Variable, Type]  # narrower types than the variables'
    path: tuple[Any, ...]

    def attach(self, unit: Unit, key: tuple[Any, ...]) -> None:
        """Have the code share what a unit knows."""
        self.unit, self.path, self.known = unit, key, {}
        self.constants, self.joiner, self.codec = unit.constants, unit.joiner, unit.codec
        self.table = unit.table
        self.inlining: list[Function] = []
        self.line = 0

    def site(self, node: Any, kind: str = "") -> Site:
        """The site of a node of the source, in the function that is compiled."""
        return self.unit.site((self.frame.key, key_of(node), kind))

    def hold(self, node: Any, value: Any, kind: str = "") -> Value:
        """Something that only the compiler knows, made by a node of the source."""
        return self.unit.hold((self.frame.key, key_of(node), kind), value)

    def lazy(
        self, node: Any, each: Any, most: int | None = None, fixed: bool = False, **details: Any
    ) -> Value:
        """Items that are computed on the way through them."""
        return self.hold(node, Lazy(each, most, fixed, self, **details), "lazy")

    def as_iterator(self, name: str, value: Value) -> Value:
        """An iterator that several places may use; Refusal if it has no such form."""
        raise NotImplementedError

    @staticmethod
    def held(value: Value) -> Any:
        """What only the compiler knows of a value; None if it is another kind of value."""
        return value.const.value if isinstance(value.const, Held) else None

    def order_matters(self, condition: Any) -> None:
        """Leave it to Python if a condition holds: then the order of a set matters."""
        self.unit.report_order(self.frame.function, self.line, "set_order")
        self.fail_if(condition, ORDER)

    # Frames.

    def new_frame(
        self, key: tuple[Any, ...], function: Function, parent: Frame | None, *, scope: bool = True,
        names: frozenset[str] | None = None,
    ) -> Frame:  # fmt: skip
        """A frame for the variables of a function."""
        own = function.locals if names is None else names
        frame = Frame(key, function, parent, own, is_scope=scope)
        for name in function.doubtful if scope else ():
            frame.bound[name] = self.slot(I1)
            self.b.store(I1(0), frame.bound[name])
        for name in own:
            frame.variables[name] = self.unit.variable((key, name))
            self.known.pop(frame.variables[name], None)
        return frame

    def places_of(self, frame: Frame, name: str) -> list[Any]:
        """The places of a variable."""
        kind = frame.variables[name].type
        found = frame.places.get(name)
        if found is None or found[0] != kind:
            if found is not None and found[0] is MISSING:
                raise Refusal("closure", name=name)
            found = frame.places[name] = (kind, self.places(kind))
        return found[1]

    def assign(self, name: str, value: Value) -> None:
        """Give a variable a value."""
        frame = self.frame.find(name)
        if frame is None:
            raise Refusal("global")
        if name in frame.bound and not self.ended:
            self.b.store(I1(1), frame.bound[name])
        variable = frame.variables[name]
        old = variable.type
        if not frame.is_scope or name in frame.function.reused:
            value = self.as_iterator(name, value)
        if isinstance(value.type, Static) and not (isinstance(old, Never) or old == value.type):
            value = self.settle(value)
        elif isinstance(old, Static) and old != value.type:
            settled = self.settle(Value(old, (), old.value))
            if settled.type == old:
                raise Refusal("functions_differ", name=name)
            variable.type = settled.type
            self.unit.changed = True
        self.unit.grow(variable, value.type)
        kind = variable.type
        if not isinstance(kind, Static):
            self.put(self.places_of(frame, name), self.convert(value, kind))
        if value.type != kind and not isinstance(value.type, Static):
            self.known[variable] = value.type
        else:
            self.known.pop(variable, None)

    def variable_value(self, frame: Frame, name: str) -> Value:
        """The value of a variable."""
        if name in frame.bound:
            self.fail_if(self.b.not_(self.b.load(frame.bound[name])), UNSUPPORTED)
        variable = frame.variables[name]
        kind = variable.type
        if isinstance(kind, Static):
            return Value(kind, (), kind.value)
        if isinstance(kind, Never):
            return Value(NEVER)
        value = self.get(self.places_of(frame, name), kind)
        return self.narrowed(value, self.known.get(variable, kind))

    def name_value(self, name: str) -> Value:
        """What a name stands for."""
        frame = self.frame.find(name)
        if frame is not None:
            return self.variable_value(frame, name)
        found = self.frame.function.source.names.get(name, MISSING)
        if found is MISSING:
            found = getattr(builtins, name, MISSING)
        if found is MISSING:
            raise Refusal("name", name=name)
        return self.lift(found)

    def kind_of_name(self, name: str) -> Type | None:
        """The type of a variable; None if the name is another one's."""
        frame = self.frame.find(name)
        return None if frame is None else frame.variables[name].type

    # What is known.

    def narrowed(self, value: Value, kind: Type) -> Value:
        """A value as one of a narrower type, if that is only another way to see its parts."""
        own = value.type
        if own == kind:
            return value
        if isinstance(own, AnyOf) and not isinstance(kind, AnyOf):
            for option in split(own.options, value.parts[1:]):
                if kind_of(option.type) == kind_of(kind):
                    return self.narrowed(option, kind)
            return value
        if isinstance(own, Int) and isinstance(kind, Int):
            lo, hi = max(own.lo, kind.lo), min(own.hi, kind.hi)
            return Value(Int(lo, hi), value.parts) if lo <= hi else value
        if isinstance(own, Sym) and isinstance(kind, Sym):
            both = own.ids & kind.ids
            return Value(Sym(both), value.parts) if both else value
        same = isinstance(own, Tuple) and isinstance(kind, Tuple)
        same = same or (
            isinstance(own, Record) and isinstance(kind, Record) and own.cls is kind.cls
        )
        if same and isinstance(own, (Tuple, Record)) and isinstance(kind, (Tuple, Record)):
            if parts_of(own) == parts_of(kind) and len(own.items) == len(kind.items):
                items = [
                    self.narrowed(item, each)
                    for item, each in zip(split(own.items, value.parts), kind.items, strict=True)
                ]
                kinds = tuple(item.type for item in items)
                made = Tuple(kinds) if isinstance(own, Tuple) else Record(own.cls, kinds)
                return Value(made, value.parts)
        return value

    def learn(self, node: ast.expr, kind: Type) -> None:
        """Note that a variable has a narrower type from here on."""
        if isinstance(node, ast.NamedExpr):
            node = node.target
        if not isinstance(node, ast.Name):
            return
        frame = self.frame.find(node.id)
        if frame is not None and not isinstance(frame.variables[node.id].type, (Static, Never)):
            self.known[frame.variables[node.id]] = kind

    def forget(self, names: set[str]) -> None:
        """Drop what is known of variables that are going to change."""
        for name in names:
            frame = self.frame.find(name)
            if frame is not None:
                self.known.pop(frame.variables[name], None)

    def merge_known(self, states: list[dict[Variable, Type]]) -> None:
        """What is known where several ways meet."""
        if not states:
            return
        merged = {}
        for variable, kind in states[0].items():
            if all(variable in state for state in states[1:]):
                for state in states[1:]:
                    kind = self.joiner.join(kind, state[variable])  # noqa: PLW2901 (so far)
                merged[variable] = kind
        self.known = merged


__all__ = ["Closure", "Names"]
