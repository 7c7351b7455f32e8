"""Python's own functions, and those of itertools, in compiled rules."""

from __future__ import annotations

import ast
import copy
import math
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from adversario import bits, tuples
from adversario.native.compiler.plain.data.machine import F64, I1, I64, UNSUPPORTED, VALUE
from adversario.native.compiler.plain.data.values import Value
from adversario.native.compiler.plain.frames import Lazy
from adversario.native.compiler.plain.kinds.types import (
    BOOL,
    FLOAT,
    MOST,
    AnyOf,
    DictOf,
    Float,
    Int,
    ListOf,
    Range,
    Refusal,
    Seq,
    SetOf,
    Sym,
    Tuple,
    has_mutables,
)

BOOLEAN = I1
Handler = Callable[[Any, Any, list[Value], dict[str, Value]], Value]
BUILTINS: dict[Any, Handler] = {}


def builtin(*functions: Any) -> Callable[[Handler], Handler]:
    """Register what stands for some functions."""

    def register(handler: Handler) -> Handler:
        for function in functions:
            BUILTINS[function] = handler
        return handler

    return register


def _one(given: list[Value]) -> Value:
    if len(given) != 1:
        raise Refusal("arguments", name="")
    return given[0]


# Numbers.


@builtin(len)
def _len(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    value = _one(given)
    if isinstance(code.held(value), Lazy):
        raise Refusal("lazy")
    found: Value = code.length_of(value)
    return found


@builtin(range)
def _range(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    numbers = [code.as_number(value) for value in given]
    parts = [code.as_int(number) for number in numbers]
    kinds = [n.type if isinstance(n.type, Int) else Int(0, 1) for n in numbers]
    start, stop, step = I64(0), parts[0], I64(1)
    first, last, by = Int(0, 0), kinds[0], Int(1, 1)
    if len(parts) > 1:
        start, stop, first, last = parts[0], parts[1], kinds[0], kinds[1]
    if len(parts) > 2:
        step, by = parts[2], kinds[2]
        if by.lo <= 0 <= by.hi:
            code.fail_if(code.b.icmp_signed("==", step, I64(0)), VALUE)
    if by.lo > 0:
        item = Int(first.lo, max(first.lo, last.hi - 1))
    elif by.hi < 0:
        item = Int(min(first.hi, last.lo + 1), first.hi)
    else:
        item = Int(min(first.lo, last.lo), max(first.hi, last.hi))
    return Value(Range(item), (start, stop, step))


@builtin(abs)
def _abs(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    value = code.as_number(_one(given))
    b = code.b
    if isinstance(value.type, Float):
        negative = b.fcmp_ordered("<", value.parts[0], F64(0.0))
        return Value(FLOAT, (b.select(negative, b.fneg(value.parts[0]), value.parts[0]),))
    kind = value.type if isinstance(value.type, Int) else Int(0, 1)
    number = code.as_int(value)
    code.fail_if(b.icmp_signed("==", number, I64(-(2**63))), UNSUPPORTED)
    made = code.b.select(code.b.icmp_signed("<", number, I64(0)), code.b.neg(number), number)
    low = 0 if kind.lo <= 0 <= kind.hi else min(abs(kind.lo), abs(kind.hi))
    return Value(Int(low, min(MOST, max(abs(kind.lo), abs(kind.hi)))), (made,))


@builtin(int)
def _int(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    value = _one(given)
    if isinstance(value.type, AnyOf):
        return code.each_option(value, lambda option: _int(code, node, [option], named))  # type: ignore[no-any-return]
    if isinstance(value.type, Sym) and _are_texts(code, value.type):
        members = {number: code.constants.value_of(number) for number in value.type.ids}
        numbers = {
            number: found for number, text in members.items() if (found := _read(text)) is not None
        }
        if not numbers:
            raise Refusal("not_int", given="str")
        kind = Int(min(numbers.values()), max(numbers.values()))
        return Value(kind, (code.look_up(value.parts[0], numbers, VALUE),))
    value = code.as_number(value)
    if isinstance(value.type, Float):
        b = code.b
        huge = b.fcmp_unordered(">=", value.parts[0], F64(9.2e18))
        code.fail_if(b.or_(huge, b.fcmp_unordered("<=", value.parts[0], F64(-9.2e18))), UNSUPPORTED)
        return Value(Int(), (code.b.fptosi(value.parts[0], I64),))
    kind = value.type if isinstance(value.type, Int) else Int(0, 1)
    return Value(kind, (code.as_int(value),))


def _read(text: str) -> int | None:
    """The whole number that a text is; None if it is none."""
    try:
        return int(text)
    except ValueError:
        return None


def _are_texts(code: Any, kind: Sym) -> bool:
    return all(type(value) is str for value in code.constants.values_of(kind))


@builtin(operator.index)
def _index(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    return _int(code, node, given, named)


@builtin(float, Fraction)
def _float(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    first = code.as_number(given[0])
    if len(given) == 2:
        found: Value = code.arithmetic(ast.Div(), first, given[1])
        return found
    return Value(FLOAT, (code.as_float(first),))


@builtin(bool, operator.truth)
def _bool(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    return Value(BOOL, (code.truth_of(given[0]),)) if given else code.lift(False)


@builtin(divmod)
def _divmod(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    pair = [code.arithmetic(op, *given) for op in (ast.FloorDiv(), ast.Mod())]
    kinds = tuple(item.type for item in pair)
    return Value(Tuple(kinds), tuple(part for item in pair for part in item.parts))


@builtin(pow)
def _pow(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    if len(given) != 2 or named:
        raise Refusal("callable", name="pow")
    found: Value = code.arithmetic(ast.Pow(), *given)
    return found


@builtin(round)
def _round(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    value = code.as_number(given[0])
    if not isinstance(value.type, Float):
        if len(given) > 1 or named:
            raise Refusal("callable", name="round")
        return value  # type: ignore[no-any-return]
    if len(given) > 1 or named:
        raise Refusal("callable", name="round")
    return _rounded(code, value, "llvm.rint")


def _rounded(code: Any, value: Value, name: str) -> Value:
    """A float made a whole number."""
    function = code.module.declare_intrinsic(name, [F64])
    found: Value = BUILTINS[int](
        code, None, [Value(FLOAT, (code.b.call(function, [value.parts[0]]),))], {}
    )
    return found


@builtin(math.sqrt)
def _sqrt(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    number = code.as_float(code.as_number(_one(given)))
    code.fail_if(code.b.fcmp_ordered("<", number, F64(0.0)), VALUE)
    function = code.module.declare_intrinsic("llvm.sqrt", [F64])
    return Value(FLOAT, (code.b.call(function, [number]),))


def _whole(name: str) -> Handler:
    def apply(code: Any, node: Any, given: list[Value], named: Any) -> Value:
        value = code.as_number(_one(given))
        if not isinstance(value.type, Float):
            return _int(code, node, [value], {})
        return _rounded(code, value, f"llvm.{name}")

    return apply


BUILTINS[math.floor], BUILTINS[math.ceil] = _whole("floor"), _whole("ceil")
BUILTINS[math.trunc] = _int


@builtin(math.gcd)
def _gcd(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    """The greatest common divisor, by Euclid."""
    found = code.as_int(code.as_number(given[0])) if given else I64(0)
    for value in [*given[1:], *([code.lift(0)] if len(given) == 1 else [])]:
        found = _gcd_of_two(code, found, code.as_int(code.as_number(value)))
    return Value(Int(0, MOST), (found,))


def _gcd_of_two(code: Any, one: Any, other: Any) -> Any:
    places = [code.slot(I64) for _ in range(2)]
    for place, number in zip(places, (one, other), strict=True):
        least = code.b.icmp_signed("==", number, I64(-(2**63)))
        code.fail_if(least, UNSUPPORTED)
        negative = code.b.icmp_signed("<", number, I64(0))
        code.b.store(code.b.select(negative, code.b.neg(number), number), place)
    head, inner, done = code.block("euclid"), code.block("step"), code.block("gcd")
    code.goto(head)
    code.enter(head)
    first, second = (code.b.load(place) for place in places)
    code.branch(code.b.icmp_signed("!=", second, I64(0)), inner, done)
    code.enter(inner)
    code.b.store(second, places[0])
    code.b.store(code.b.urem(first, second), places[1])
    code.goto(head)
    code.enter(done)
    return code.b.load(places[0])


@builtin(ord)
def _ord(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    value = code.settle(_one(given))
    if isinstance(value.type, Seq) and value.type.text:
        value = code.items_of(value, 1)[0]
    if not isinstance(value.type, Sym):
        raise Refusal("callable", name="ord")
    codes = {
        number: ord(v)
        for number in value.type.ids
        if len(v := code.constants.value_of(number)) == 1
    }
    return Value(
        Int(min(codes.values()), max(codes.values())), (code.look_up(value.parts[0], codes, VALUE),)
    )


@builtin(chr)
def _chr(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    number = code.as_int(code.as_number(_one(given)))
    code.fail_if(code.b.icmp_unsigned(">=", number, I64(128)), UNSUPPORTED)
    return Value(Sym(frozenset(range(128))), (number,))


# Copies.


@builtin(copy.copy)
def _copy(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    """A list, set or dictionary of its own; what does not change needs no copy."""
    value = code.settle(_one(given))
    if isinstance(value.type, (ListOf, SetOf, DictOf)):
        return code.call_method(value, "copy", [], {}, node)  # type: ignore[no-any-return]
    return value  # type: ignore[no-any-return]


@builtin(copy.deepcopy)
def _deep_copy(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    """A copy with copies of all that is inside; Python goes on if something is there twice."""
    value = code.settle(_one(given))
    if not has_mutables(value.type):
        return value  # type: ignore[no-any-return]
    if not isinstance(value.type, ListOf):
        raise Refusal("callable", name="deepcopy")
    if not has_mutables(value.type.item):
        return _copy(code, node, given, named)
    if not isinstance(value.type.item, ListOf):
        raise Refusal("callable", name="deepcopy")
    made = code.new_list(code.site(node, "deep"), code.length_of(value).parts[0])
    rows = code.list_view(value)

    def body(at: Any) -> None:
        row = code.item_at(rows, at)

        def compare(other: Any) -> None:
            same = code.identical(row, code.item_at(rows, other))
            code.fail_if(same, UNSUPPORTED)

        code.count_up(I64(0), at, compare)
        code.append(made, _deep_copy(code, (node, "inner"), [row], {}))

    code.count_up(I64(0), rows.parts[1], body)
    return made  # type: ignore[no-any-return]


# The functions of adversario.bits and adversario.tuples.


@builtin(bits.count)
def _count(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    number = code.as_int(code.as_number(_one(given)))
    return Value(Int(0, 64), (code.b.ctpop(number),))


@builtin(tuples.replaced)
def _replaced(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    made = code.collect(given[0], node)
    code.set_item(made, given[1], given[2])
    view = code.list_view(made)
    most, fixed = code.bound_of(given[0])
    assert isinstance(view.type, Seq)
    return Value(Seq(view.type.item, most, fixed), view.parts)


def _operator(op: ast.operator) -> Handler:
    return lambda code, node, given, named: code.binary(op, given[0], given[1], node)


for _function, _op in (
    (operator.add, ast.Add()), (operator.sub, ast.Sub()), (operator.mul, ast.Mult()),
    (operator.floordiv, ast.FloorDiv()), (operator.mod, ast.Mod()), (operator.pow, ast.Pow()),
    (operator.truediv, ast.Div()), (operator.xor, ast.BitXor()),
    (operator.or_, ast.BitOr()), (operator.and_, ast.BitAnd()),
):  # fmt: skip
    BUILTINS[_function] = _operator(_op)


def _comparison(op: ast.cmpop) -> Handler:
    return lambda code, node, given, named: code.comparison(op, given[0], given[1])


for _function, _sign in (
    (operator.eq, ast.Eq()), (operator.ne, ast.NotEq()), (operator.lt, ast.Lt()),
    (operator.le, ast.LtE()), (operator.gt, ast.Gt()), (operator.ge, ast.GtE()),
):  # fmt: skip
    BUILTINS[_function] = _comparison(_sign)


@builtin(operator.neg)
def _negative(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    found: Value = code.negative(_one(given))
    return found
