"""Messages as JSON: dataclasses are read, with every field checked, and written.

Input is not trusted: it is refused, with the name of the field, rather than repaired.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from math import isfinite
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from adversario.base.catalogue import message
from adversario.base.errors import InputError

T = TypeVar("T")

LARGEST = 2**53
"""Whole numbers beyond this are not exact in a browser."""

PLAIN = frozenset({str, int, float, bool, NoneType})
NAMES = {int: "int", float: "float", str: "str", bool: "bool", NoneType: "none"}


def parse(text: str | bytes) -> dict[str, Any]:
    """The JSON object of a text; raises InputError if it is not one."""
    try:
        parsed = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise InputError("web.wire.json") from None
    if not isinstance(parsed, dict):
        raise InputError("web.wire.json")
    return parsed


def _refuse_constant(name: str) -> float:
    raise ValueError(name)


def dump(value: object) -> str:
    """A message as one line of JSON, in plain ASCII."""
    return json.dumps(value, separators=(",", ":"))


def read(kind: type[T], given: Mapping[str, Any], path: str = "") -> T:
    """The message of that kind.

    Raises InputError, with the field that is wrong, missing or unknown.
    """
    known = _fields(kind)  # type: ignore[arg-type]
    for name in given:
        if name not in known:
            listed = ", ".join(known) or "-"
            raise InputError("web.wire.unknown", field=_shorten(path + name), known=listed)
    values = {}
    for name, (hint, needed) in known.items():
        if name in given:
            values[name] = _value(hint, given[name], path + name)
        elif needed:
            raise InputError("web.wire.missing", field=path + name)
    return kind(**values)


@cache
def _fields(kind: type[Any]) -> dict[str, tuple[Any, bool]]:
    """The type of each field, and whether it is required."""
    hints = get_type_hints(kind)
    return {
        each.name: (
            hints[each.name],
            each.default is MISSING and each.default_factory is MISSING,
        )
        for each in fields(kind)
    }


def _value(hint: Any, given: Any, path: str) -> Any:
    """The given JSON value, checked and converted to a type."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        (inner,) = (each for each in arguments if each is not NoneType)
        return None if given is None else _value(inner, given, path)
    if origin is Literal:
        if given in arguments and isinstance(given, str):
            return given
        raise InputError("web.wire.choice", field=path, choices=", ".join(arguments))
    if origin is list and isinstance(given, list):
        return [_value(arguments[0], item, f"{path}[{at}]") for at, item in enumerate(given)]
    if origin is Mapping and isinstance(given, dict):
        return {key: _value(arguments[1], item, f"{path}.{key}") for key, item in given.items()}
    if hint is float and type(given) in (int, float) and _is_safe(given):
        return float(given)
    if hint in (int, str, bool) and type(given) is hint and (hint is not int or _is_safe(given)):
        return given
    expected = {list: "list", Mapping: "object"}.get(origin) if origin else NAMES[hint]
    raise InputError(
        "web.wire.type", field=_shorten(path), expected=message(f"web.wire.is.{expected}")
    )


def _is_safe(number: float) -> bool:
    return abs(number) <= LARGEST and isfinite(number)


def _shorten(name: str) -> str:
    return name if len(name) <= 60 else name[:60] + "…"


def write(value: Any) -> Any:
    """A dataclass as plain JSON values; fields equal to their default are left out."""
    kind = type(value)
    if kind in PLAIN:  # most are, and a search writes a million
        return value
    if kind is list:
        return [write(item) for item in value]
    if is_dataclass(kind):
        written = {}
        for name, default in _defaults(kind):
            item = getattr(value, name)
            if item != default:
                written[name] = item if type(item) in PLAIN else write(item)
        return written
    return {str(key): write(item) for key, item in value.items()}


@cache
def _defaults(kind: type[Any]) -> tuple[tuple[str, Any], ...]:
    """Each field and its default; a field without one has a value that equals nothing."""
    return tuple(
        (
            each.name,
            each.default_factory() if each.default_factory is not MISSING
            else object() if each.default is MISSING
            else each.default,
        )
        for each in fields(kind)
    )  # fmt: skip
