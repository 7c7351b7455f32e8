"""Expressions of the source as code."""

from __future__ import annotations

import ast
import operator
from collections import Counter
from enum import Enum
from typing import Any

from adversario.native.compiler.plain.code.closures import Closures
from adversario.native.compiler.plain.code.special import UNARY
from adversario.native.compiler.plain.data.arithmetic import BINARY
from adversario.native.compiler.plain.data.machine import I1, I64
from adversario.native.compiler.plain.data.values import Value, shown, truth
from adversario.native.compiler.plain.frames import Closure, Lazy, key_of
from adversario.native.compiler.plain.kinds.equality import with_own_order
from adversario.native.compiler.plain.kinds.types import (
    BOOL,
    NEVER,
    AnyOf,
    DictOf,
    Float,
    Frozen,
    Int,
    ListOf,
    Never,
    Record,
    Refusal,
    Seq,
    SetOf,
    Sym,
    Tuple,
    Type,
)

COMPARED = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip

SET_OPERATORS = {ast.BitOr: "or", ast.BitAnd: "and", ast.Sub: "sub", ast.BitXor: "xor"}


class Expressions(Closures):
    """Code for expressions."""

    def expr(self, node: ast.expr) -> Value:
        """The value of an expression."""
        self.line = getattr(node, "lineno", self.line)
        found = getattr(self, f"expr_{type(node).__name__}", None)
        if found is None:
            raise Refusal("syntax", name=type(node).__name__)
        made: Value = found(node)
        return made

    def expr_Constant(self, node: ast.Constant) -> Value:
        """A literal."""
        return self.lift(node.value)

    def expr_Name(self, node: ast.Name) -> Value:
        """A name."""
        return self.name_value(node.id)

    def expr_NamedExpr(self, node: ast.NamedExpr) -> Value:
        """An assignment within an expression."""
        value = self.expr(node.value)
        self.assign_to(node.target, value)
        return self.expr(ast.Name(node.target.id, ast.Load())) if self.is_code(value) else value

    def expr_Tuple(self, node: ast.Tuple) -> Value:
        """A tuple."""
        return self._row(node.elts)

    def _row(self, nodes: list[ast.expr]) -> Value:
        if any(isinstance(each, ast.Starred) for each in nodes):
            return self._starred_row(nodes)
        items = [self.expr(each) for each in nodes]
        if items and all(i.is_known and self.held(i) is None for i in items):
            if not any(isinstance(i.const, Closure) for i in items):
                return self._same_constant(nodes, tuple(i.const for i in items))
        settled = [self.settle(item) for item in items]
        if any(self.is_code(item) for item in settled):
            raise Refusal("code_value")
        kinds = tuple(item.type for item in settled)
        return Value(Tuple(kinds), tuple(part for item in settled for part in item.parts))

    def _same_constant(self, nodes: list[ast.expr], made: tuple[Any, ...]) -> Value:
        """A known tuple, the same object in every pass."""
        held = self.unit.variable((self.frame.key, key_of(nodes), "constant"))
        if repr(held.constant) != repr(made):
            held.constant = made
        return self.lift(held.constant)

    def _starred_row(self, nodes: list[ast.expr]) -> Value:
        made: Value = Value(Tuple(()))
        for each in nodes:
            if isinstance(each, ast.Starred):
                part = self.collect_tuple(self.expr(each.value), each)
            else:
                item = self.settle(self.expr(each))
                part = Value(Tuple((item.type,)), item.parts)
            made = self.concatenate(made, self._copied(part))
        return made

    def _copied(self, value: Value) -> Value:
        value = self.settle(value)
        if isinstance(value.type, ListOf):
            return self.list_view(value)
        return value

    def expr_List(self, node: ast.List) -> Value:
        """A new list."""
        target = self.new_list(self.site(node), I64(max(4, len(node.elts))))
        for each in node.elts:
            if isinstance(each, ast.Starred):
                self.iterate(self.expr(each.value), lambda item: self.append(target, item))
            else:
                self.append(target, self._storable(self.expr(each)))
        return target

    def _storable(self, value: Value) -> Value:
        if self.is_code(value):
            raise Refusal("code_value")
        return self.settle(value)

    def expr_Set(self, node: ast.Set) -> Value:
        """A new set."""
        target = self.new_set(self.site(node))
        for each in node.elts:
            if isinstance(each, ast.Starred):
                source = self.expr(each.value)
                self.iterate(source, lambda item: self.set_add(target, item), ordered=False)
            else:
                self.set_add(target, self.expr(each))
        return target

    def expr_Dict(self, node: ast.Dict) -> Value:
        """A new dictionary."""
        from adversario.native.compiler.plain.library.iterables import update_dict

        target = self.new_dict(self.site(node, "keys"), self.site(node, "values"))
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                update_dict(self, target, self.expr(value), value)
            else:
                self.dict_put(target, self.expr(key), self._storable(self.expr(value)))
        return target

    def expr_ListComp(self, node: ast.ListComp) -> Value:
        """A list comprehension."""
        target = self.new_list(self.site(node))
        assert isinstance(target.type, ListOf)
        is_free = id(node) in self.unit.unordered and not isinstance(target.type.item, Float)
        is_free = is_free and not with_own_order(target.type.item)
        self.comprehend(
            node,
            lambda: self.append(target, self._storable(self.expr(node.elt))),
            ordered=not is_free,
        )
        return target

    def expr_SetComp(self, node: ast.SetComp) -> Value:
        """A set comprehension."""
        target = self.new_set(self.site(node))
        self.comprehend(node, lambda: self.set_add(target, self.expr(node.elt)), ordered=False)
        return target

    def expr_DictComp(self, node: ast.DictComp) -> Value:
        """A dictionary comprehension."""
        target = self.new_dict(self.site(node, "keys"), self.site(node, "values"))

        def element(from_set: bool) -> None:
            key = self.expr(node.key)
            self.dict_put(target, key, self._storable(self.expr(node.value)), once=from_set)

        def write(from_set: bool) -> None:
            if from_set:
                self.mark_unordered(target)
            self.comprehend(node, lambda: element(from_set), ordered=False)

        self.note_sets(node, write)
        return target

    def expr_GeneratorExp(self, node: ast.GeneratorExp) -> Value:
        """A generator expression."""
        return self.generator_expression(node)

    def expr_Subscript(self, node: ast.Subscript) -> Value:
        """An item or a slice."""
        value = self.expr(node.value)
        if isinstance(self.held(value), Lazy):
            raise Refusal("lazy")
        if isinstance(node.slice, ast.Slice):
            parts = (node.slice.lower, node.slice.upper, node.slice.step)
            bounds = [None if part is None else self.expr(part) for part in parts]
            found = self.slice(value, (bounds[0], bounds[1], bounds[2]))
            if isinstance(value.type, ListOf):
                return self.list_of(found, self.site(node, "slice"))
            if isinstance(value.const, list):
                return self.list_of(self.settle(found), self.site(node, "slice"))
            return found
        return self.item(value, self.expr(node.slice))

    def expr_JoinedStr(self, node: ast.JoinedStr) -> Value:
        """A text with values in it: texts or whole numbers."""
        made: Value | None = None
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                value = self._formatted(part)
            else:
                value = self.expr(part)
            if not self._is_text(value):
                raise Refusal("format")
            made = value if made is None else self.binary(ast.Add(), made, value, node)
        return self.lift("") if made is None else made

    def _formatted(self, part: ast.FormattedValue) -> Value:
        """A value of an f-string as a text."""
        from adversario.native.compiler.plain.library.formats import padded, text_of

        value = self.settle(self.expr(part.value))
        if part.conversion not in (-1, ord("s")):
            raise Refusal("format")
        write = str if part.conversion == ord("s") else format
        match part.format_spec:
            case None:
                if value.is_known and isinstance(value.const, (int, str)):
                    return self.lift(write(value.const))
                return text_of(self, value, write)
            case ast.JoinedStr([ast.Constant(str(spec))]) if part.conversion == -1:
                return padded(self, value, spec)
        raise Refusal("format")

    def expr_IfExp(self, node: ast.IfExp) -> Value:
        """One of two expressions."""
        yes, no, after = self.block("yes"), self.block("no"), self.block("either")
        then, otherwise = self.branch_on(node.test, yes, no)
        made: list[tuple[Value, Any]] = []
        states = []
        for block, known, branch in ((yes, then, node.body), (no, otherwise, node.orelse)):
            self.enter(block)
            if known is None:
                continue
            self.known = known
            value = self.expr(branch)
            if then is None or otherwise is None:
                return value
            if self.is_code(value):
                value = self.collect(value, branch)
            value = self.settle(value)
            if not self.ended:
                made.append((value, self.b.block))
                states.append(dict(self.known))
        self.merge_known(states)
        return self.meet(made, after)

    def expr_BoolOp(self, node: ast.BoolOp) -> Value:
        """`and` and `or`, which return one of their operands."""
        first = self.expr(node.values[0])
        return self._one_of(node, first, 1)

    def _one_of(self, node: ast.BoolOp, first: Value, at: int) -> Value:
        if at == len(node.values):
            return first
        stops_at = isinstance(node.op, ast.Or)
        condition = self.truth_of(first)
        known = getattr(condition, "constant", None)
        if known is not None:
            if bool(known) == stops_at:
                return first
            return self._one_of(node, self.expr(node.values[at]), at + 1)
        rest, after = self.block("rest"), self.block("oneof")
        here = self.b.block
        stop = self.block("stop")
        if stops_at:
            self.branch(condition, stop, rest)
        else:
            self.branch(condition, rest, stop)
        before = dict(self.known)
        self.enter(rest)
        self.learn_from(node.values[at - 1], not stops_at)
        second = self.settle(self._one_of(node, self.expr(node.values[at]), at + 1))
        end = self.b.block
        self.known = before
        self.enter(stop)
        kept = self._truthy(self.settle(first), stops_at)
        _ = here
        return self.meet([(kept, stop), (second, end)], after)

    def expr_UnaryOp(self, node: ast.UnaryOp) -> Value:
        """An operator with one operand."""
        if isinstance(node.op, ast.Not):
            value = self.expr(node.operand)
            condition = self.truth_of(value)
            known = getattr(condition, "constant", None)
            if known is not None:
                return truth(not known)
            return Value(BOOL, (self.b.not_(condition),))
        value = self.expr(node.operand)
        if value.is_known and isinstance(value.const, (int, float)) and not _is_enum(value.const):
            folded: dict[Any, Any] = {
                ast.USub: operator.neg,
                ast.UAdd: operator.pos,
                ast.Invert: operator.invert,
            }
            return self.lift(folded[type(node.op)](value.const))
        if isinstance(value.type, AnyOf):
            return self.each_option(value, lambda option: self._unary(node.op, option))
        return self._unary(node.op, value)

    def _unary(self, op: ast.unaryop, value: Value) -> Value:
        if isinstance(value.type, Never):
            return value
        if isinstance(value.type, (Record, Sym)) and type(op) in UNARY:
            own = self.special(value, UNARY[type(op)])
            if own is not None:
                return own
        if isinstance(op, ast.Invert) and (flag := self.inverted_flag(value)) is not None:
            return flag
        if isinstance(op, ast.USub):
            return self.negative(value)
        number = self.as_number(value)
        if isinstance(op, ast.UAdd):
            return number
        kind = number.type if isinstance(number.type, Int) else Int(0, 1)
        return Value(Int(~kind.hi, ~kind.lo), (self.b.not_(self.as_int(number)),))

    def expr_BinOp(self, node: ast.BinOp) -> Value:
        """An operator with two operands."""
        one = self.expr(node.left)
        return self.binary(node.op, one, self.expr(node.right), node)

    def binary(self, op: ast.operator, one: Value, other: Value, node: Any) -> Value:
        """The result of an operator."""
        if one.is_known and other.is_known and self.held(one) is self.held(other) is None:
            if not any(isinstance(each.const, (list, set, dict, Enum)) for each in (one, other)):
                try:
                    return self.lift(BINARY[type(op)](one.const, other.const))
                except Refusal:
                    raise
                except Exception:  # an error when the program runs
                    pass
        if isinstance(one.const, list) or isinstance(other.const, list):
            one, other = self._own_list(one, node, "left"), self._own_list(other, node, "right")
        if isinstance(one.type, AnyOf):
            return self.each_option(one, lambda option: self.binary(op, option, other, node))
        if isinstance(other.type, AnyOf):
            return self.each_option(other, lambda option: self.binary(op, one, option, node))
        one, other = self.settle(one), self.settle(other)
        kinds = (one.type, other.type)
        if any(isinstance(kind, Never) for kind in kinds):
            return Value(NEVER)
        own = self.special_operator(op, one, other) or self.flag_operator(op, one, other)
        if own is not None:
            return own
        if any(isinstance(kind, DictOf) and kind.missing is Counter for kind in kinds):
            from adversario.native.compiler.plain.library.tallies import counter_algebra

            return counter_algebra(self, op, one, other, node)
        if isinstance(op, ast.BitOr) and all(isinstance(kind, DictOf) for kind in kinds):
            made = self.call_method(one, "copy", [], {}, (node, "merged"))
            self.call_method(made, "update", [other], {}, (node, "merge"))
            return made
        if all(isinstance(kind, (SetOf, Frozen)) for kind in kinds) and type(op) in SET_OPERATORS:
            site = self.site(node, "algebra") if isinstance(one.type, SetOf) else None
            return self.set_algebra(SET_OPERATORS[type(op)], one, other, site)
        if isinstance(op, ast.Add) and any(map(_is_row, kinds)):
            if isinstance(one.type, ListOf):
                made = self.list_of(one, self.site(node, "sum"))
                self.extend(made, self.view(other))
                return made
            return self.concatenate(one, other)
        if isinstance(op, ast.Add) and self._is_text(one) and self._is_text(other):
            return self.concatenate(one, other)
        if isinstance(op, ast.Mod) and type(one.const) is str:
            from adversario.native.compiler.plain.library.formats import percent

            return percent(self, one.const, other)
        if isinstance(op, ast.Mult) and (_is_row(one.type) or self._is_text(one)):
            return self._repeated(one, other, node)
        if isinstance(op, ast.Mult) and (_is_row(other.type) or self._is_text(other)):
            return self._repeated(other, one, node)
        return self.arithmetic(op, one, other)

    def is_text(self, value: Value) -> bool:
        """Whether a value is a text."""
        return self._is_text(value)

    def is_row(self, value: Value) -> bool:
        """Whether a value is a tuple."""
        return _is_row(value.type) and not self._is_text(value)

    def _own_list(self, value: Value, node: Any, side: str) -> Value:
        if not isinstance(value.const, list):
            return value
        return self.list_of(self.settle(value), self.site(node, side))

    def _repeated(self, value: Value, times: Value, node: Any) -> Value:
        made = self.repeat(value, times)
        if isinstance(value.type, ListOf):
            return self.list_of(made, self.site(node, "repeated"))
        return made

    def expr_Compare(self, node: ast.Compare) -> Value:
        """One comparison, or several in a row."""
        operands = [self.expr(node.left)]
        if len(node.ops) == 1:
            return self.comparison(node.ops[0], operands[0], self.expr(node.comparators[0]))
        found = self.slot(I1)
        after = self.block("compared")
        left = operands[0]
        for at, (op, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
            value = self.expr(right)
            holds = self.truth_of(self.comparison(op, left, value))
            self.b.store(holds, found)
            if at < len(node.ops) - 1:
                further = self.block("further")
                self.branch(holds, further, after)
                self.enter(further)
            left = value
        self.goto(after)
        self.enter(after)
        return Value(BOOL, (self.b.load(found),))

    def comparison(self, op: ast.cmpop, one: Value, other: Value) -> Value:
        """The result of a comparison."""
        if isinstance(op, (ast.In, ast.NotIn)):
            held = self.held(other)
            found = self._in_lazy(one, other) if held is not None else self.contains(other, one)
            found = found if isinstance(op, ast.In) else self.b.not_(found)
            return self._bool(found)
        simple = self.held(one) is None and self.held(other) is None
        if one.is_known and other.is_known and simple and type(op) in COMPARED:
            try:
                return truth(bool(COMPARED[type(op)](one.const, other.const)))
            except TypeError:
                raise Refusal("order", given=shown(one.type, self.constants)) from None
        return self._bool(self.compare(op, one, other))

    def _bool(self, found: Any) -> Value:
        known = getattr(found, "constant", None)
        return Value(BOOL, (found,)) if known is None else truth(bool(known))

    def _in_lazy(self, item: Value, items: Value) -> Any:
        found, after = self.slot(I1), self.block("found")
        self.b.store(I1(0), found)

        def body(each: Value) -> None:
            with self.if_(self.equal(each, item)):
                self.b.store(I1(1), found)
                self.goto(after)

        self.iterate(items, body, ordered=False)
        self.goto(after)
        self.enter(after)
        return self.b.load(found)


def _is_row(kind: Type) -> bool:
    return isinstance(kind, (Tuple, Seq, ListOf)) or (
        isinstance(kind, Record) and issubclass(kind.cls, tuple)
    )


def _is_enum(value: object) -> bool:
    return isinstance(value, Enum)
