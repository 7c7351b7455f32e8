"""`match`: patterns of constants, classes, tuples and lists."""

from __future__ import annotations

import ast
from typing import Any

from adversario.native.compiler.plain.code.expressions import Expressions
from adversario.native.compiler.plain.data.machine import I1, I64
from adversario.native.compiler.plain.data.values import Value, shown, split
from adversario.native.compiler.plain.frames import stored_names
from adversario.native.compiler.plain.kinds.types import (
    AnyOf,
    Bool,
    ListOf,
    Never,
    Record,
    Refusal,
    Seq,
    Static,
    Tuple,
    Type,
)

WHOLE = (bool, bytes, dict, float, frozenset, int, list, set, str, tuple)
"""Classes whose pattern has one part, which is the value itself."""


class Patterns(Expressions):
    """Code that matches patterns."""

    def run(self, statements: list[ast.stmt]) -> None:
        """Write statements."""
        raise NotImplementedError

    def do_Match(self, node: ast.Match) -> None:
        """A choice by patterns."""
        subject = self.expr(node.subject)
        if isinstance(subject.type, (Seq, Tuple)):
            subject = self.kept(subject)
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
        match pattern:
            case ast.MatchAs():
                if pattern.pattern is not None:
                    self._match(pattern.pattern, value, no)
                if pattern.name is not None:
                    self.assign(pattern.name, value)
            case ast.MatchValue():
                self._go_if(self.equal(value, self.expr(pattern.value)), no)
            case ast.MatchSingleton():
                self._go_if(self._is_singleton(value, pattern.value), no)
            case ast.MatchOr():
                self._match_one_of(pattern, value, no)
            case ast.MatchSequence():
                self._match_sequence(pattern, value, no)
            case ast.MatchClass():
                self._match_class(pattern, value, no)
            case _:
                raise Refusal("syntax", name=type(pattern).__name__)

    def _is_singleton(self, value: Value, wanted: bool | None) -> Any:
        """Whether a value is None, True or False itself."""
        if wanted is None:
            return self.equal(value, self.lift(None))

        def test(option: Value) -> Value:
            if not isinstance(self.settle(option).type, Bool):
                raise Refusal("identity")
            return Value(Bool(), (self.equal(option, self.lift(wanted)),))

        return self.each_option(value, test).parts[0]

    def _match_one_of(self, pattern: ast.MatchOr, value: Value, no: Any) -> None:
        found, done = self.slot(I1), self.block("matched")
        self.b.store(I1(0), found)
        for each in pattern.patterns:
            further = self.block("or")
            self._match(each, value, further)
            self.b.store(I1(1), found)
            self.goto(done)
            self.enter(further)
        self.goto(done)
        self.enter(done)
        self._go_if(self.b.load(found), no)

    def _match_class(self, pattern: ast.MatchClass, value: Value, no: Any) -> None:
        """`Name(a, b, c=d)`."""
        from adversario.native.compiler.plain.library.instances import is_instance
        from adversario.native.compiler.plain.library.registry import BUILTINS

        cls = self.expr(pattern.cls)
        if not isinstance(cls.const, type):
            raise Refusal("syntax", name="MatchClass")
        self._go_if(self.truth_of(BUILTINS[isinstance](self, pattern, [value, cls], {})), no)
        if isinstance(value.type, AnyOf):
            own = [o for o in value.type.options if is_instance(o, (cls.const,))]
            if len(own) == 1:
                value = self.narrowed(value, own[0])
        if cls.const in WHOLE and pattern.patterns:
            self._match(pattern.patterns[0], value, no)
            return
        names = [*getattr(cls.const, "__match_args__", ())[: len(pattern.patterns)]]
        if len(names) < len(pattern.patterns):
            raise Refusal("arguments", name=cls.const.__name__)
        for name, each in zip(
            [*names, *pattern.kwd_attrs], [*pattern.patterns, *pattern.kwd_patterns], strict=True
        ):
            self._match(each, self.attribute(value, name, (pattern, name)), no)

    def _match_sequence(self, pattern: ast.MatchSequence, value: Value, no: Any) -> None:
        """`[a, b, *rest]`, which tuples and lists may match, and texts do not."""
        stars = [isinstance(each, ast.MatchStar) for each in pattern.patterns]
        value = self.settle(value)
        if isinstance(value.type, AnyOf):
            rows = [o for o in value.type.options if _is_row(o)]
            if len(rows) > 1 or any(isinstance(o, Static) for o in value.type.options):
                raise Refusal("unpack_type", given=shown(value.type, self.constants))
            if not rows:
                self._go_if(I1(0), no)
                return
            tag = value.type.options.index(rows[0])
            self._go_if(self.b.icmp_signed("==", value.parts[0], I64(tag)), no)
            value = self.narrowed(value, rows[0])
        if isinstance(value.type, Record) and _is_row(value.type):
            value = Value(Tuple(value.type.items), value.parts)
        if isinstance(value.type, Never) or not _is_row(value.type):
            self._go_if(I1(0), no)
            return
        count, sign = len(stars) - any(stars), ">=" if any(stars) else "=="
        length = self.length_of(value).parts[0]
        self._go_if(self.b.icmp_signed(sign, length, I64(count)), no)
        if not any(stars):
            if isinstance(value.type, Tuple) and len(value.type.items) != count:
                return  # what follows is never run
            for each, item in zip(pattern.patterns, self.items_of(value, count), strict=True):
                self._match(each, item, no)
            return
        star = stars.index(True)
        if isinstance(value.type, Tuple) and len(value.type.items) < count:
            return
        before, middle, after = self.parts_around(value, star, count - star, pattern)
        others = [*pattern.patterns[:star], *pattern.patterns[star + 1 :]]
        for each, item in zip(others, [*before, *after], strict=True):
            self._match(each, item, no)
        name = getattr(pattern.patterns[star], "name", None)
        if name is not None:
            self.assign(name, middle)

    def parts_around(
        self, value: Value, before: int, after: int, node: Any
    ) -> tuple[list[Value], Value, list[Value]]:
        """The first and the last items of a sequence that has them, and a list of the others."""
        if isinstance(value.type, Tuple):
            items = split(value.type.items, value.parts)
            rest = self.new_list(self.site(node))
            for item in items[before : len(items) - after]:
                self.append(rest, item)
            return items[:before], rest, items[len(items) - after :]
        view = self.view(value)
        firsts = [self.item_at(view, I64(at)) for at in range(before)]
        stop = self.lift(-after) if after else None
        middle = self.slice(view, (self.lift(before), stop, None))
        places = [self.b.sub(view.parts[1], I64(after - at)) for at in range(after)]
        lasts = [self.item_at(view, place) for place in places]
        return firsts, self.list_of(middle, self.site(node)), lasts

    def _go_if(self, condition: Any, no: Any) -> None:
        go = self.block("match")
        self.branch(condition, go, no)
        self.enter(go)


def _is_row(kind: Type) -> bool:
    """Whether a value of a type matches patterns of sequences."""
    if isinstance(kind, Record):
        return issubclass(kind.cls, tuple)
    return isinstance(kind, (Tuple, ListOf)) or (isinstance(kind, Seq) and not kind.text)
