"""What checked operations are made of: types, branches that raise, Numba's own operators."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import extending

Build = Callable[..., Any]
"""Writes LLVM: (context, builder, signature, values, loc) to the value of the result."""

WORD = ir.IntType(64)
EXACT = 1 << 53
"""Up to this, every integer is a float."""

TOO_LARGE = "the result has more than 64 bits"

unliteral: Any = types.unliteral


def intrinsic(function: Callable[..., Any], *, literal: bool = False) -> Any:
    """The intrinsic of that typing; it sees literals as such if that is wanted."""
    return extending.intrinsic(prefer_literal=literal)(function)


def raise_if(
    context: Any, builder: Any, bad: Any, error: type[Exception], text: str, loc: Any
) -> None:
    """Return from the function under construction with an exception, if the bit is set."""
    with builder.if_then(bad, likely=False):
        raise_always(context, builder, error, text, loc)


def raise_always(context: Any, builder: Any, error: type[Exception], text: str, loc: Any) -> None:
    """Return from the function under construction with an exception."""
    name = builder.function.name
    context.call_conv.return_user_exc(builder, error, (text,), loc=loc, func_name=name)


def is_whole(kind: Any) -> bool:
    """Whether a type is one of integers or of Booleans."""
    return isinstance(kind, (types.Integer, types.Boolean))


def is_number(kind: Any) -> bool:
    """Whether a type is one of numbers, complex ones excepted."""
    return is_whole(kind) or isinstance(kind, types.Float)


def wide(kind: Any) -> Any:
    """The type of 64 bits that a whole number is converted to."""
    return types.uint64 if unliteral(kind) == types.uint64 else types.int64


def signed_operands(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> list[Any]:
    """The operands as integers; a board with the top bit set raises."""
    for kind, value in zip(signature.args, values, strict=True):
        if kind == types.uint64:
            top = builder.icmp_signed("<", value, WORD(0))
            raise_if(context, builder, top, OverflowError, TOO_LARGE, loc)
    return list(values)


def delegate(context: Any, function: Any, arguments: tuple[Any, ...]) -> Any:
    """Numba's own form of an operator, as a signature and what builds it; None if it has none."""
    signature = context.resolve_function_type(function, arguments, {})
    if signature is None:
        return None

    def build(context: Any, builder: Any, signature: Any, values: Any, loc: Any) -> Any:
        return context.get_function(function, signature)(builder, values, loc)

    return signature, build


def is_finite(builder: Any, value: Any) -> Any:
    """Whether a float is neither infinite nor a NaN: then, and only then, it less itself is 0."""
    return builder.fcmp_ordered("==", builder.fsub(value, value), value.type(0.0))


def raise_unless_exact(context: Any, builder: Any, kind: Any, value: Any, loc: Any) -> None:
    """Raise if a whole number of 64 bits may be none of the floats."""
    moved = value if kind == types.uint64 else builder.add(value, WORD(EXACT))
    most = EXACT if kind == types.uint64 else 2 * EXACT
    bad = builder.icmp_unsigned(">", moved, WORD(most))
    raise_if(context, builder, bad, OverflowError, "an integer beyond 2**53 as a float", loc)
