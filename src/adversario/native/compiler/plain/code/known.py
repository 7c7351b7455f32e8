"""What values that are known when the rules are compiled can be used for."""

from __future__ import annotations

from enum import Enum, EnumMeta
from typing import Any

from adversario.native.compiler.shapes import is_record_class


def is_hashable(value: Any) -> bool:
    """Whether a value can be a key."""
    try:
        hash(value)
    except TypeError:
        return False
    return True


def is_plain(value: Any) -> bool:
    """Whether a known value is data, which Python's own functions can be called with."""
    if isinstance(value, (tuple, list, set, frozenset)):
        return all(map(is_plain, value))
    if isinstance(value, dict):
        return True
    return (
        value is None
        or isinstance(value, (int, float, str, Enum, range))
        or is_record_class(type(value))
        or hasattr(value, "numerator")
        or isinstance(value, EnumMeta)
    )
