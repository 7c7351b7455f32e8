"""Classes whose instances are equal by a rule of their own."""

from __future__ import annotations

import ast
import dataclasses
from functools import cache
from types import FunctionType
from typing import Any

from adversario.native.compiler.plain.kinds.types import (
    AnyOf,
    Frozen,
    ListOf,
    Record,
    Seq,
    SetOf,
    Tuple,
    Type,
)
from adversario.native.compiler.shapes import Unsupported
from adversario.native.compiler.source import read


def own_method(cls: Any, name: str) -> tuple[FunctionType, type] | None:
    """A method as its class or a base of the game wrote it; None if Python has made it."""
    for base in cls.__mro__ if cls is not None else ():
        found: Any = vars(base).get(name)
        if found is not None:
            written = isinstance(found, FunctionType) and not found.__code__.co_filename.startswith(
                ("<", "frozen")
            )
            python = ("enum", "typing", "collections", "builtins")
            if not written or base.__module__ in python or found.__module__ in python:
                return None
            return found, base
    return None


def compares_fields(cls: Any) -> bool:
    """Whether two instances are equal exactly if all of their fields are."""
    if own_method(cls, "__ne__"):
        return False
    if (own := own_method(cls, "__eq__")) is not None:
        return _compares_all(own[0], cls)
    if not dataclasses.is_dataclass(cls):
        return issubclass(cls, tuple) and not own_method(cls, "__hash__")
    if own_method(cls, "__hash__"):
        return False
    parameters = getattr(cls, "__dataclass_params__", None)
    return bool(parameters and parameters.eq) and all(
        each.compare for each in dataclasses.fields(cls)
    )


@cache
def _compares_all(method: FunctionType, cls: Any) -> bool:
    """Whether `__eq__` compares all fields of two instances, and nothing else."""
    from adversario.native.compiler.plain.kinds.classes import field_names, mangled

    try:
        tree = read(method).tree
    except Unsupported:
        return False
    names = [arg.arg for arg in tree.args.args]
    last = tree.body[-1]
    if len(names) != 2 or not isinstance(last, ast.Return) or last.value is None:
        return False
    if not all(_is_guard(statement) for statement in tree.body[:-1]):
        return False
    compared: set[str] = set()
    parts = last.value.values if isinstance(last.value, ast.BoolOp) else [last.value]
    if isinstance(last.value, ast.BoolOp) and not isinstance(last.value.op, ast.And):
        return False
    for part in parts:
        match part:
            case ast.Call(ast.Name("isinstance"), [ast.Name(own), _]) if own == names[1]:
                continue
            case ast.Compare(left, [ast.Eq()], [right]):
                rows = [
                    side.elts if isinstance(side, ast.Tuple) else [side] for side in (left, right)
                ]
            case _:
                return False
        if len(rows[0]) != len(rows[1]):
            return False
        for pair in zip(*rows, strict=True):
            match pair:
                case (
                    ast.Attribute(ast.Name(one), field),
                    ast.Attribute(ast.Name(other), same),
                ) if field == same and [one, other] == names:
                    compared.add(mangled(field, cls))
                case _:
                    return False
    return compared == set(field_names(cls))


def _is_guard(statement: ast.stmt) -> bool:
    """Whether a statement only says that instances of other classes are not equal."""
    match statement:
        case ast.Expr(ast.Constant()):
            return True
        case ast.If(
            ast.UnaryOp(ast.Not(), ast.Call(ast.Name("isinstance"))),
            [ast.Return(ast.Constant(False) | ast.Name("NotImplemented"))],
            [],
        ):
            return True
    return False


def with_own_equality(kind: Type) -> str | None:
    """The class inside a type whose instances are not compared field by field; None if all are."""
    inner: tuple[Type, ...] = ()
    if isinstance(kind, Record):
        if not compares_fields(kind.cls):
            return str(kind.cls.__name__)
        inner = kind.items
    elif isinstance(kind, Tuple):
        inner = kind.items
    elif isinstance(kind, AnyOf):
        inner = kind.options
    elif isinstance(kind, (Seq, Frozen, ListOf, SetOf)):
        inner = (kind.item,)
    return next((name for each in inner if (name := with_own_equality(each))), None)


def with_own_order(kind: Type) -> bool:
    """Whether two different values of a type may be in no order."""
    if isinstance(kind, Record):
        cls = kind.cls
        own = any(own_method(cls, name) for name in ("__lt__", "__gt__"))
        return own or not compares_fields(cls) or any(map(with_own_order, kind.items))
    if isinstance(kind, Tuple):
        return any(map(with_own_order, kind.items))
    if isinstance(kind, AnyOf):
        return any(map(with_own_order, kind.options))
    return isinstance(kind, (Frozen, SetOf)) or (
        isinstance(kind, (Seq, ListOf)) and with_own_order(kind.item)
    )
