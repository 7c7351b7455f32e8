"""Lists whose order never shows: they are sorted, counted, searched or worked off.

Such a list may be made of a set, whose items compiled code has in another order than Python.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

BAGS = {"all", "any", "bool", "frozenset", "len", "max", "min", "set", "sorted", "sum"}
"""Functions that return the same for items in any order."""


def bag_names(function: ast.AST) -> frozenset[str]:
    """The variables of a function that hold such lists only, as far as its source shows it.

    Loops that take items of one until none is left have to reach the same in any order: that is
    for `order.worklists` to say.
    """
    names = {
        target.id
        for node in ast.walk(function)
        for target, value in _assigned(node)
        if isinstance(target, ast.Name) and _is_new(value)
    }
    return frozenset(name for name in names if _is_bag(function, name))


def loops_of(function: ast.AST, name: str) -> Iterator[ast.While]:
    """The loops of a function that take items of a list until none is left."""
    for node in ast.walk(function):
        match node:
            case ast.While(_, [ast.Assign(_, ast.Call(ast.Attribute(ast.Name(own), _))), *_]):
                if own == name:
                    yield node


def _assigned(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """The targets of an assignment, each with its value."""
    match node:
        case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)) if len(targets) == len(values):
            yield from zip(targets, values, strict=True)
        case ast.Assign([target], value) | ast.AnnAssign(target, _, ast.expr() as value):
            yield target, value


def _is_new(value: ast.expr) -> bool:
    """Whether an expression makes a list that nothing else knows."""
    match value:
        case ast.ListComp() | ast.List():
            return True
        case ast.Call(ast.Name("list"), arguments, []):
            return len(arguments) < 2
    return False


def _is_bag(function: ast.AST, name: str) -> bool:
    sort = _sorted_at(function, name)
    allowed = set(_harmless(function, name))
    stores = {
        id(target)
        for node in ast.walk(function)
        for target, value in _assigned(node)
        if _is_new(value) or node is sort
    }
    for node in ast.walk(function):
        match node:
            case ast.arg(own) | ast.Nonlocal([own]) | ast.Global([own]) if own == name:
                return False
            case ast.Name(own, ast.Load()) if own == name and id(node) not in allowed:
                if sort is None or node.lineno <= (sort.end_lineno or sort.lineno):
                    return False
            case ast.Name(own, ast.Store() | ast.Del()) if own == name and id(node) not in stores:
                if sort is None or node.lineno <= sort.lineno:
                    return False
    return True


def _sorted_at(function: ast.AST, name: str) -> ast.stmt | None:
    """Where the body of a function sorts a list for good: from there on, its order is defined."""
    for statement in getattr(function, "body", []) if isinstance(function, ast.FunctionDef) else ():
        match statement:
            case ast.Expr(ast.Call(ast.Attribute(ast.Name(own), "sort"), [], [])) if own == name:
                return statement
            case ast.Assign([ast.Name(own)], ast.Call(ast.Name("sorted"), [ast.Name(same)], [])):
                if own == same == name:
                    return statement
    return None


def _harmless(function: ast.AST, name: str) -> Iterator[int]:
    """The places where a name is read and its order does not matter, by `id`."""
    for node in ast.walk(function):
        match node:
            case ast.Call(ast.Name(called), [ast.Name() as used], []) if called in BAGS:
                yield id(used)
            case ast.Expr(
                ast.Call(ast.Attribute(ast.Name() as used, "append" | "extend" | "sort"), _, [])
            ):
                yield id(used)
            case ast.Compare(_, [ast.In() | ast.NotIn()], [ast.Name() as used]):
                yield id(used)
            case ast.Compare(ast.Name() as used, [ast.Eq() | ast.NotEq()], [ast.List([])]):
                yield id(used)
            case ast.While(test) | ast.If(test) | ast.IfExp(test) | ast.UnaryOp(ast.Not(), test):
                yield from map(id, _tested(test))
    for loop in loops_of(function, name):
        taking = loop.body[0]
        assert isinstance(taking, ast.Assign)
        yield from (id(each) for each in ast.walk(taking.value) if isinstance(each, ast.Name))


def _tested(test: ast.expr) -> Iterator[ast.Name]:
    """The names whose truth a condition asks for."""
    match test:
        case ast.Name():
            yield test
        case ast.BoolOp(_, values):
            for value in values:
                yield from _tested(value)
