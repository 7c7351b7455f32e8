"""Texts of one character."""

from __future__ import annotations

from typing import Any

from adversario.native.compiler.plain.code.values import Value
from adversario.native.compiler.plain.kinds.types import Refusal, Sym


def character(code: Any, value: Value) -> Value:
    """A text of one character as that."""
    if isinstance(value.type, Sym):
        words = code.constants.values_of(value.type)
        if any(type(word) is not str or len(word) != 1 for word in words):
            raise Refusal("character")
        return value
    found: Value = code.items_of(value, 1)[0]
    return found


def is_char(code: Any, kind: Sym) -> bool:
    """Whether all words are characters."""
    return all(type(word) is str and len(word) == 1 for word in code.constants.values_of(kind))
