"""The names that code reads, and whether what they name is known elsewhere."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from adversario.native.compiler.plain.bags import BAGS

HARMLESS = {
    "abs", "all", "any", "divmod", "enumerate", "filter", "frozenset", "isinstance", "len", "list",
    "map", "max", "min", "range", "reversed", "set", "sorted", "sum", "tuple", "zip",
}  # fmt: skip
"""Functions that change no argument."""

OLD = (ast.Name, ast.Attribute, ast.Subscript, ast.IfExp, ast.BoolOp, ast.Starred)
"""Expressions whose value may be known by another name."""


def is_shared(function: ast.AST, name: str) -> bool:
    """Whether a container may be known by another name, inside the function or outside of it."""
    allowed: set[int] = set()
    fresh = False
    for node in ast.walk(function):
        match node:
            case ast.Assign([ast.Name(own)], value) if own == name:
                if isinstance(value, OLD):
                    return True
                fresh = True
            case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)):
                for target, value in zip(targets, values, strict=False):
                    if isinstance(target, ast.Name) and target.id == name:
                        if isinstance(value, OLD):
                            return True
                        fresh = True
            case ast.Call(ast.Attribute(ast.Name() as used), _, _):
                allowed.add(id(used))
            case ast.Call(ast.Name(called), [ast.Name() as used, *_], _) if called in HARMLESS:
                allowed.add(id(used))
            case ast.Compare(left, _, others):
                allowed |= {id(each) for each in (left, *others)}
            case ast.While(test) | ast.If(test):
                allowed |= {id(each) for each in ast.walk(test) if isinstance(each, ast.Name)}
            case ast.For(_, ast.Name() as used) | ast.Return(ast.Name() as used):
                allowed.add(id(used))
            case ast.comprehension(_, ast.Name() as used):
                allowed.add(id(used))
            case ast.BinOp(left, _, right):
                allowed |= {id(left), id(right)}
            case ast.AugAssign(_, _, value):
                allowed.add(id(value))
    loads = [each for each in own_loads(function) if each.id == name]
    return not fresh or any(id(each) not in allowed for each in loads)


def names_of(nodes: Iterable[ast.AST], context: type[ast.expr_context]) -> set[str]:
    """The names that nodes read, or assign."""
    return {
        each.id
        for node in nodes
        for each in ast.walk(node)
        if isinstance(each, ast.Name) and isinstance(each.ctx, context)
    }


def own_loads(node: ast.AST, bound: frozenset[str] = frozenset()) -> Iterator[ast.Name]:
    """The names that a node reads, but for those that comprehensions and functions inside bind."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in bound:
        yield node
    if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        yield from own_loads(node.generators[0].iter, bound)
        bound |= names_of([clause.target for clause in node.generators], ast.Store)
    for each in ast.iter_child_nodes(node):
        inner = isinstance(each, (ast.FunctionDef, ast.Lambda))
        yield from own_loads(each, bound | _bound_by(each) if inner else bound)


def _bound_by(function: ast.AST) -> set[str]:
    """The variables of a function inside another."""
    outer = {n for e in ast.walk(function) if isinstance(e, ast.Nonlocal) for n in e.names}
    arguments = {each.arg for each in ast.walk(function) if isinstance(each, ast.arg)}
    return (arguments | names_of([function], ast.Store)) - outer


def takes_any_order(comprehension: ast.AST, target: ast.expr) -> bool:
    """Whether a comprehension means the same for items of its loop that are in another order."""
    if not isinstance(target, ast.Name):
        return False
    taken = set()
    for node in ast.walk(comprehension):
        match node:
            case ast.Call(ast.Name(function), [ast.Name() as given], []) if function in BAGS:
                taken.add(id(given))
            case ast.Call(
                ast.Name(function), [ast.GeneratorExp(_, [ast.comprehension(_, given), *_])], []
            ) if function in BAGS:
                taken.add(id(given))
    names = [node for node in ast.walk(comprehension) if isinstance(node, ast.Name)]
    own = [n for n in names if n.id == target.id and isinstance(n.ctx, ast.Load)]
    return all(id(name) in taken for name in own)
