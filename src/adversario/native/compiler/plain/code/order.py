"""Loops that mean the same in whichever order their items come: those over sets have to.

Python goes through a set in the order of its hash table, which compiled code does not have. A loop
is known to be free of order if all it does is to count, to add to sets, to keep the least or the
greatest number, to note that something was found, and the like.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import NamedTuple

from adversario.native.compiler.plain.bags import loops_of
from adversario.native.compiler.plain.code.reads import HARMLESS, is_shared, names_of, own_loads
from adversario.native.compiler.plain.frames import Closure, Function, stored_names
from adversario.native.compiler.plain.kinds.equality import with_own_order
from adversario.native.compiler.plain.kinds.types import (
    AnyOf,
    Bool,
    DictOf,
    Float,
    Frozen,
    Int,
    ListOf,
    Never,
    SetOf,
    Static,
    Sym,
    Type,
)

KindOf = Callable[[str], Type | None]

CHANGING = {
    "add", "append", "appendleft", "clear", "discard", "extend", "insert", "pop", "popleft",
    "remove", "reverse", "setdefault", "sort", "update",
}  # fmt: skip

FOLDS: dict[type[ast.operator], str] = {
    ast.Add: "sum", ast.Sub: "sum", ast.Mult: "product", ast.BitOr: "or", ast.BitAnd: "and",
    ast.BitXor: "xor",
}  # fmt: skip


class Freedom(NamedTuple):
    """What a loop that is free of order does to dictionaries."""

    loose: frozenset[str] = frozenset()  # keys are added to these in the order of the items
    steady: frozenset[str] = frozenset()  # of these: whose values are the same for all items


def freedom(
    loop: ast.For, function: ast.AST, kind_of: KindOf, bags: frozenset[str]
) -> Freedom | None:
    """What a loop of a function does; None if it may depend on the order of its items.

    It may add to lists whose order does not matter, the `bags`.
    """
    lists = {name for each, name in worklists(function, kind_of) if loop in ast.walk(each)}
    found = _Loop(loop, loop.target, loop.body, function, kind_of, frozenset(lists))
    found.bags = bags
    try:
        found.run()
    except _OrderMatters:
        return None
    steady = {
        name for name, values in found.written.items() if len(values - {""}) == len(values) == 1
    }
    return Freedom(frozenset(found.dictionaries), frozenset(steady))


def worklists(function: ast.AST, kind_of: KindOf) -> Iterator[tuple[ast.While, str]]:
    """The loops `while todo: x = todo.pop(); ...` that reach the same in any order, and `todo`.

    They add to sets what they have not seen, and to `todo` the same, as a search of a graph does.
    """
    for loop in ast.walk(function):
        match loop:
            case ast.While(test, [taking, *rest], []):
                name, target = _taken(taking)
            case _:
                continue
        if name is None or target is None or not _tests(test, name) or is_shared(function, name):
            continue
        assert isinstance(loop, ast.While)
        found = _Loop(loop, target, rest, function, kind_of, frozenset({name}))
        try:
            found.run()
        except _OrderMatters:
            continue
        yield loop, name


def is_bag(name: str, function: Function, kind_of: KindOf) -> bool:
    """Whether a variable holds lists whose order never shows."""
    if name not in function.bags:
        return False
    free = {id(loop) for loop, own in worklists(function.tree, kind_of) if own == name}
    return all(id(loop) in free for loop in loops_of(function.tree, name))


def free_pops(function: ast.AST, kind_of: KindOf) -> Iterator[ast.AST]:
    """The calls of such loops that take an item, of a set perhaps."""
    for loop, _ in worklists(function, kind_of):
        assert isinstance(loop.body[0], ast.Assign)
        yield loop.body[0].value


def _taken(statement: ast.stmt) -> tuple[str | None, ast.expr | None]:
    """What is taken from in `x = todo.pop()`, and where it goes."""
    match statement:
        case ast.Assign(
            [target], ast.Call(ast.Attribute(ast.Name(name), "pop" | "popleft"), arguments, [])
        ) if len(arguments) < 2:
            return name, target
    return None, None


def _tests(test: ast.expr, name: str) -> bool:
    """Whether a condition is that something is not empty."""
    match test:
        case ast.Name(own) | ast.Call(ast.Name("len"), [ast.Name(own)], []):
            return own == name
        case ast.Compare(
            ast.Call(ast.Name("len"), [ast.Name(own)], []), [ast.Gt()], [ast.Constant(0)]
        ):
            return own == name
    return False


class _OrderMatters(Exception):
    """The order of the items may matter."""


class _Loop:
    """What the body of a loop does, collected statement by statement."""

    bags: frozenset[str] = frozenset()

    def __init__(
        self, loop: ast.stmt, target: ast.expr, body: list[ast.stmt], function: ast.AST,
        kind_of: KindOf, todo: frozenset[str],
    ) -> None:  # fmt: skip
        self.function, self.body, self.kind_of, self.todo = function, body, kind_of, todo
        inside = {id(each) for each in ast.walk(loop)}
        self.outside = {name.id for name in own_loads(function) if id(name) not in inside}
        self.targets = names_of([target], ast.Store)
        self.changed = stored_names(body) | self._changed_containers()
        self.dictionaries: set[str] = set()
        self.written: dict[str, set[str]] = {}  # to dictionaries: values, "" if they differ
        self.folds: dict[str, str] = {}  # how each variable that lives on is changed
        self.returns: set[str] = set()
        self.breaks = self.flags = 0
        self.depth = 0  # of loops inside

    def _changed_containers(self) -> set[str]:
        found = set()
        for part in self.body:
            for node in ast.walk(part):
                match node:
                    case ast.Call(ast.Attribute(ast.Name(name), method)) if method in CHANGING:
                        found.add(name)
                    case ast.Subscript(ast.Name(name), _, ast.Store() | ast.Del()):
                        found.add(name)
        return found

    def run(self) -> None:
        """Raise _OrderMatters unless all is known to be free of order."""
        if self.targets & self.outside:
            raise _OrderMatters
        self.block(self.body, set(self.targets))
        if len(self.returns) > 1 or (self.returns and self.breaks):
            raise _OrderMatters
        if self.returns and any(is_shared(self.function, name) for name in self.folds):
            raise _OrderMatters
        if self.breaks and (
            self.breaks > 1 or len(self.folds) > 1 or self.flags != len(self.folds)
        ):
            raise _OrderMatters

    def block(self, statements: list[ast.stmt], defined: set[str]) -> None:
        """Statements; `defined` are the names that have got their value for this item."""
        for at, statement in enumerate(statements):
            if isinstance(statement, ast.Break) and not self.depth:
                before = statements[at - 1] if at else None
                self.breaks += 1
                if self.folds and not (self.flags and isinstance(before, ast.Assign)):
                    raise _OrderMatters
            else:
                self.statement(statement, defined)

    def statement(self, node: ast.stmt, defined: set[str]) -> None:
        """One statement."""
        match node:
            case ast.Pass() | ast.Continue() | ast.Break():
                pass
            case ast.If() if self._is_guarded(node, defined) or self._is_best(node, defined):
                pass
            case ast.If(test, body, orelse):
                self.reads(test, defined)
                self.block(body, set(defined))
                self.block(orelse, set(defined))
            case ast.For(target, source, body, []):
                self.reads(source, defined)
                names = names_of([target], ast.Store)
                self._own(names)
                self._inside(body, defined | names)
            case ast.While(test, body, []):
                self.reads(test, defined)
                self._inside(body, set(defined))
            case ast.Return(ast.Constant(value)):
                self.returns.add(repr(value))
            case ast.Assert() | ast.Raise():
                self.reads(node, defined)
            case ast.Assign([target], value):
                self._assign(target, value, defined)
            case ast.AnnAssign(ast.Name() as target, _, ast.expr() as value):
                self._assign(target, value, defined)
            case ast.AugAssign():
                self._augment(node, defined)
            case ast.Expr(ast.Call(ast.Attribute(ast.Name(name), method), arguments, [])):
                self._call(name, method, arguments, defined)
            case _:
                raise _OrderMatters

    def _inside(self, body: list[ast.stmt], defined: set[str]) -> None:
        self.depth += 1
        self.block(body, defined)
        self.depth -= 1

    def _own(self, names: set[str]) -> None:
        """Names that are of this item only."""
        if names & (self.outside | set(self.folds)):
            raise _OrderMatters

    def _assign(self, target: ast.expr, value: ast.expr, defined: set[str]) -> None:
        match target, value:
            case ast.Name(name), ast.Constant(constant) if name in self.outside:
                self._fold(name, f"constant {constant!r}")
                self.flags += 1
            case ast.Name(name), ast.Call(
                ast.Name("max" | "min" as which), [ast.Name(same), other], []
            ) if name == same and name not in defined:
                self.reads(other, defined)
                self._fold(name, which, number=True)
            case ast.Subscript(ast.Name(name), index), _:
                self._assign_item(name, index, value, defined)
            case _:
                self.reads(value, defined)
                names = names_of([target], ast.Store)
                if not isinstance(target, (ast.Name, ast.Tuple)):
                    raise _OrderMatters
                self._own(names)
                defined |= names

    def _assign_item(self, name: str, index: ast.expr, value: ast.expr, defined: set[str]) -> None:
        """`x[i] = v` for a list: each place once, or the same value at all of them."""
        self.reads(index, defined)
        self.reads(value, defined)
        if name in defined:
            return
        is_target = isinstance(index, ast.Name) and self.targets == {index.id}
        if isinstance(self.kind_of(name), DictOf):  # a key twice is looked for when it runs
            same = not names_of([value], ast.Load) & defined
            self.dictionaries.add(name)
            self.written.setdefault(name, set()).add(ast.dump(value) if same else "")
            self._fold(name, "keys")
            return
        if names_of([value], ast.Load) & defined and not is_target:
            raise _OrderMatters
        if not isinstance(self.kind_of(name), (ListOf, Never)):
            raise _OrderMatters
        self._fold(name, f"items {ast.dump(index) if is_target else ast.dump(value)}")

    def _augment(self, node: ast.AugAssign, defined: set[str]) -> None:
        self.reads(node.value, defined)
        way = FOLDS.get(type(node.op))
        match node.target:
            case ast.Name(name) if name in defined:
                return
            case ast.Name(name) if isinstance(self.kind_of(name), (SetOf, Frozen)):
                ways = {"or": "add", "sum": "discard", "and": "and"}
                if way not in ways or isinstance(node.op, ast.Add):
                    raise _OrderMatters
                self._fold(name, ways[way])
            case ast.Name(name) if way is not None:
                self._fold(name, way, number=True)
            case ast.Subscript(ast.Name(name), index):
                self.reads(index, defined)
                if name in defined:
                    return
                kind = self.kind_of(name)
                if way is None or not isinstance(kind, (ListOf, DictOf, Never)):
                    raise _OrderMatters
                item = kind.values.item if isinstance(kind, DictOf) else getattr(kind, "item", kind)
                if not _is_number(item):
                    raise _OrderMatters
                if isinstance(kind, DictOf):
                    self.dictionaries.add(name)
                    self.written.setdefault(name, set()).add("")
                self._fold(name, way)
            case _:
                raise _OrderMatters

    def _call(self, name: str, method: str, arguments: list[ast.expr], defined: set[str]) -> None:
        for each in arguments:
            self.reads(each, defined)
        if name in defined:
            return
        if method == "append" and name in self.bags and _is_exact(self.kind_of(name)):
            self._fold(name, "add")
            return
        if method not in ("add", "discard", "update"):
            raise _OrderMatters
        if not isinstance(self.kind_of(name), (SetOf, Never)):
            raise _OrderMatters
        self._fold(name, "discard" if method == "discard" else "add")

    def _is_guarded(self, node: ast.If, defined: set[str]) -> bool:
        """`if x not in seen: seen.add(x); new.add(x)`: once for each x, whenever it comes."""
        tests = node.test.values if isinstance(node.test, ast.BoolOp) else [node.test]
        if isinstance(node.test, ast.BoolOp) and not isinstance(node.test.op, ast.And):
            return False
        guard, item, seen = _guard_of(tests, node.body)
        added = []
        for statement in node.body:
            match statement:
                case ast.Expr(
                    ast.Call(ast.Attribute(ast.Name(name), "add"), [ast.Name(same)], [])
                ) if same == item:
                    added.append(name)
                case ast.Expr(
                    ast.Call(
                        ast.Attribute(ast.Name(name), "append" | "appendleft"), [ast.Name(same)], []
                    )
                ) if same == item and (name in self.todo or name in self.bags):
                    self._fold(name, "add")
                case _:
                    return False
        if seen not in added or node.orelse or item not in defined or seen in defined:
            return False
        for test in tests:
            if test is not guard:
                self.reads(test, defined)
        for name in added:
            if not isinstance(self.kind_of(name), (SetOf, Never)):
                raise _OrderMatters
            self._fold(name, "once" if name == seen else "add")
        return True

    def _is_best(self, node: ast.If, defined: set[str]) -> bool:
        """`if x > best: best = x`."""
        match node:
            case ast.If(test, [ast.Assign([ast.Name(best)], value)], []):
                pass
            case _:
                return False
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or) and len(test.values) == 2:
            match test.values[0]:
                case ast.Compare(ast.Name(name), [ast.Is()], [ast.Constant(None)]) if name == best:
                    test = test.values[1]
        match test:
            case ast.Compare(left, [ast.Lt() | ast.Gt() as sign], [right]):
                pass
            case _:
                return False
        if isinstance(left, ast.Name) and left.id == best:
            left, right = right, left
            sign = ast.Gt() if isinstance(sign, ast.Lt) else ast.Lt()
        is_best = isinstance(right, ast.Name) and right.id == best and best not in defined
        if not is_best or ast.dump(left) != ast.dump(value):
            return False
        self.reads(left, defined)
        self._fold(best, "max" if isinstance(sign, ast.Gt) else "min", number=True)
        return True

    def _fold(self, name: str, way: str, *, number: bool = False) -> None:
        if self.folds.setdefault(name, way) != way or name in self.targets:
            raise _OrderMatters
        if number and not _is_number(self.kind_of(name)):
            raise _OrderMatters

    def reads(self, node: ast.AST, defined: set[str]) -> None:
        """What an expression reads must not be changed by other items, nor must it change any."""
        for read in own_loads(node):
            if read.id in self.changed and read.id not in defined:
                raise _OrderMatters
        for each in ast.walk(node):
            match each:
                case ast.NamedExpr() | ast.Yield() | ast.YieldFrom():
                    raise _OrderMatters
                case ast.Call(ast.Attribute(ast.Name(name), method)) if method in CHANGING:
                    if name not in defined:
                        raise _OrderMatters
                case ast.Call(ast.Name(name), arguments) if name not in HARMLESS:
                    self._called(name)
                    self._given(arguments, defined)
                case ast.Call(ast.Attribute(ast.Name("self")), arguments):
                    self._given(arguments, defined)

    def _called(self, name: str) -> None:
        """A function inside the function must not change what is outside of it."""
        kind = self.kind_of(name)
        if not (isinstance(kind, Static) and isinstance(kind.value, Closure)):
            return
        for each in ast.walk(kind.value.function.tree):
            match each:
                case ast.Nonlocal() | ast.Global() | ast.Subscript(_, _, ast.Store() | ast.Del()):
                    raise _OrderMatters
                case ast.Call(ast.Attribute(_, method)) if method in CHANGING:
                    raise _OrderMatters

    def _given(self, arguments: list[ast.expr], defined: set[str]) -> None:
        """A function must not be given what it could change."""
        for argument in arguments:
            base = argument
            while isinstance(base, (ast.Subscript, ast.Starred)):
                base = base.value
            if isinstance(base, ast.Name) and base.id not in defined:
                if isinstance(self.kind_of(base.id), (ListOf, SetOf, DictOf)):
                    raise _OrderMatters


def _guard_of(
    tests: list[ast.expr], body: list[ast.stmt]
) -> tuple[ast.expr | None, str | None, str | None]:
    """The condition `x not in seen` before statements that add to `seen`; `x` and `seen`."""
    changed = {ast.unparse(each).partition(".add(")[0] for each in body}
    for test in tests:
        match test:
            case ast.Compare(ast.Name(item), [ast.NotIn()], [ast.Name(seen)]) if seen in changed:
                return test, item, seen
    return None, None, None


def _is_exact(kind: Type | None) -> bool:
    """Whether the items of a list have a sum and an order that do not depend on where they are."""
    if isinstance(kind, ListOf):
        return not isinstance(kind.item, Float) and not with_own_order(kind.item)
    return isinstance(kind, Never)


def _is_number(kind: Type | None) -> bool:
    """Whether values are whole numbers, or None."""
    if isinstance(kind, AnyOf):
        return all(isinstance(each, (Int, Bool, Sym)) for each in kind.options)
    return isinstance(kind, (Int, Bool, Never))
