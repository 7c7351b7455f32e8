"""Functions of whole numbers from Python's `math`."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from adversario.native.compiler.plain.data.machine import F64, I64, VALUE
from adversario.native.compiler.plain.data.values import Value
from adversario.native.compiler.plain.kinds.types import MOST, Int
from adversario.native.compiler.plain.library.builtins import builtin


def _numbers(code: Any, given: list[Value]) -> list[Any]:
    """The arguments, none of which may be negative."""
    found = [code.as_int(code.as_number(value)) for value in given]
    for number in found:
        code.fail_if(code.b.icmp_signed("<", number, I64(0)), VALUE)
    return found


@builtin(math.isqrt)
def _isqrt(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    """The root of floats is wrong by one at most, which the square shows."""
    b, (number,) = code.b, _numbers(code, given[:1])
    root = code.module.declare_intrinsic("llvm.sqrt", [F64])
    found = b.fptosi(b.call(root, [b.sitofp(number, F64)]), I64)
    above = b.icmp_unsigned(">", b.mul(found, found), number)
    found = b.select(above, b.sub(found, I64(1)), found)
    more = b.add(found, I64(1))
    found = b.select(b.icmp_unsigned("<=", b.mul(more, more), number), more, found)
    return Value(Int(0, math.isqrt(MOST)), (found,))


def _product(code: Any, count: Any, step: Callable[[Any, Any], Any]) -> Value:
    """1, and `step` of it and of each number below the count."""
    place = code.slot(I64)
    code.b.store(I64(1), place)

    def body(index: Any) -> None:
        code.b.store(step(code.b.load(place), index), place)

    code.count_up(I64(0), count, body)
    return Value(Int(0, MOST), (code.b.load(place),))


@builtin(math.factorial)
def _factorial(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    (number,) = _numbers(code, given[:1])
    return _product(
        code, number, lambda made, index: code.checked("smul", made, code.b.add(index, I64(1)))
    )


@builtin(math.perm)
def _perm(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    number, *chosen = _numbers(code, given)
    return _product(
        code,
        chosen[0] if chosen else number,
        lambda made, index: code.checked("smul", made, _above_0(code, code.b.sub(number, index))),
    )


@builtin(math.comb)
def _comb(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    b, (number, chosen) = code.b, _numbers(code, given)
    few = b.sub(number, chosen)
    few = b.select(b.icmp_signed("<", few, I64(0)), chosen, few)
    few = b.select(b.icmp_signed("<", few, chosen), few, chosen)

    def step(made: Any, index: Any) -> Any:
        product = code.checked("smul", made, _above_0(code, b.sub(number, index)))
        return b.sdiv(product, b.add(index, I64(1)))

    return _product(code, few, step)


def _above_0(code: Any, number: Any) -> Any:
    return code.b.select(code.b.icmp_signed("<", number, I64(0)), I64(0), number)
