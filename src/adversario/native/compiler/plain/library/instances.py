"""`isinstance` in compiled rules."""

from __future__ import annotations

from typing import Any

from adversario.native.compiler.plain.data.values import Value
from adversario.native.compiler.plain.kinds.types import (
    BOOL,
    AnyOf,
    Bool,
    Float,
    Frozen,
    Int,
    ListOf,
    Range,
    Record,
    Refusal,
    Seq,
    SetOf,
    Static,
    Sym,
    Tuple,
)
from adversario.native.compiler.plain.library.builtins import BOOLEAN, builtin


@builtin(isinstance)
def _isinstance(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    value, classes = given[0], given[1].const
    classes = classes if isinstance(classes, tuple) else (classes,)
    if not all(isinstance(cls, type) for cls in classes):
        raise Refusal("isinstance")

    def test(option: Value) -> Value:
        option = code.settle(option)
        kind = option.type
        if isinstance(kind, Sym):
            known = {
                number: int(isinstance(code.constants.value_of(number), classes))
                for number in kind.ids
            }
            if len(set(known.values())) == 1:
                return code.lift(bool(next(iter(known.values()))))  # type: ignore[no-any-return]
            return Value(BOOL, (code.b.trunc(code.look_up(option.parts[0], known, 0), BOOLEAN),))
        return code.lift(is_instance(kind, classes))  # type: ignore[no-any-return]

    if isinstance(value.type, AnyOf):
        found: Value = code.each_option(value, test)
        return found
    return test(value)


def is_instance(kind: Any, classes: tuple[type, ...]) -> bool:
    """Whether values of a type are instances of one of some classes."""
    python: dict[type, type] = {
        Int: int, Bool: bool, Float: float, Tuple: tuple, ListOf: list, SetOf: set,
        Frozen: frozenset, Range: range,
    }  # fmt: skip
    if isinstance(kind, Record):
        return issubclass(kind.cls, classes)
    if isinstance(kind, Seq):
        return issubclass(str if kind.text else tuple, classes)
    if isinstance(kind, Static):
        return isinstance(kind.value, classes)
    return type(kind) in python and issubclass(python[type(kind)], classes)
