"""Conditions: short-circuit branches, and what they say about the types of variables."""

from __future__ import annotations

import ast
from typing import Any

from adversario.native.compiler.plain.code.flags import Flags
from adversario.native.compiler.plain.data.values import Value
from adversario.native.compiler.plain.frames import Variable
from adversario.native.compiler.plain.kinds.types import (
    AnyOf,
    Int,
    Never,
    Refusal,
    Static,
    Sym,
    Type,
)

MIRRORED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE,
    ast.Eq: ast.Eq, ast.NotEq: ast.NotEq, ast.Is: ast.Is, ast.IsNot: ast.IsNot,
}  # fmt: skip

NEGATED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip


class Conditions(Flags):
    """Code that branches."""

    def _truthy(self, value: Value, wanted: bool) -> Value:
        """A value that is known to be true, or false: None need not be among its options."""
        kind = value.type
        if isinstance(kind, Sym) and wanted:
            ids = {number for number in kind.ids if self.constants.value_of(number)}
            return Value(Sym(frozenset(ids)), value.parts) if ids else value
        if isinstance(kind, AnyOf) and wanted:
            options = [
                option
                for option in kind.options
                if not (isinstance(option, Sym) and self._all_false(option))
            ]
            if len(options) == 1:
                return self.narrowed(value, options[0])
        return value

    def _all_false(self, kind: Sym) -> bool:
        return not any(self.constants.values_of(kind))

    def branch_on(self, test: ast.expr, yes: Any, no: Any) -> tuple[Any, Any]:
        """Branch on a condition; what is known either way, None where it never leads."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            otherwise, then = self.branch_on(test.operand, no, yes)
            return then, otherwise
        if isinstance(test, ast.BoolOp):
            return self._branch_on_several(test, yes, no)
        condition = self.truth_of(self.expr(test))
        known = getattr(condition, "constant", None)
        if known is not None:
            self.goto(yes if known else no)
            return (dict(self.known), None) if known else (None, dict(self.known))
        self.branch(condition, yes, no)
        self.enter(self.block("learn"))  # what is read there to learn of it is never run
        before = dict(self.known)
        self.learn_from(test, True)
        then, self.known = self.known, dict(before)
        self.learn_from(test, False)
        otherwise, self.known = self.known, before
        return then, otherwise

    def _branch_on_several(self, test: ast.BoolOp, yes: Any, no: Any) -> tuple[Any, Any]:
        conjunction = isinstance(test.op, ast.And)
        short: list[dict[Variable, Type]] = []
        for at, each in enumerate(test.values):
            last = at == len(test.values) - 1
            further = (yes if conjunction else no) if last else self.block("further")
            if conjunction:
                on, out = self.branch_on(each, further, no)
            else:
                out, on = self.branch_on(each, yes, further)
            if out is not None:
                short.append(out)
            if on is None:
                self._unreached(further)
                break
            self.known = on
            if not last:
                self.enter(further)
        else:
            on = dict(self.known)
        merged = None
        if short:
            before = self.known
            self.merge_known(short)
            merged, self.known = self.known, dict(before)
        return (on, merged) if conjunction else (merged, on)

    def _unreached(self, block: Any) -> None:
        """A block that nothing leads to ends where it starts."""

    def learn_from(self, test: ast.expr, holds: bool) -> None:
        """Note what a condition says about variables."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            self.learn_from(test.operand, not holds)
        elif isinstance(test, ast.BoolOp):
            if isinstance(test.op, ast.And) == holds:
                for each in test.values:
                    self.learn_from(each, holds)
        elif isinstance(test, ast.Compare):
            if len(test.ops) == 1 or holds:
                lefts = [test.left, *test.comparators[:-1]]
                for left, op, right in zip(lefts, test.ops, test.comparators, strict=True):
                    self._learn_comparison(left, op, right, holds)
        elif isinstance(test, ast.Call) and isinstance(test.func, ast.Name):
            if test.func.id == "isinstance" and len(test.args) == 2:
                self._learn_class(test.args[0], test.args[1], holds)
        elif isinstance(test, (ast.Name, ast.NamedExpr)):
            self._learn_truth(test, holds)

    def _variable(self, node: ast.expr) -> Value | None:
        if isinstance(node, ast.NamedExpr):
            node = node.target
        if isinstance(node, ast.Name) and self.frame.find(node.id) is not None:
            found = self.name_value(node.id)
            return None if isinstance(found.type, (Static, Never)) else found
        return None

    def _learn_truth(self, node: ast.expr, holds: bool) -> None:
        value = self._variable(node)
        if value is not None and holds:
            self.learn(node, self._truthy(value, True).type)

    def _learn_class(self, node: ast.expr, classes: ast.expr, holds: bool) -> None:
        from adversario.native.compiler.plain.library.instances import is_instance

        value = self._variable(node)
        if value is None or not isinstance(value.type, AnyOf):
            return
        found = self.expr(classes).const
        wanted = found if isinstance(found, tuple) else (found,)
        options = [
            option
            for option in value.type.options
            if (isinstance(option, Sym) and self._may_be(option, wanted, holds))
            or (not isinstance(option, Sym) and is_instance(option, wanted) == holds)
        ]
        if len(options) == 1:
            self.learn(node, options[0])

    def _may_be(self, kind: Sym, classes: tuple[type, ...], holds: bool) -> bool:
        values = self.constants.values_of(kind)
        return any(isinstance(value, classes) == holds for value in values)

    def _learn_comparison(
        self, left: ast.expr, op: ast.cmpop, right: ast.expr, holds: bool
    ) -> None:
        kind = type(op) if holds else NEGATED.get(type(op))
        if kind is None:
            return
        self._learn_side(left, kind, right)
        if kind in MIRRORED:
            self._learn_side(right, MIRRORED[kind], left)

    def _learn_side(self, node: ast.expr, op: type[ast.cmpop], other: ast.expr) -> None:
        value = self._variable(node)
        if value is None or not isinstance(
            other, (ast.Constant, ast.Name, ast.Attribute, ast.NamedExpr)
        ):
            return
        if isinstance(other, ast.NamedExpr):
            other = other.target
        try:
            bound = self.expr(other)
        except Refusal:
            return
        kind, limit = value.type, bound.type
        if isinstance(kind, Int) and isinstance(limit, Int):
            self.learn(node, _limited(kind, op, limit))
        elif bound.is_known and bound.const is None:
            self._learn_none(node, value, op in (ast.Is, ast.Eq))
        elif isinstance(kind, Sym) and bound.is_known and isinstance(limit, Sym):
            if op in (ast.Eq, ast.Is):
                both = kind.ids & limit.ids
            elif op in (ast.NotEq, ast.IsNot):
                both = kind.ids - limit.ids
            else:
                return
            if both:
                self.learn(node, Sym(both))

    def _learn_none(self, node: ast.expr, value: Value, is_none: bool) -> None:
        kind, number = value.type, self.constants.id_of(None)
        if isinstance(kind, Sym):
            left = frozenset({number}) if is_none else kind.ids - {number}
            if left:
                self.learn(node, Sym(left))
        elif isinstance(kind, AnyOf) and not is_none:
            options = [o for o in kind.options if not (isinstance(o, Sym) and o.ids == {number})]
            if len(options) == 1:
                self.learn(node, options[0])


def _limited(kind: Int, op: type[ast.cmpop], limit: Int) -> Int:
    lo, hi = kind.lo, kind.hi
    if op is ast.Lt:
        hi = min(hi, limit.hi - 1)
    elif op is ast.LtE:
        hi = min(hi, limit.hi)
    elif op is ast.Gt:
        lo = max(lo, limit.lo + 1)
    elif op is ast.GtE:
        lo = max(lo, limit.lo)
    elif op in (ast.Eq, ast.Is):
        lo, hi = max(lo, limit.lo), min(hi, limit.hi)
    return Int(lo, hi) if lo <= hi else kind
