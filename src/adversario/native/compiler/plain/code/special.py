"""Special methods that classes of the game define, as `__add__` and `__iter__`."""

from __future__ import annotations

import ast

from adversario.native.compiler.plain.code.instances import Instances
from adversario.native.compiler.plain.data.values import Value
from adversario.native.compiler.plain.frames import function_of
from adversario.native.compiler.plain.kinds.equality import own_method
from adversario.native.compiler.plain.kinds.types import Record, Sym

OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.FloorDiv: "floordiv", ast.Mod: "mod",
    ast.Div: "truediv", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor", ast.Pow: "pow",
    ast.LShift: "lshift", ast.RShift: "rshift",
}  # fmt: skip

UNARY: dict[type[ast.unaryop], str] = {
    ast.USub: "__neg__", ast.UAdd: "__pos__", ast.Invert: "__invert__",
}  # fmt: skip


class Special(Instances):
    """Code that calls special methods."""

    def special(self, value: Value, name: str, *given: Value) -> Value | None:
        """The result of a special method of the value's class; None if it has none of its own."""
        found = own_method(self._class_of(value), name)
        if found is None:
            return None
        function, owner = found
        node = ("special", name, self.line)
        return self.call_function(function_of(function, owner), [value, *given], {}, node)

    def _class_of(self, value: Value) -> type | None:
        if isinstance(value.type, Record):
            cls: type = value.type.cls
            return cls
        if isinstance(value.type, Sym):
            classes = {type(each) for each in self.constants.values_of(value.type)}
            return classes.pop() if len(classes) == 1 else None
        return None

    def special_operator(self, op: ast.operator, one: Value, other: Value) -> Value | None:
        """What an operator of a class makes of two values; None if neither has one."""
        name = OPERATORS.get(type(op))
        if name is None:
            return None
        found = self.special(one, f"__{name}__", other)
        return self.special(other, f"__r{name}__", one) if found is None else found
