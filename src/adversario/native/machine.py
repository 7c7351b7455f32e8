"""What compiled rules call: the compiled twins of `adversario.bits` and `adversario.tuples`, and keys.

The only module, with those that are imported when a game is compiled, that needs Numba at import.
"""  # noqa: E501

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, types
from numba.core.extending import intrinsic, overload
from numba.cpython.unsafe.tuple import tuple_setitem

OPTIONS = {"nogil": True, "error_model": "numpy"}
"""How everything is compiled: without the interpreter's lock, and without a branch to an exception
at each division, which would keep rules from being inlined."""

compiled = njit(**OPTIONS)

u64, i64 = np.uint64, np.int64
ONE = u64(1)


@intrinsic  # type: ignore[untyped-decorator]
def _population(context: Any, board: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.ctpop(values[0])

    return types.uint64(types.uint64), build


@intrinsic  # type: ignore[untyped-decorator]
def _trailing(context: Any, board: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.cttz(values[0], context.get_constant(types.boolean, False))

    return types.uint64(types.uint64), build


@intrinsic  # type: ignore[untyped-decorator]
def _leading(context: Any, board: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.ctlz(values[0], context.get_constant(types.boolean, False))

    return types.uint64(types.uint64), build


# The twins of adversario.bits.


@compiled
def count(board):
    return i64(_population(u64(board)))


@compiled
def lowest(board):
    return i64(_trailing(u64(board)))


@compiled
def highest(board):
    return 63 - i64(_leading(u64(board)))


@compiled
def indices(board):
    rest = u64(board)
    while rest:
        yield i64(_trailing(rest))
        rest &= rest - ONE


@compiled
def bit(index):
    return ONE << u64(index)


@compiled
def left(board, places):
    return u64(board) << u64(places)


@compiled
def right(board, places):
    return u64(board) >> u64(places)


@compiled
def invert(board):
    return ~u64(board)


@compiled
def add(one, other):
    return u64(one) + u64(other)


@compiled
def subtract(one, other):
    return u64(one) - u64(other)


@compiled
def multiply(one, other):
    return u64(one) * u64(other)


# The twins of adversario.tuples.


@compiled
def replaced(items, index, item):
    return tuple_setitem(items, index, item)


@compiled
def ordered(items):
    for end in range(1, len(items)):
        for at in range(end, 0, -1):
            one, other = items[at - 1], items[at]
            if one > other:
                items = tuple_setitem(tuple_setitem(items, at - 1, other), at, one)
    return items
