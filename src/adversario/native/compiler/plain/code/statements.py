"""Statements of the source as code."""

from __future__ import annotations

import ast
from collections import Counter
from typing import Any

from adversario.native.compiler.plain.code.order import free_pops, freedom, is_bag
from adversario.native.compiler.plain.code.patterns import Patterns
from adversario.native.compiler.plain.data.machine import (
    ASSERTION,
    EXCEPTIONS,
    I1,
    I32,
    I64,
    OTHER,
    TYPE,
    VALUE,
    Handler,
)
from adversario.native.compiler.plain.data.values import Value, shown
from adversario.native.compiler.plain.frames import Frame, Function, stored_names
from adversario.native.compiler.plain.kinds.layout import size_of
from adversario.native.compiler.plain.kinds.types import (
    AnyOf,
    DictOf,
    Frozen,
    ListOf,
    Never,
    Record,
    Refusal,
    Seq,
    SetOf,
    Static,
    Sym,
    Tuple,
)

IN_PLACE: dict[type[ast.operator], str] = {
    ast.BitOr: "update", ast.Sub: "difference_update", ast.BitAnd: "intersection_update",
    ast.BitXor: "symmetric_difference_update",
}  # fmt: skip
"""What operators do to a set that changes."""


class Code(Patterns):
    """Code for statements: all there is."""

    def run_body(self, frame: Frame) -> None:
        """Write the statements of a frame's function."""
        self.run(frame.function.body)

    def run(self, statements: list[ast.stmt]) -> None:
        """Write statements."""
        for statement in statements:
            if self.ended:
                return
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        """Write one statement; what cannot be compiled is reported with its line."""
        self.line = node.lineno
        found = getattr(self, f"do_{type(node).__name__}", None)
        frame = self.frame
        try:
            if found is None:
                raise Refusal("syntax", name=type(node).__name__)
            found(node)
        except Refusal as refusal:
            self.frame = frame
            self.unit.report(frame.function, self.line, refusal)

    def do_Expr(self, node: ast.Expr) -> None:
        """An expression for its effects."""
        value = node.value
        if isinstance(value, ast.Constant):
            return
        if isinstance(value, ast.Yield):
            made = self.lift(None) if value.value is None else self.expr(value.value)
            self._yield(made)
        elif isinstance(value, ast.YieldFrom):
            self.iterate(self.expr(value.value), self._yield)
        else:
            self.expr(value)

    def _yield(self, value: Value) -> None:
        frame = self.frame.scope()
        if frame.on_yield is None:
            raise Refusal("yield")
        frame.on_yield(value)

    def do_Pass(self, node: ast.Pass) -> None:
        """Nothing."""

    def do_Nonlocal(self, node: ast.Nonlocal) -> None:
        """Names of the function around this one; their frames are looked up anyway."""

    def do_Return(self, node: ast.Return) -> None:
        """Leave the function."""
        frame = self.frame.scope()
        if frame.function.yields:
            assert frame.on_return is not None
            frame.on_return(None)
            return
        value = self.lift(None) if node.value is None else self.expr(node.value)
        assert frame.on_return is not None
        frame.on_return(value)

    def do_Assert(self, node: ast.Assert) -> None:
        """An assertion, which is checked."""
        yes, no = self.block("holds"), self.block("fails")
        then, _ = self.branch_on(node.test, yes, no)
        self.enter(no)
        self.fail(ASSERTION)
        self.enter(yes)
        if then is not None:
            self.known = then

    def do_Raise(self, node: ast.Raise) -> None:
        """Raise an exception."""
        raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        found = self.expr(raised).const if raised is not None else None
        code = next((c for c, kind in EXCEPTIONS.items() if kind is found), OTHER)
        self.fail(code)
        self.b.unreachable()

    # Assignments.

    def do_Assign(self, node: ast.Assign) -> None:
        """An assignment."""
        target = node.targets[0]
        if len(node.targets) == 1 and isinstance(target, ast.Tuple):
            if isinstance(node.value, ast.Tuple) and len(node.value.elts) == len(target.elts):
                stars = [*target.elts, *node.value.elts]
                if not any(isinstance(each, ast.Starred) for each in stars):
                    for each, own in zip(target.elts, node.value.elts, strict=True):
                        self._note_bag(each, own)
                    values = [self._settled(self.expr(each)) for each in node.value.elts]
                    for each, value in zip(target.elts, values, strict=True):
                        self.assign_to(each, value)
                    return
        self._note_bag(target, node.value)
        value = self.expr(node.value)
        if len(node.targets) > 1:
            value = self.as_iterator("", value)
        for target in node.targets:
            self.assign_to(target, value)

    def _note_bag(self, target: ast.expr, value: ast.expr) -> None:
        """Note whether a list is made that may be in any order."""
        if isinstance(target, ast.Name) and isinstance(value, (ast.ListComp, ast.Call)):
            if self._is_bag(target.id):
                self.unit.unordered.add(id(value))
            elif target.id in self._function().bags:
                self.unit.unordered.discard(id(value))

    def _function(self) -> Function:
        return self.frame.scope().function

    def _is_bag(self, name: str) -> bool:
        return is_bag(name, self._function(), self.kind_of_name)

    def _settled(self, value: Value) -> Value:
        return self.kept(value) if isinstance(value.type, (Seq, Tuple)) else value

    def do_AnnAssign(self, node: ast.AnnAssign) -> None:
        """An assignment with an annotation."""
        if node.value is not None:
            self._note_bag(node.target, node.value)
            self.assign_to(node.target, self.expr(node.value))

    def do_AugAssign(self, node: ast.AugAssign) -> None:
        """An assignment with an operator; lists and sets change in place."""
        target = node.target
        if isinstance(target, ast.Name):
            old = self.name_value(target.id)
            self.assign_to(target, self._changed(old, node))
        elif isinstance(target, ast.Subscript):
            container, index = self.expr(target.value), self.expr(target.slice)
            old = self.item(container, index)
            self._is_loose(target)
            self.set_item(container, index, self._changed(old, node))
        elif isinstance(target, ast.Attribute):
            self.set_attribute(target, self._changed(self.expr(target), node))
        else:
            raise Refusal("assign")

    def _changed(self, old: Value, node: ast.AugAssign) -> Value:
        value = self.expr(node.value)
        if isinstance(old.type, ListOf) and isinstance(node.op, ast.Add):
            self.call_method(old, "extend", [value], {}, node)
            return old
        if isinstance(old.type, ListOf) and isinstance(node.op, ast.Mult):
            self._repeat_in_place(old, value, node)
            return old
        if isinstance(old.type, DictOf) and isinstance(node.op, ast.BitOr):
            self.call_method(old, "update", [value], {}, node)
            return old
        if isinstance(old.type, SetOf) and self.held(value) is None:
            if type(node.op) in IN_PLACE:
                self.call_method(old, IN_PLACE[type(node.op)], [value], {}, node)
                return old
        return self.binary(node.op, old, value, node)

    def _repeat_in_place(self, target: Value, times: Value, node: Any) -> None:
        """`x *= n` for a list."""
        assert isinstance(target.type, ListOf)
        items = self.list_view(self.list_of(target, target.type.site))
        self.store(target.parts[0], I64(0))
        count = self.as_int(self.as_number(times))
        self.count_up(I64(0), count, lambda _: self.extend(target, items))

    def assign_to(self, target: ast.expr, value: Value) -> None:
        """Assign to a target of the source."""
        if isinstance(target, ast.Name):
            self.assign(target.id, value)
        elif isinstance(target, (ast.Tuple, ast.List)):
            self._unpack(target.elts, value)
        elif isinstance(target, ast.Subscript):
            container = self.expr(target.value)
            if isinstance(target.slice, ast.Slice):
                self._assign_slice(target, container, value)
                return
            if isinstance(container.type, AnyOf):
                options = [o for o in container.type.options if isinstance(o, (ListOf, DictOf))]
                if len(options) == 1:
                    container = self.convert(container, options[0])
            self.set_item(container, self.expr(target.slice), value, once=self._is_loose(target))
        elif isinstance(target, ast.Attribute):
            self.set_attribute(target, value)
        else:
            raise Refusal("assign")

    def _is_loose(self, target: ast.Subscript) -> bool:
        """Whether a key may get several values, in no order; it is noted that keys come in none."""
        if not isinstance(target.value, ast.Name) or target.value.id not in self.loose:
            return False
        self.mark_unordered(self.name_value(target.value.id))
        return target.value.id not in self.steady

    def _assign_slice(self, target: ast.Subscript, container: Value, value: Value) -> None:
        """`x[a:b] = items` for a list: what was there is replaced, the list itself stays."""
        cut = target.slice
        assert isinstance(cut, ast.Slice)
        if not isinstance(container.type, ListOf) or cut.step is not None:
            raise Refusal("assign")
        length = self.length_of(container).parts[0]
        first = I64(0) if cut.lower is None else self._clip(self.expr(cut.lower), length)
        last = length if cut.upper is None else self._clip(self.expr(cut.upper), length)
        last = self.b.select(self.b.icmp_signed("<", last, first), first, last)
        new = self.collect(value, (target, "new"))
        old = self.list_view(self.list_of(container, container.type.site))
        self.store(container.parts[0], first)
        self.extend(container, self.list_view(new))
        assert isinstance(old.type, Seq)
        start = self.at(old.parts[0], self.b.mul(last, I64(size_of(old.type.item))))
        rest = Value(old.type, (start, self.b.sub(length, last)))
        self.extend(container, rest)

    def _unpack(self, targets: list[ast.expr], value: Value) -> None:
        if self.is_none(value):
            self.fail(TYPE)
            value = Value(Never())
        if isinstance(value.type, Never):
            for target in targets:
                inner = target.value if isinstance(target, ast.Starred) else target
                self.assign_to(inner, value)
            return
        if isinstance(value.type, AnyOf):
            rows = [o for o in value.type.options if not isinstance(o, Sym)]
            if len(rows) != 1:
                raise Refusal("unpack_type", given=shown(value.type, self.constants))
            value = self.convert(value, rows[0])
        star = next((i for i, t in enumerate(targets) if isinstance(t, ast.Starred)), None)
        if isinstance(value.type, Record):
            value = self.special(value, "__iter__") or value
        if self.held(value) is not None or isinstance(value.type, (SetOf, Frozen)):
            one = len(targets) == 1 and star is None
            value = self.collect(value, targets, ordered=not one)
        if star is None:
            if isinstance(value.type, Static) and isinstance(value.const, (tuple, list)):
                if len(value.const) == len(targets):
                    for target, item in zip(targets, value.const, strict=True):
                        self.assign_to(target, self.lift(item))
                    return
            for target, item in zip(targets, self.items_of(value, len(targets)), strict=True):
                self.assign_to(target, item)
            return
        self._unpack_starred(targets, star, value)

    def _unpack_starred(self, targets: list[ast.expr], star: int, value: Value) -> None:
        after = len(targets) - star - 1
        if isinstance(value.type, (Tuple, Record)):
            if len(value.type.items) < star + after:
                raise Refusal("unpack", count=star + after, given=len(value.type.items))
            view = Value(Tuple(value.type.items), value.parts)
        else:
            view = self.view(value)
            self.fail_if(self.b.icmp_signed("<", view.parts[1], I64(star + after)), VALUE)
        starred = targets[star]
        assert isinstance(starred, ast.Starred)
        before, middle, rest = self.parts_around(view, star, after, starred)
        for target, item in zip(
            [*targets[:star], *targets[star + 1 :]], [*before, *rest], strict=True
        ):
            self.assign_to(target, item)
        self.assign_to(starred.value, middle)

    def do_Delete(self, node: ast.Delete) -> None:
        """Delete an item of a list or a dictionary."""
        for target in node.targets:
            if not isinstance(target, ast.Subscript) or isinstance(target.slice, ast.Slice):
                raise Refusal("delete")
            container = self.expr(target.value)
            if isinstance(container.type, DictOf) and container.type.missing is Counter:
                raise Refusal("delete")
            self.call_method(container, "pop", [self.expr(target.slice)], {}, target)

    def do_FunctionDef(self, node: ast.FunctionDef) -> None:
        """A function inside of this one."""
        self.assign(node.name, self.closure_of(node, node.name))

    # Ways.

    def do_If(self, node: ast.If) -> None:
        """A choice."""
        yes, no, after = self.block("then"), self.block("else"), self.block("endif")
        then, otherwise = self.branch_on(node.test, yes, no)
        states = []
        for block, known, body in ((yes, then, node.body), (no, otherwise, node.orelse)):
            self.enter(block)
            if known is None:
                self.b.unreachable()
                continue
            self.known = known
            self.run(body)
            if not self.ended:
                states.append(dict(self.known))
                self.goto(after)
        self.enter(after)
        if states:
            self.merge_known(states)
        else:
            self.b.unreachable()

    loose: frozenset[str] = frozenset()  # dictionaries to which a loop over a set adds keys
    steady: frozenset[str] = frozenset()  # of these: all keys get the same value

    def do_While(self, node: ast.While) -> None:
        """A loop."""
        tree = self.frame.scope().function.tree
        self.unit.free_pops |= {id(each) for each in free_pops(tree, self.kind_of_name)}
        names = stored_names(node.body) | stored_names([ast.Expr(node.test)])
        self.forget(names)
        head, inner, end, after = (self.block(n) for n in ("while", "do", "else", "endwhile"))
        before = dict(self.known)
        self.goto(head)
        self.enter(head)
        then, otherwise = self.branch_on(node.test, inner, end)
        self.enter(inner)
        if then is None:
            self.b.unreachable()
        else:
            self.known = then
            self.frame.loops.append((after, head))
            self.run(node.body)
            self.frame.loops.pop()
            self.goto(head)
        self.enter(end)
        if otherwise is None:
            self.b.unreachable()
        else:
            self.known = otherwise
            self.run(node.orelse)
            self.goto(after)
        self.enter(after)
        self.known = before
        if not _breaks(node.body) and otherwise is None:
            self.b.unreachable()

    def do_For(self, node: ast.For) -> None:
        """A loop over items."""
        source = self.expr(node.iter)
        names = stored_names(node.body)
        names |= {each.id for each in ast.walk(node.target) if isinstance(each, ast.Name)}
        self.forget(names)
        before, frame, after = dict(self.known), self.frame, self.block("endfor")

        def body(item: Value) -> None:
            again = self.block("continue")
            self.known = {**self.known, **before}
            self.assign_to(node.target, item)
            frame.loops.append((after, again))
            self.run(node.body)
            frame.loops.pop()
            self.goto(again)
            self.enter(again)
            self.forget(names)

        bags = frozenset(name for name in self._function().bags if self._is_bag(name))
        free = freedom(node, self._function().tree, self.kind_of_name, bags)

        def write(from_set: bool) -> None:
            outer = self.loose, self.steady
            if from_set and free is not None:
                self.steady = (self.steady - free.loose) | (free.steady - self.loose)
                self.loose = self.loose | free.loose
            self.iterate(source, body, ordered=free is None)
            self.loose, self.steady = outer

        self.note_sets(node, write)
        self.frame, self.known = frame, dict(before)
        self.run(node.orelse)
        self.goto(after)
        self.enter(after)
        self.known = before

    def do_Break(self, node: ast.Break) -> None:
        """Leave the loop."""
        self.goto(self._loop()[0])

    def do_Continue(self, node: ast.Continue) -> None:
        """The next item of the loop."""
        self.goto(self._loop()[1])

    def _loop(self) -> tuple[Any, Any]:
        return self.frame.scope().loops[-1]

    def do_Try(self, node: ast.Try) -> None:
        """Errors that are caught."""
        if node.finalbody:
            raise Refusal("syntax", name="finally")
        caught, after = self.block("except"), self.block("endtry")
        place = self.slot(I32)
        names = stored_names(node.body) | stored_names([s for h in node.handlers for s in h.body])
        self.forget(names)
        before = dict(self.known)
        self.handlers.append(Handler(caught, place))
        self.run(node.body)
        self.handlers.pop()
        self.run(node.orelse)
        self.goto(after)
        self.enter(caught)
        code = self.b.load(place)
        for handler in node.handlers:
            classes: Any = Exception
            if handler.type is not None:
                classes = self.expr(handler.type).const
            codes = [c for c, kind in EXCEPTIONS.items() if issubclass(kind, classes)]
            here, further = self.block("handler"), self.block("nohandler")
            matches: Any = I1(0)
            for each in codes:
                matches = self.b.or_(matches, self.b.icmp_signed("==", code, I32(each)))
            self.branch(matches, here, further)
            self.enter(here)
            self.known = dict(before)
            self.run(handler.body)
            self.goto(after)
            self.enter(further)
        if self.handlers:
            self.b.store(code, self.handlers[-1].code)
            self.goto(self.handlers[-1].block)
        else:
            self.b.ret(code)
        self.enter(after)
        self.known = before


def _breaks(statements: list[ast.stmt]) -> bool:
    """Whether statements of a loop leave it by `break`."""
    for statement in statements:
        if isinstance(statement, ast.Break):
            return True
        if isinstance(statement, (ast.For, ast.While)):
            if _breaks(statement.orelse):
                return True
            continue
        for field in ("body", "orelse", "handlers", "cases", "finalbody"):
            inner = getattr(statement, field, [])
            for each in inner:
                if _breaks([each] if isinstance(each, ast.stmt) else each.body):
                    return True
    return False
