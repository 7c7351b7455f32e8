"""Calls as the source has them: arguments, stars and `super()`."""

from __future__ import annotations

import ast
from collections.abc import Hashable
from inspect import CO_VARARGS
from types import FunctionType, MethodType

from adversario.native.compiler.plain.code.conditions import Conditions
from adversario.native.compiler.plain.data.machine import I64, KEY, TYPE
from adversario.native.compiler.plain.data.values import Value
from adversario.native.compiler.plain.frames import Bound, Closure, Lazy
from adversario.native.compiler.plain.kinds.classes import field_names, is_record_class
from adversario.native.compiler.plain.kinds.types import (
    NEVER,
    AnyOf,
    Bool,
    DictOf,
    Float,
    Frozen,
    Int,
    ListOf,
    Never,
    Refusal,
    Seq,
    SetOf,
    Static,
    Sym,
    Tuple,
    Type,
    kind_of,
)
from adversario.native.compiler.source import MISSING
from adversario.native.compiler.syntax import unwrap_cached

UNORDERED = (all, any, frozenset, len, max, min, set, sorted, sum)
"""Functions that return the same for a list in any order."""


CLASSES: dict[type[Type], type] = {
    Tuple: tuple, ListOf: list, SetOf: set, Frozen: frozenset, DictOf: dict, Int: int,
    Float: float, Bool: bool,
}  # fmt: skip
"""Python's own types, by those of compiled values."""


class CallSyntax(Conditions):
    """Code for calls."""

    def expr_Call(self, node: ast.Call) -> Value:
        """A call."""
        if isinstance(node.func, ast.Attribute) and _is_super(node.func.value):
            return self._call_super(node, node.func.attr)
        if isinstance(node.func, ast.Subscript) and isinstance(node.func.value, ast.Dict):
            found = self._call_chosen(node, node.func.value, node.func.slice)
            if found is not None:
                return found
        if isinstance(node.func, ast.Attribute):
            receiver = self.expr(node.func.value)
            if isinstance(receiver.type, AnyOf) and self._has_several_classes(receiver.type):
                return self._call_on_options(receiver, node, node.func)
            function = self.attribute(receiver, self.attribute_name(node.func), node.func)
        else:
            function = self.expr(node.func)
        rewritten = self._call_with_rows(function, node)
        if rewritten is not None:
            return rewritten
        if not node.keywords and function.is_known and node.args:
            if any(function.const is each for each in UNORDERED):
                self.unit.unordered.add(id(node.args[0]))
        given, named = self.arguments(node, function)
        if isinstance(function.type, AnyOf):
            return self.each_option(function, lambda f: self.call(f, given, named, node))
        return self.call(function, given, named, node)

    def _call_chosen(self, node: ast.Call, table: ast.Dict, index: ast.expr) -> Value | None:
        """`{"a": f, "b": g}[key](...)`; None if it is not known which keys there are."""
        keys = [self.expr(each) for each in table.keys if each is not None]
        if len(keys) < len(table.keys) or not all(key.is_known for key in keys):
            return None
        key = self.settle(self.expr(index))
        given, named = self.arguments(node)

        def place_of(option: Value) -> Value:
            if isinstance(option.type, Never):
                return option
            found = self.known_place([each.const for each in keys], option)
            return Value(Int(-1, len(keys)), (found,))

        place = self.each_option(key, place_of) if isinstance(key.type, AnyOf) else place_of(key)
        if isinstance(place.type, Never):
            return place
        after, none, made = self.block("chosen"), self.block("nokey"), []
        switch = self.b.switch(place.parts[0], none)
        for at, function in enumerate(table.values):
            block = self.block("choice")
            switch.add_case(I64(at), block)
            self.enter(block)
            value = self.settle(self.call(self.expr(function), given, named, (node, at)))
            if not self.ended:
                made.append((value, self.b.block))
        self.enter(none)
        self.fail(KEY)
        self.b.unreachable()
        return self.meet(made, after)

    def _has_several_classes(self, kind: AnyOf) -> bool:
        """Whether values of a type are of several classes, each with methods of its own."""
        nothing = frozenset({self.constants.id_of(None)})
        return sum(option != Sym(nothing) for option in kind.options) > 1

    def _call_on_options(self, receiver: Value, node: ast.Call, func: ast.Attribute) -> Value:
        """A method of one of several classes, each with its own."""
        given, named = self.arguments(node)

        def use(option: Value) -> Value:
            cls = self._python_class(option)
            if cls is not None and not hasattr(cls, func.attr):
                self.fail(TYPE)
                return Value(NEVER)
            key = (func, str(kind_of(option.type)))
            function = self.attribute(option, func.attr, key)
            return self.call(function, given, named, (node, str(kind_of(option.type))))

        return self.each_option(receiver, use)

    def _python_class(self, value: Value) -> type | None:
        """The class of values in Python, for those of Python's own types."""
        kind = value.type
        if isinstance(kind, Sym):
            classes = {type(each) for each in self.constants.values_of(kind)} - {type(None)}
            return classes.pop() if len(classes) == 1 else None
        if isinstance(kind, Seq):
            return str if kind.text else tuple
        return CLASSES.get(type(kind))

    def arguments(
        self, node: ast.Call, function: Value | None = None
    ) -> tuple[list[Value], dict[str, Value]]:
        """The values of the arguments of a call; of the function, if it is known.

        Then a row of any length may be among them: as many items as the function takes.
        """
        given: list[Value] = []
        stars = sum(isinstance(each, ast.Starred) for each in node.args)
        count = self._row_length(node, function) if function is not None and stars == 1 else None
        for each in node.args:
            if isinstance(each, ast.Starred):
                value = self.expr(each.value)
                held = self.held(value)
                if isinstance(held, Lazy) and held.known is not MISSING:
                    value = self.lift(held.known)
                if isinstance(value.type, Static) and isinstance(value.const, (tuple, list)):
                    given += [self.lift(item) for item in value.const]
                elif held is not None and count is not None:
                    given += self.items_of(self.collect(value, each), count)
                else:
                    row = self._only_row(value)
                    given += self.items_of(row, count if _has_any_length(row.type) else None)
            else:
                given.append(self.expr(each))
        named: dict[str, Value] = {}
        for keyword in node.keywords:
            if keyword.arg is None:
                found = self.expr(keyword.value)
                if not isinstance(found.const, dict):
                    raise Refusal("double_star")
                named |= {name: self.lift(each) for name, each in found.const.items()}
                continue
            named[keyword.arg] = self.expr(keyword.value)
        return given, named

    def _row_length(self, node: ast.Call, function: Value) -> int | None:
        """The number of arguments that `*row` has to be; None if it may be several."""
        found = self.held(function) or unwrap_cached(function.const)
        bound = isinstance(found, (Bound, MethodType))
        if isinstance(found, Bound):
            found = found.function
        elif isinstance(found, MethodType):
            found = found.__func__
        elif is_record_class(found) and isinstance(found.__init__, FunctionType):
            found, bound = found.__init__, True
        others = len(node.args) - 1 + len(node.keywords)
        if isinstance(found, Closure):
            arguments = found.function.tree.args
            if arguments.vararg or arguments.defaults or arguments.kwonlyargs:
                return None
            return len(arguments.posonlyargs) + len(arguments.args) - others
        if isinstance(found, FunctionType):
            code = found.__code__
            if found.__defaults__ or code.co_flags & CO_VARARGS or code.co_kwonlyargcount:
                return None
            return code.co_argcount - bound - others
        if is_record_class(found) and issubclass(found, tuple) and not found._field_defaults:
            return len(field_names(found)) - others
        return None

    def _only_row(self, value: Value) -> Value:
        """The one option of a value that has items."""
        if isinstance(value.type, AnyOf):
            rows = [o for o in value.type.options if not isinstance(o, Sym)]
            if len(rows) == 1:
                return self.convert(value, rows[0])
        return value

    def _call_with_rows(self, function: Value, node: ast.Call) -> Value | None:
        """`f(*rows)` for functions that have a form for rows whose number is not known."""
        from adversario.native.compiler.plain.library.registry import UNPACKED

        found = function.const if function.is_known else None
        handler = UNPACKED.get(found) if isinstance(found, Hashable) else None
        last = node.args[-1] if node.args else None
        if handler is None or node.keywords or not isinstance(last, ast.Starred):
            return None
        rows = self.settle(self.expr(last.value))
        if not isinstance(rows.type, (ListOf, Seq)) or (
            isinstance(rows.type, Seq) and (rows.type.fixed or rows.type.text)
        ):
            return None
        return handler(self, node, [self.expr(each) for each in node.args[:-1]], rows)

    def _call_super(self, node: ast.Call, name: str) -> Value:
        owner = self.frame.function.owner
        if owner is None:
            raise Refusal("super")
        mro = type(self.unit.game).__mro__
        given, named = self.arguments(node)
        if owner not in mro:
            arguments = self.frame.scope().function.tree.args
            receiver = self.name_value([*arguments.posonlyargs, *arguments.args][0].arg)
            return self.call_base(receiver, owner, name, given, named, node)
        for cls in mro[mro.index(owner) + 1 :]:
            if name in vars(cls):
                return self.call_python(
                    vars(cls)[name], [self.lift(self.unit.game), *given], named, node
                )
        raise Refusal("no_attribute", name=name)


def _has_any_length(kind: Type) -> bool:
    """Whether values of a type are rows of any length."""
    return isinstance(kind, ListOf) or (isinstance(kind, Seq) and not kind.fixed)


def _is_super(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "super"
        and not node.args
    )
