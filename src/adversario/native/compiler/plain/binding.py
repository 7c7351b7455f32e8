"""Which variables of a function may be read before they have a value: Python raises then."""

from __future__ import annotations

import ast
from collections.abc import Iterable

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)

Bound = frozenset[str] | None
"""The names that surely have a value; None where the code is never reached."""


def doubtful_names(body: list[ast.stmt], parameters: Iterable[str], own: Iterable[str]) -> set[str]:
    """The names of `own` that may be read without a value."""
    found = _Flow(frozenset(own))
    found.block(body, frozenset(parameters))
    return found.doubtful


class _Flow:
    """The statements of a function, followed whichever way they may go."""

    def __init__(self, own: frozenset[str]) -> None:
        self.own = own
        self.doubtful: set[str] = set()
        self.breaks: list[list[Bound]] = []

    def block(self, body: list[ast.stmt], bound: Bound) -> Bound:
        """What is bound after some statements."""
        for statement in body:
            if bound is None:
                return None
            bound = self.statement(statement, bound)
        return bound

    def statement(self, node: ast.stmt, bound: frozenset[str]) -> Bound:
        """What is bound after a statement."""
        match node:
            case ast.Return() | ast.Raise():
                self.read(node, bound)
                return None
            case ast.Continue():
                return None
            case ast.Break():
                self.breaks[-1].append(bound)
                return None
            case ast.If(test, body, orelse):
                bound = self.read(test, bound)
                return _meet(self.block(body, bound), self.block(orelse, bound))
            case ast.While(test, body, orelse):
                bound = self.read(test, bound)
                forever = isinstance(test, ast.Constant) and bool(test.value)
                return self._loop(body, orelse, bound, bound, forever=forever)
            case ast.For(target, source, body, orelse):
                bound = self.read(source, bound)
                return self._loop(body, orelse, bound | _stored(target), bound)
            case ast.Try(body, handlers, orelse, final):
                after = self.block(orelse, ended) if (ended := self.block(body, bound)) else ended
                for handler in handlers:
                    name = {handler.name} if handler.name else set()
                    after = _meet(after, self.block(handler.body, bound | name))
                if final:
                    self.block(final, bound)
                return after
            case ast.With(items, body):
                for item in items:
                    bound = self.read(item, bound)
                return self.block(body, bound)
            case ast.Match(subject, cases):
                bound = self.read(subject, bound)
                ways: list[Bound] = []
                for case in cases:
                    inner = bound | _captured(case.pattern)
                    if case.guard is not None:
                        inner = self.read(case.guard, inner)
                    ways.append(self.block(case.body, inner))
                return _meet_all(ways if any(map(_matches_all, cases)) else [*ways, bound])
            case ast.FunctionDef():
                return bound | {node.name}
            case _:
                return self.read(node, bound)

    def _loop(
        self, body: list[ast.stmt], orelse: list[ast.stmt], inside: frozenset[str],
        after: frozenset[str], *, forever: bool = False,
    ) -> Bound:  # fmt: skip
        self.breaks.append([])
        self.block(body, inside)
        left = self.breaks.pop()
        ended = None if forever else self.block(orelse, after)
        return _meet_all([ended, *left])

    def read(self, node: ast.AST, bound: frozenset[str]) -> frozenset[str]:
        """What is bound after an expression, or a simple statement, whose names are read."""
        self._reads(node, bound)
        return bound | _stored(node)

    def _reads(self, node: ast.AST, bound: frozenset[str]) -> None:
        if isinstance(node, (ast.Lambda, ast.FunctionDef)):
            return
        if isinstance(node, ast.NamedExpr):
            self._reads(node.value, bound)
            return
        if isinstance(node, COMPREHENSIONS):
            for clause in node.generators:
                bound |= _stored(clause.target)
            bound |= _stored(node)
        if isinstance(node, (ast.BoolOp, ast.Compare, ast.IfExp, ast.Call)):
            bound |= _stored(node)  # a walrus on the way is taken to have been passed
        if isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Load, ast.Del)):
            if node.id in self.own and node.id not in bound:
                self.doubtful.add(node.id)
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            if node.target.id in self.own and node.target.id not in bound:
                self.doubtful.add(node.target.id)
        for each in ast.iter_child_nodes(node):
            self._reads(each, bound)


def _stored(node: ast.AST) -> frozenset[str]:
    found = set()
    todo = [node]
    while todo:
        each = todo.pop()
        if isinstance(each, (ast.Lambda, ast.FunctionDef)):
            continue
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            found.add(each.id)
        todo += ast.iter_child_nodes(each)
    return frozenset(found)


def _captured(pattern: ast.pattern) -> frozenset[str]:
    names = (getattr(each, "name", None) for each in ast.walk(pattern))
    return frozenset(name for name in names if name)


def _matches_all(case: ast.match_case) -> bool:
    return (
        case.guard is None
        and isinstance(case.pattern, ast.MatchAs)
        and case.pattern.pattern is None
    )


def _meet(one: Bound, other: Bound) -> Bound:
    if one is None or other is None:
        return other if one is None else one
    return one & other


def _meet_all(ways: Iterable[Bound]) -> Bound:
    found: Bound = None
    for way in ways:
        found = _meet(found, way)
    return found
