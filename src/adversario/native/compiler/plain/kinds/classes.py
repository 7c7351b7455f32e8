"""Classes whose instances are a row of fields: NamedTuples, dataclasses, and plain classes.

The fields of a plain class are what its `__init__` assigns to `self`. Compiled code never changes
them afterwards: rules that would are refused.
"""

from __future__ import annotations

import ast
import dataclasses
import sys
from abc import ABCMeta
from collections.abc import Iterator
from functools import cache
from typing import Any

from adversario.game import Game
from adversario.native.compiler import shapes
from adversario.native.compiler.plain.kinds.equality import own_method
from adversario.native.compiler.shapes import Unsupported
from adversario.native.compiler.source import read

HOOKS = ("__new__", "__setattr__", "__getattribute__", "__getattr__", "__delattr__")
"""Methods that make attributes something else than fields."""


def is_record_class(value: object) -> bool:
    """Whether this is a class whose instances are a row of fields."""
    return shapes.is_record_class(value) or is_plain_class(value)


def field_names(cls: Any) -> tuple[str, ...]:
    """The names of the fields, in order."""
    return _plain_fields(cls) or () if is_plain_class(cls) else shapes.field_names(cls)


def is_plain_class(value: object) -> bool:
    """Whether this is a class of the user's that assigns its fields in `__init__`."""
    if not isinstance(value, type) or shapes.is_record_class(value):
        return False
    if type(value) not in (type, ABCMeta) or issubclass(value, (Game, BaseException)):
        return False
    package = value.__module__.partition(".")[0]
    if package == "adversario" or package in sys.stdlib_module_names:
        return False
    found: Any = value
    return _plain_fields(found) is not None


HEAP_TYPE = 1 << 9
"""The flag of classes that were made by a `class` statement (or look like it)."""


@cache
def _plain_fields(cls: Any) -> tuple[str, ...] | None:
    """The fields of a plain class; None if it is something else."""
    if dataclasses.is_dataclass(cls):
        return tuple(each.name for each in dataclasses.fields(cls))
    if any(own_method(cls, name) for name in HOOKS):
        return None
    bases = [base for base in cls.__mro__ if base is not object]
    if not all(_is_written(base) for base in bases):
        return None
    found: list[str] = []
    for base in reversed(bases):
        method = vars(base).get("__init__")
        if method is None:
            continue
        try:
            tree = read(method).tree
        except (Unsupported, AttributeError):
            return None
        own = [name for name in assigned_fields(tree, base) if name not in found]
        if not set(own) <= definite_fields(tree.body, base, _receiver(tree)):
            return None
        found += own
    return tuple(found)


def _is_written(cls: type) -> bool:
    """Whether a base adds nothing but what its source says."""
    if cls.__module__ in ("abc", "typing", "collections.abc"):
        return "__init__" not in vars(cls) or cls.__name__ in ("Protocol", "Generic")
    return cls.__module__ != "builtins" and bool(cls.__flags__ & HEAP_TYPE)


def _receiver(tree: ast.FunctionDef) -> str:
    arguments = [*tree.args.posonlyargs, *tree.args.args]
    return arguments[0].arg if arguments else ""


def mangled(name: str, cls: type | None) -> str:
    """The name of an attribute, which is another one if it is private to its class."""
    if cls is None or not name.startswith("__") or name.endswith("__"):
        return name
    return f"_{cls.__name__.lstrip('_')}{name}"


def assigned_fields(tree: ast.FunctionDef, cls: type) -> Iterator[str]:
    """The attributes that a method assigns to its first parameter."""
    receiver = _receiver(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(ast.Name(name), field, ast.Store()) if name == receiver:
                yield mangled(field, cls)


def definite_fields(statements: list[ast.stmt], cls: type, receiver: str) -> set[str]:
    """The attributes that statements assign to an object whichever way they go."""
    found: set[str] = set()
    for statement in statements:
        match statement:
            case ast.Assign() | ast.AnnAssign(value=ast.expr()) | ast.AugAssign():
                for node in ast.walk(statement):
                    match node:
                        case ast.Attribute(ast.Name(name), field, ast.Store()):
                            if name == receiver:
                                found.add(mangled(field, cls))
            case ast.If(_, body, orelse):
                ways = [
                    definite_fields(way, cls, receiver)
                    for way in (body, orelse)
                    if not (way and isinstance(way[-1], ast.Raise))
                ]
                found |= set.intersection(*ways) if ways else set()
            case ast.Return():
                break
    return found
