"""The operators and built-ins of a rule replaced by those that are exact or raise.

`a + b` becomes `checked_add(a, b)`, and so on (see `checked` and `conversions`). Some need nothing:
a constant is computed here, and under a mask, as in `(a << 7 | b) & 255`, sums, products and shifts
need no more than their lowest 64 bits, and so before `% 8`. A shift by `n % 60` is by fewer than 64
places.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from copy import deepcopy
from itertools import pairwise
from types import ModuleType
from typing import Any

from adversario.native.compiler.shapes import LARGE
from adversario.native.compiler.source import MISSING

BINARY: Mapping[type[ast.operator], tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Add: ("checked_add", operator.add),
    ast.Sub: ("checked_sub", operator.sub),
    ast.Mult: ("checked_mul", operator.mul),
    ast.Pow: ("checked_pow", operator.pow),
    ast.FloorDiv: ("checked_floordiv", operator.floordiv),
    ast.Mod: ("checked_mod", operator.mod),
    ast.Div: ("checked_truediv", operator.truediv),
    ast.LShift: ("checked_lshift", operator.lshift),
    ast.RShift: ("checked_rshift", operator.rshift),
    ast.BitAnd: ("checked_and", operator.and_),
    ast.BitOr: ("checked_or", operator.or_),
    ast.BitXor: ("checked_xor", operator.xor),
}
"""By operator: the function of the generated module, and what Python does."""

MODULAR = {
    ast.Add: "modular_add",
    ast.Sub: "modular_sub",
    ast.Mult: "modular_mul",
    ast.LShift: "modular_lshift",
    ast.BitAnd: "",
    ast.BitOr: "",
    ast.BitXor: "",
}
"""Operators whose lowest 64 bits depend on those of their operands only, and what computes these;
an empty name for the operator itself."""

COMPARED: Mapping[type[ast.cmpop], str] = {
    ast.Lt: "checked_lt",
    ast.LtE: "checked_le",
    ast.Gt: "checked_gt",
    ast.GtE: "checked_ge",
    ast.Eq: "checked_eq",
    ast.NotEq: "checked_ne",
}
"""The comparisons of numbers."""

EXACT = 1 << 53
"""Below this, the machine too compares an integer exactly with any float, and so a float with any
integer."""

BUILT_IN: Mapping[tuple[str, int], str] = {
    ("abs", 1): "checked_abs",
    ("int", 1): "checked_int",
    ("round", 1): "checked_round",
    ("pow", 2): "checked_pow",
    ("divmod", 2): "checked_divmod",
    ("sum", 1): "checked_sum",
    ("sum", 2): "checked_sum",
}
"""By name and number of arguments."""

EXTREMES = ("max", "min")
"""Built-ins of one iterable, or of two numbers and more."""

MATHEMATICAL = {"floor": "checked_floor", "ceil": "checked_ceil", "trunc": "checked_trunc"}
"""Functions of `math` that return integers; `checked_math` is for the others."""

VALUES = ("self_utility", "self_evaluate")
"""The rules that return the value of a state."""

LONGEST = 1000
"""Powers and shifts of constants beyond this are left to compiled code, which then raises."""

FUNCTIONS = (
    {name for name, _ in BINARY.values()}
    | set(BUILT_IN.values())
    | set(COMPARED.values())
    | set(MATHEMATICAL.values())
    | {f"checked_{name}{of}" for name in EXTREMES for of in ("", "_of")}
    | {"checked_neg", "checked_index", "checked_math", "checked_math_of_two"}
    | {*filter(None, MODULAR.values()), "modular_mod", "near_lshift", "near_rshift"}
    | {"as_value", "as_int64", "as_uint64", "as_float64", "as_boolean"}
)
"""The names of the generated module that stand for these."""


def make_exact(
    tree: ast.FunctionDef, constants: Mapping[str, Any], taken: set[str]
) -> ast.FunctionDef:
    """The function with exact arithmetic.

    `constants` are those of the module by name, `taken` all its names: what has none of these is
    Python's.
    """
    stored = {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    local = stored | {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    made = _Exact(constants, taken, local, tree.name in VALUES).visit(tree)
    return ast.fix_missing_locations(made)  # type: ignore[no-any-return]


class _Exact(ast.NodeTransformer):
    def __init__(
        self, constants: Mapping[str, Any], taken: set[str], local: set[str], value: bool
    ) -> None:
        self.constants, self.taken, self.local, self.value = constants, taken, local, value

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """An operator of two operands."""
        if (known := self.literal(node)) is not None:
            return known
        if isinstance(node.op, ast.BitAnd):
            for mask, other in ((node.left, node.right), (node.right, node.left)):
                if self.is_mask(mask):
                    masked = ast.BinOp(self.modular(other), node.op, self.visit(mask))
                    return ast.copy_location(masked, node)
        if isinstance(node.op, ast.Mod) and self.is_power_of_two(node.right):
            parts = [self.modular(node.left), self.visit(node.right)]
            return self.made("modular_mod", parts, node)
        if type(node.op) not in BINARY:
            return self.generic_visit(node)
        name = self.near_shift(node) or BINARY[type(node.op)][0]
        return self.call(name, [node.left, node.right], node)

    def near_shift(self, node: ast.BinOp) -> str:
        """The shift that needs no check, as its places are few; empty if it may need one."""
        places = self.most(node.right)
        if places > 63:
            return ""
        if isinstance(node.op, ast.RShift):
            return "near_rshift"
        shifted = self.number(node.left) if isinstance(node.op, ast.LShift) else MISSING
        fits = type(shifted) is int and 0 <= shifted << places < LARGE
        return "near_lshift" if fits else ""

    def modular(self, node: ast.expr) -> ast.expr:
        """An operand of a mask: what is above its lowest 64 bits does not matter."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.Invert)):
            return ast.copy_location(ast.UnaryOp(node.op, self.modular(node.operand)), node)
        if not isinstance(node, ast.BinOp) or type(node.op) not in MODULAR:
            return self.visit(node)  # type: ignore[no-any-return]
        left = self.modular(node.left)
        if isinstance(node.op, ast.LShift):
            name = "near_lshift" if self.most(node.right) < 64 else "modular_lshift"
            return self.made(name, [left, self.visit(node.right)], node)
        right, name = self.modular(node.right), MODULAR[type(node.op)]
        if name:
            return self.made(name, [left, right], node)
        return ast.copy_location(ast.BinOp(left, node.op, right), node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        """A minus, but for that of a number."""
        if (known := self.literal(node)) is not None:
            return known
        if isinstance(node.op, ast.USub):
            return self.call("checked_neg", [node.operand], node)
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """Comparisons of what may be a large integer and a float.

        A chain becomes several: what is in its middle is computed twice, as rules have no effects.
        """
        operands = [node.left, *node.comparators]
        pairs = list(pairwise(operands))
        plain = [type(op) not in COMPARED for op in node.ops]
        if any(plain) or all(self.is_small(one) or self.is_small(other) for one, other in pairs):
            return self.generic_visit(node)
        names = [COMPARED[type(op)] for op in node.ops]
        calls = [
            self.call(name, [deepcopy(one), deepcopy(other)], node)
            for name, (one, other) in zip(names, pairs, strict=True)
        ]
        return (
            calls[0] if len(calls) == 1 else ast.copy_location(ast.BoolOp(ast.And(), calls), node)
        )

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        """A plain assignment; the place of an item is computed once."""
        target, place = node.target, f"place_{node.lineno}_{node.col_offset}"
        if isinstance(target, ast.Subscript):
            first = ast.copy_location(ast.Assign([_name(place, store=True)], target.slice), node)
            new: ast.expr = ast.Subscript(target.value, _name(place), ast.Store())
            old: ast.expr = ast.Subscript(target.value, _name(place), ast.Load())
            before = [self.generic_visit(first)]
        elif isinstance(target, ast.Name):
            new, old, before = target, _name(target.id), []
        else:
            return self.generic_visit(node)
        value = ast.copy_location(ast.BinOp(old, node.op, node.value), node)
        assign = ast.Assign([new], self.visit(ast.fix_missing_locations(value)))
        return [*before, ast.copy_location(assign, node)]

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """An item at a place that is not known: it may not be there."""
        known = self.number(node.slice) is not MISSING
        if known or not isinstance(node.ctx, ast.Load):
            return self.generic_visit(node)
        if isinstance(node.slice, (ast.Slice, ast.Tuple)):
            return self.generic_visit(node)
        return self.call("checked_index", [node.value, node.slice], node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """A built-in, or a function of `math`."""
        if node.keywords or any(isinstance(each, ast.Starred) for each in node.args):
            return self.generic_visit(node)
        size = len(node.args)
        function = self.function(node.func)
        if isinstance(function, str) and (function, size) in BUILT_IN:
            return self.call(BUILT_IN[function, size], node.args, node)
        if isinstance(function, str) and function in EXTREMES and size:
            return self.extreme(f"checked_{function}", node)
        if getattr(function, "__module__", "") == "math" and not isinstance(function, str):
            name = function.__name__
            if name in MATHEMATICAL:
                return self.call(MATHEMATICAL[name], node.args, node)
            if size in (1, 2):
                checked = "checked_math" if size == 1 else "checked_math_of_two"
                return self.call(checked, [node.func, *node.args], node)
        return self.generic_visit(node)

    def extreme(self, name: str, node: ast.Call) -> ast.expr:
        """A call of `max` or `min`: of an iterable, or two by two."""
        found, *others = (self.visit(argument) for argument in node.args)
        if not others:
            return self.made(f"{name}_of", [found], node)
        for other in others:
            found = self.made(name, [found, other], node)
        return found  # type: ignore[no-any-return]

    def visit_Return(self, node: ast.Return) -> ast.AST:
        """The value of a state is a number."""
        if not self.value or node.value is None:
            return self.generic_visit(node)
        made = self.call("as_value", [node.value], node)
        return ast.copy_location(ast.Return(made), node)

    # What is known.

    def function(self, node: ast.expr) -> Any:
        """The function that an expression stands for: an object, or the name of Python's own."""
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            module = self.constants.get(node.value.id)
            return getattr(module, node.attr, None) if isinstance(module, ModuleType) else None
        if not isinstance(node, ast.Name) or node.id in self.local:
            return None
        return self.constants.get(node.id) if node.id in self.taken else node.id

    def number(self, node: ast.expr) -> Any:
        """The number that an expression always is; else MISSING."""
        if isinstance(node, ast.Constant):
            return node.value if type(node.value) in (int, float) else MISSING
        if isinstance(node, ast.Name) and node.id not in self.local:
            found = self.constants.get(node.id, MISSING)
            return found if type(found) is int else MISSING
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            inner = self.number(node.operand)
            return MISSING if inner is MISSING else -inner
        if isinstance(node, ast.BinOp) and type(node.op) in BINARY:
            one, other = self.number(node.left), self.number(node.right)
            if one is not MISSING and other is not MISSING:
                return _computed(node.op, one, other)
        return MISSING

    def most(self, node: ast.expr) -> int:
        """The most that an expression can be if it is known to be 0 or more; else LARGE."""
        found = self.number(node)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            found = self.number(node.right)
            found = found - 1 if type(found) is int else MISSING
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd):
            masks = map(self.number, (node.left, node.right))
            found = next((mask for mask in masks if type(mask) is int and mask >= 0), MISSING)
        return found if type(found) is int and found >= 0 else LARGE

    def literal(self, node: ast.expr) -> ast.Constant | None:
        """The literal for an expression that is always the same number of 64 bits; else None."""
        found = self.number(node)
        fits = type(found) is float or (type(found) is int and -LARGE <= found < 2 * LARGE)
        return ast.copy_location(ast.Constant(found), node) if fits else None

    def is_mask(self, node: ast.expr) -> bool:
        """Whether an expression is a number that leaves at most the lowest 63 bits."""
        found = self.number(node)
        return type(found) is int and 0 <= found < LARGE

    def is_small(self, node: ast.expr) -> bool:
        """Whether an expression is always of the same value, which is no large number."""
        if isinstance(node, ast.Constant) and not isinstance(node.value, (int, float)):
            return True
        found = self.number(node)
        return found is not MISSING and -EXACT < found < EXACT

    def is_power_of_two(self, node: ast.expr) -> bool:
        """Whether an expression is 1, 2, 4, ... within 63 bits."""
        found = self.number(node)
        return type(found) is int and 0 < found < LARGE and found.bit_count() == 1

    # What is made.

    def call(self, name: str, arguments: list[ast.expr], node: ast.AST) -> ast.expr:
        """A call with arguments that are still to be made exact."""
        return self.made(name, [self.visit(argument) for argument in arguments], node)

    def made(self, name: str, arguments: list[ast.expr], node: ast.AST) -> ast.expr:
        """A call of a function of the module."""
        return ast.copy_location(ast.Call(_name(name), arguments, []), node)


def _name(name: str, *, store: bool = False) -> ast.Name:
    return ast.Name(name, ast.Store() if store else ast.Load())


def _computed(op: ast.operator, one: Any, other: Any) -> Any:
    """What Python computes; MISSING if that raises, or is huge."""
    if isinstance(op, (ast.Pow, ast.LShift)) and max(abs(one), abs(other)) > LONGEST:
        return MISSING
    try:
        return BINARY[type(op)][1](one, other)
    except (ArithmeticError, ValueError, TypeError):
        return MISSING
