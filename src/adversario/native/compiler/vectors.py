"""The twins of `adversario.native.kernels.vectors`. Importing this module imports Numba."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import extending

from adversario.native.compiler.intrinsics import OPTIONS
from adversario.native.compiler.numba_patches.inference import general

# ruff: noqa: D103 (the contract of a twin is its original's)

_njit: Any = njit
f32 = np.float32


def _fast(function: Callable[..., Any]) -> Any:
    """The function compiled so that LLVM may reorder its sums, to vectorise them."""
    return general(_njit(**OPTIONS, fastmath=True, forceinline=False)(function))


def _pointer(builder: Any, address: Any, index: Any) -> Any:
    base = builder.inttoptr(address, ir.PointerType(ir.FloatType()))
    return builder.gep(base, [index])


def _real(context: Any, address: Any, index: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.load(_pointer(builder, values[0], values[1]))

    return types.float32(types.int64, types.int64), build


def _set_real(context: Any, address: Any, index: Any, value: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        builder.store(values[2], _pointer(builder, values[0], values[1]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.float32), build


real: Any = extending.intrinsic(_real)
set_real: Any = extending.intrinsic(_set_real)


@_fast
def clear_vector(vector: Any, size: Any) -> Any:
    for at in range(size):
        set_real(vector, at, f32(0.0))


@_fast
def copy_vector(target: Any, source: Any, size: Any) -> Any:
    for at in range(size):
        set_real(target, at, real(source, at))


@_fast
def add_scaled(target: Any, source: Any, size: Any, factor: Any) -> Any:
    times = f32(factor)
    for at in range(size):
        set_real(target, at, real(target, at) + times * real(source, at))


@_fast
def dot(one: Any, other: Any, size: Any) -> Any:
    total = f32(0.0)
    for at in range(size):
        total += real(one, at) * real(other, at)
    return total


@_fast
def logistic(number: Any) -> Any:
    # tanh(x / 2) as a quotient of polynomials (coefficients as in Eigen), exact to a few units of
    # float32: the exponential of a C library is a call for each component.
    x = min(max(f32(0.5) * f32(number), f32(-7.9)), f32(7.9))
    y = x * x
    above = f32(-2.76076847742355e-16) * y + f32(2.00018790482477e-13)
    above = above * y + f32(-8.60467152213735e-11)
    above = above * y + f32(5.12229709037114e-08)
    above = above * y + f32(1.48572235717979e-05)
    above = above * y + f32(6.37261928875436e-04)
    above = above * y + f32(4.89352455891786e-03)
    below = f32(1.19825839466702e-06) * y + f32(1.18534705686654e-04)
    below = below * y + f32(2.26843463243900e-03)
    below = below * y + f32(4.89352518554385e-03)
    return f32(0.5) + f32(0.5) * (x * above / below)


@_fast
def squash(vector: Any, size: Any) -> Any:
    for at in range(size):
        set_real(vector, at, logistic(real(vector, at)))


@_fast
def rectify(vector: Any, size: Any) -> Any:
    for at in range(size):
        set_real(vector, at, max(f32(0.0), real(vector, at)))


@_fast
def slope_of_rectify(errors: Any, rectified: Any, size: Any) -> Any:
    for at in range(size):
        slope = f32(1.0) if real(rectified, at) > f32(0.0) else f32(0.0)
        set_real(errors, at, real(errors, at) * slope)


@_fast
def slope_of_squash(errors: Any, squashed: Any, size: Any) -> Any:
    for at in range(size):
        y = real(squashed, at)
        set_real(errors, at, real(errors, at) * y * (f32(1.0) - y))


@_fast
def adam(
    vector: Any, first: Any, second: Any, gradient: Any, size: Any, factor: Any, rate: Any
) -> Any:
    times, step = f32(factor), f32(rate)
    for at in range(size):
        slope = times * real(gradient, at)
        mean = f32(0.9) * real(first, at) + f32(0.1) * slope
        square = f32(0.999) * real(second, at) + f32(0.001) * slope * slope
        set_real(first, at, mean)
        set_real(second, at, square)
        set_real(vector, at, real(vector, at) + step * mean / (np.sqrt(square) + f32(1e-8)))
