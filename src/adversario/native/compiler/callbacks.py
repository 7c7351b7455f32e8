"""Calls from machine code back into Python, by the address of a function.

Importing this module imports Numba. The twin of `adversario.native.kernels.memory.call`.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import extending

from adversario.native.compiler.intrinsics import compiled
from adversario.native.kernels.memory import Unwound


def _typed(context: Any, function: Any, first: Any, second: Any, third: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        word = ir.IntType(64)
        pointer = ir.FunctionType(word, [word] * 3).as_pointer()
        return builder.call(builder.inttoptr(values[0], pointer), values[1:])

    return types.int64(types.int64, types.int64, types.int64, types.int64), build


_called: Any = extending.intrinsic(_typed)


@compiled
def call(function: Any, first: Any, second: Any, third: Any) -> None:
    """Call the function; the exception ends all compiled functions up to the caller from Python."""
    if _called(function, first, second, third) != 1:
        raise Unwound
