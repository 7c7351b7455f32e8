"""Texts of one character."""

from __future__ import annotations

from typing import Any

from adversario.native.compiler.plain.kinds.types import Sym


def is_char(code: Any, kind: Sym) -> bool:
    """Whether all words are characters."""
    return all(type(word) is str and len(word) == 1 for word in code.constants.values_of(kind))
