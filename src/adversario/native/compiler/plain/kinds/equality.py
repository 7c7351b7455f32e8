"""Classes whose instances are equal by a rule of their own."""

from __future__ import annotations

import dataclasses
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


def own_method(cls: type | None, name: str) -> tuple[FunctionType, type] | None:
    """A method as its class or a base of the game wrote it; None if Python has made it."""
    for base in cls.__mro__ if cls is not None else ():
        found: Any = vars(base).get(name)
        if found is not None:
            written = isinstance(found, FunctionType) and not found.__code__.co_filename.startswith(
                ("<", "frozen")
            )
            if not written or base.__module__ in ("enum", "typing", "collections", "builtins"):
                return None
            return found, base
    return None


def compares_fields(cls: Any) -> bool:
    """Whether two instances are equal exactly if all of their fields are."""
    if any(own_method(cls, name) for name in ("__eq__", "__ne__", "__hash__")):
        return False
    if not dataclasses.is_dataclass(cls):
        return True
    parameters = getattr(cls, "__dataclass_params__", None)
    return bool(parameters and parameters.eq) and all(
        each.compare for each in dataclasses.fields(cls)
    )


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
