"""Statements of the source as code."""

from __future__ import annotations

import ast
from typing import Any

from adversario.native.compiler.plain.code.expressions import Expressions
from adversario.native.compiler.plain.code.machine import (
    ASSERTION,
    EXCEPTIONS,
    I1,
    I32,
    I64,
    OTHER,
    TYPE,
    Handler,
)
from adversario.native.compiler.plain.code.order import is_free_of_order
from adversario.native.compiler.plain.code.values import Value, shown
from adversario.native.compiler.plain.frames import Frame, stored_names
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


class Code(Expressions):
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
                    values = [self._settled(self.expr(each)) for each in node.value.elts]
                    for each, value in zip(target.elts, values, strict=True):
                        self.assign_to(each, value)
                    return
        value = self.expr(node.value)
        if len(node.targets) > 1:
            value = self.as_iterator("", value)
        for target in node.targets:
            self.assign_to(target, value)

    def _settled(self, value: Value) -> Value:
        return self.kept(value) if isinstance(value.type, (Seq, Tuple)) else value

    def do_AnnAssign(self, node: ast.AnnAssign) -> None:
        """An assignment with an annotation."""
        if node.value is not None:
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
            self.set_item(container, index, self._changed(old, node))
        else:
            raise Refusal("assign")

    def _changed(self, old: Value, node: ast.AugAssign) -> Value:
        value = self.expr(node.value)
        if isinstance(old.type, ListOf) and isinstance(node.op, ast.Add):
            self.call_method(old, "extend", [value], {}, node)
            return old
        if isinstance(old.type, SetOf) and self.held(value) is None:
            names = {ast.BitOr: "update", ast.Sub: "difference_update"}
            if type(node.op) in names:
                self.call_method(old, names[type(node.op)], [value], {}, node)
                return old
        return self.binary(node.op, old, value, node)

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
            self.set_item(container, self.expr(target.slice), value)
        else:
            raise Refusal("assign")

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
        view = self.view(value)
        least = I64(star + after)
        self.fail_if(self.b.icmp_signed("<", view.parts[1], least), OTHER)
        for at, target in enumerate(targets[:star]):
            self.assign_to(target, self.item_at(view, I64(at)))
        middle = self.slice(view, (self.lift(star), self.lift(-after) if after else None, None))
        starred = targets[star]
        assert isinstance(starred, ast.Starred)
        self.assign_to(starred.value, self.list_of(middle, self.site(starred)))
        for at in range(after):
            place = self.b.sub(view.parts[1], I64(after - at))
            self.assign_to(targets[star + 1 + at], self.item_at(view, place))

    def do_Delete(self, node: ast.Delete) -> None:
        """Delete an item of a list or a dictionary."""
        for target in node.targets:
            if not isinstance(target, ast.Subscript) or isinstance(target.slice, ast.Slice):
                raise Refusal("delete")
            container = self.expr(target.value)
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

    def do_While(self, node: ast.While) -> None:
        """A loop."""
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

        tree = frame.scope().function.tree
        ordered = not is_free_of_order(node, tree, self.kind_of_name)
        self.iterate(source, body, ordered=ordered)
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

    def do_Match(self, node: ast.Match) -> None:
        """A choice by patterns of constants, classes and tuples."""
        subject = self._settled(self.expr(node.subject))
        after = self.block("endmatch")
        before = dict(self.known)
        for case in node.cases:
            body, further = self.block("case"), self.block("nextcase")
            self._match(case.pattern, subject, further)
            if case.guard is not None:
                go = self.block("guard")
                self.branch_on(case.guard, go, further)
                self.enter(go)
            self.goto(body)
            self.enter(body)
            self.run(case.body)
            self.goto(after)
            self.enter(further)
            self.known = dict(before)
        self.goto(after)
        self.enter(after)
        self.forget(stored_names([node]))

    def _match(self, pattern: ast.pattern, value: Value, no: Any) -> None:
        """Go on if a value matches a pattern, and elsewhere if not."""
        if isinstance(pattern, ast.MatchAs):
            if pattern.pattern is not None:
                self._match(pattern.pattern, value, no)
            if pattern.name is not None:
                self.assign(pattern.name, value)
        elif isinstance(pattern, (ast.MatchValue, ast.MatchSingleton)):
            if isinstance(pattern, ast.MatchValue):
                wanted = self.expr(pattern.value)
            else:
                wanted = self.lift(pattern.value)
            self._go_if(self.equal(value, wanted), no)
        elif isinstance(pattern, ast.MatchOr):
            found = self.slot(I1)
            self.b.store(I1(0), found)
            done = self.block("matched")
            for each in pattern.patterns:
                further = self.block("or")
                self._match(each, value, further)
                self.b.store(I1(1), found)
                self.goto(done)
                self.enter(further)
            self.goto(done)
            self.enter(done)
            self._go_if(self.b.load(found), no)
        elif isinstance(pattern, ast.MatchSequence):
            self._match_sequence(pattern, value, no)
        else:
            raise Refusal("syntax", name=type(pattern).__name__)

    def _match_sequence(self, pattern: ast.MatchSequence, value: Value, no: Any) -> None:
        count = len(pattern.patterns)
        if any(isinstance(each, ast.MatchStar) for each in pattern.patterns):
            raise Refusal("syntax", name="MatchStar")
        if isinstance(value.type, AnyOf):
            rows = [o for o in value.type.options if isinstance(o, (Tuple, Seq, ListOf))]
            if not rows or len(rows) > 1:
                raise Refusal("syntax", name="MatchSequence")
            tag = value.type.options.index(rows[0])
            self._go_if(self.b.icmp_signed("==", value.parts[0], I64(tag)), no)
            value = self.narrowed(value, rows[0])
        if not isinstance(value.type, (Tuple, Seq, ListOf)):
            self._go_if(I1(0), no)
            return
        if isinstance(value.type, Tuple) and len(value.type.items) != count:
            self._go_if(I1(0), no)
            return
        if not isinstance(value.type, Tuple):
            length = self.length_of(value).parts[0]
            self._go_if(self.b.icmp_signed("==", length, I64(count)), no)
        for each, item in zip(pattern.patterns, self.items_of(value, count), strict=True):
            self._match(each, item, no)

    def _go_if(self, condition: Any, no: Any) -> None:
        go = self.block("match")
        self.branch(condition, go, no)
        self.enter(go)

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
