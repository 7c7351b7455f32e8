"""What compiled rules call: the twins of `adversario.bits` and `adversario.tuples`, and key mixing.

Importing this module imports Numba, so nothing does until a game is compiled. A twin has the name
and the meaning of its original, which has the docstring; the types are the machine's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import extending
from numba.core.errors import TypingError
from numba.cpython.unsafe.tuple import tuple_setitem

from adversario.native.compiler.numba_patches.inference import general

# ruff: noqa: D103 (the contract of a twin is its original's)

_setitem: Any = tuple_setitem
_njit: Any = njit
u64, i64 = np.uint64, np.int64
ONE = u64(1)
OPTIONS: dict[str, Any] = {
    "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "boundscheck": False,
}  # fmt: skip


def compiled(function: Callable[..., Any]) -> Any:
    """The function compiled when it is called, for the types that it is called with.

    It runs without the interpreter's lock, and a division has no branch to an exception, which
    would keep rules from being inlined.
    """
    return general(_njit(**OPTIONS, forceinline=False)(function))


def internal(function: Callable[..., Any]) -> Any:
    """The function compiled for calls from compiled code; TypeError if Python calls it.

    It has no wrapper that Python could call, which would take a fifth of the time of compiling.
    """
    return _internal(function)


def rule(function: Callable[..., Any]) -> Any:
    """A rule of a game, compiled for calls from compiled code; an index out of range raises."""
    return _internal(function, boundscheck=True)


def emitted_rule(function: Callable[..., Any]) -> Any:
    """A rule with machine code of its own, to be called by its address."""
    return general(_njit(**OPTIONS | {"boundscheck": True}, forceinline=False)(function))


def _internal(function: Callable[..., Any], **options: Any) -> Any:
    given = OPTIONS | options
    dispatcher = general(_njit(**given, no_cpython_wrapper=True, forceinline=False)(function))

    def refuse(*arguments: Any, **named: Any) -> Any:
        raise TypeError(f"only compiled code can call {function.__name__}")

    # Numba would call the wrapper that is not there: it must not know of any machine code.
    dispatcher._insert = lambda *code, **named: None
    dispatcher._compile_for_args = refuse
    return dispatcher


def inlined(function: Callable[..., Any]) -> Any:
    """The function compiled so that its code replaces every call of it.

    This must be denied to all others: Numba has a function inherit it from the one that calls it.
    """
    return general(_njit(**OPTIONS, forceinline=True)(function))


def _intrinsic(function: Callable[..., Any]) -> Any:
    return extending.intrinsic(function)


@_intrinsic
def _population(context: Any, board: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.ctpop(values[0])

    return types.uint64(types.uint64), build


@_intrinsic
def _trailing(context: Any, board: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.cttz(values[0], context.get_constant(types.boolean, False))

    return types.uint64(types.uint64), build


@_intrinsic
def _leading(context: Any, board: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.ctlz(values[0], context.get_constant(types.boolean, False))

    return types.uint64(types.uint64), build


# The twins of adversario.bits.


@compiled
def count(board: Any) -> Any:
    return i64(_population(u64(board)))


@compiled
def lowest(board: Any) -> Any:
    return i64(_trailing(u64(board)))


@compiled
def highest(board: Any) -> Any:
    return 63 - i64(_leading(u64(board)))


@compiled
def indices(board: Any) -> Any:
    rest = u64(board)
    while rest:
        yield i64(_trailing(rest))
        rest &= rest - ONE


@compiled
def bit(index: Any) -> Any:
    return ONE << u64(index)


@compiled
def left(board: Any, places: Any) -> Any:
    return u64(board) << u64(places)


@compiled
def right(board: Any, places: Any) -> Any:
    return u64(board) >> u64(places)


@compiled
def invert(board: Any) -> Any:
    return ~u64(board)


@compiled
def add(one: Any, other: Any) -> Any:
    return u64(one) + u64(other)


@compiled
def subtract(one: Any, other: Any) -> Any:
    return u64(one) - u64(other)


@compiled
def multiply(one: Any, other: Any) -> Any:
    return u64(one) * u64(other)


# The twins of adversario.tuples.


@compiled
def replaced(items: Any, index: Any, item: Any) -> Any:
    at, size = i64(index), len(items)
    if at < 0:
        at += size
    if at < 0 or at >= size:  # Numba would write it all the same
        raise IndexError("tuple assignment index out of range")
    return _setitem(items, at, item)


@compiled
def ordered(items: Any) -> Any:
    for end in range(1, len(items)):
        for at in range(end, 0, -1):
            one, other = items[at - 1], items[at]
            if one > other:
                items = _setitem(_setitem(items, at - 1, other), at, one)
    return items


def _of_that_length(context: Any, items: Any, count: Any) -> Any:
    """The tuple, if it has that many items: another one does not compile."""
    if isinstance(items, types.BaseTuple) and len(items) != count.literal_value:
        raise TypingError(f"a tuple of {count.literal_value} items becomes one of {len(items)}")

    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return values[0]

    return items(items, count), build


sized: Any = extending.intrinsic(prefer_literal=True)(_of_that_length)


# The twins of adversario.native.kernels.memory.


def _prefetch(builder: Any, pointer: Any) -> None:
    flag = ir.IntType(32)
    kind = ir.FunctionType(ir.VoidType(), [pointer.type, flag, flag, flag])
    function = builder.module.declare_intrinsic("llvm.prefetch", [pointer.type], kind)
    builder.call(function, [pointer, flag(0), flag(3), flag(1)])


@_intrinsic
def prefetch(context: Any, array: Any, index: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, values[0]).data
        address = builder.gep(data, [values[1]])
        _prefetch(builder, builder.bitcast(address, ir.PointerType(ir.IntType(8))))
        return context.get_dummy_value()

    return types.void(array, types.intp), build


@_intrinsic
def borrowed(context: Any, array: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        made = context.make_array(signature.args[0])(context, builder, values[0])
        made.meminfo = made.meminfo.type(None)
        made.parent = made.parent.type(None)
        return made._getvalue()

    return array(array), build


@_intrinsic
def fresh(context: Any, array: Any, index: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, values[0]).data
        size = context.get_abi_sizeof(data.type.pointee)
        return builder.load_atomic(builder.gep(data, [values[1]]), "monotonic", size)

    return array.dtype(array, types.intp), build


@compiled
def cleared(words: Any) -> Any:
    return np.zeros(words, np.int64)


# Memory by address: unlike an array, an address is passed down a recursion for nothing.


def _pointer(builder: Any, item: Any, address: Any, index: Any) -> Any:
    base = builder.inttoptr(address, ir.PointerType(item))
    return builder.gep(base, [index])


def _reader(item: Any, kind: Any, *, shared: bool) -> Any:
    def typed(context: Any, address: Any, index: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            pointer = _pointer(builder, item, values[0], values[1])
            return builder.load_atomic(pointer, *ORDER) if shared else builder.load(pointer)

        return kind(types.int64, types.int64), build

    return _intrinsic(typed)


def _writer(item: Any, kind: Any, *, shared: bool) -> Any:
    def typed(context: Any, address: Any, index: Any, value: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            pointer = _pointer(builder, item, values[0], values[1])
            if shared:
                builder.store_atomic(values[2], pointer, *ORDER)
            else:
                builder.store(values[2], pointer)
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, kind), build

    return _intrinsic(typed)


ORDER = ("monotonic", 8)
"""What another thread wrote is seen, and never half of it. Floats would pay for that."""

word = _reader(ir.IntType(64), types.int64, shared=True)
set_word = _writer(ir.IntType(64), types.int64, shared=True)
number = _reader(ir.DoubleType(), types.float64, shared=False)
set_number = _writer(ir.DoubleType(), types.float64, shared=False)


@_intrinsic
def prefetch_at(context: Any, address: Any, index: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        pointer = _pointer(builder, ir.IntType(64), values[0], values[1])
        _prefetch(builder, builder.bitcast(pointer, ir.PointerType(ir.IntType(8))))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), build


@compiled
def signed(word: Any) -> Any:
    return i64(word)


@compiled
def float_bits(value: Any) -> Any:
    return np.float64(value).view(np.int64)


@compiled
def bits_float(value: Any) -> Any:
    return np.int64(value).view(np.float64)


@compiled
def float_word(number: Any) -> Any:
    """The bits of a float; those of 0.0 for -0.0, which equals it."""
    return np.float64(number + 0.0).view(np.uint64)
