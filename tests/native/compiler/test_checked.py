"""Checked arithmetic: Python's answer or an exception."""

# ruff: noqa: E402

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.require import require

require("numba")

import numpy as np

from adversario.native.compiler.exact import checked
from adversario.native.compiler.exact.items import checked_index
from adversario.native.compiler.intrinsics import compiled

LARGE = 1 << 63
EDGES = [0, 1, 2, 7, 63, 64, 1 << 31, 1 << 32, 1 << 53, 3037000499, 3037000500, LARGE - 1]

wholes = st.one_of(
    st.sampled_from([sign * edge for edge in EDGES for sign in (1, -1)] + [-LARGE]),
    st.integers(-LARGE, LARGE - 1),
    st.integers(-70, 70),
)
floats = st.floats(allow_nan=False, allow_infinity=False)


def binary(function: Any) -> Any:
    """A checked operation as a function that Python can call."""

    def call(one: Any, other: Any) -> Any:
        return function(one, other)

    return compiled(call)


OPERATIONS = {
    name: (getattr(operator, name), binary(getattr(checked, f"checked_{name}")))
    for name in ("add", "sub", "mul", "floordiv", "mod", "truediv", "lshift", "rshift", "pow")
}


def outcome(function: Callable[..., Any], *arguments: Any) -> Any:
    """What a function returns, or the class of what it raises."""
    try:
        return function(*arguments)
    except (ArithmeticError, ValueError, IndexError) as error:
        return type(error)


def is_absurd(name: str, other: Any) -> bool:
    """Whether Python would work for ever."""
    return name in ("lshift", "pow") and abs(other) > 200


@pytest.mark.parametrize("name", OPERATIONS)
@given(one=wholes, other=wholes)
def test_integers_are_exact_or_raise(name: str, one: int, other: int) -> None:
    python, machine = OPERATIONS[name]
    if is_absurd(name, other):
        return
    expected, found = outcome(python, one, other), outcome(machine, one, other)
    if isinstance(expected, int) and not -LARGE <= expected < LARGE:
        assert found is OverflowError
    elif isinstance(found, type):
        # A quotient of large integers is refused, and a float as the power of an integer.
        unsure = name == "truediv" and max(abs(one), abs(other)) > 1 << 53
        assert found == expected or (unsure or (name == "pow" and other < 0))
    else:
        assert (type(found), found) == (type(expected), expected)


@pytest.mark.parametrize("name", ["add", "sub", "mul", "floordiv", "mod", "truediv", "pow"])
@given(one=floats, other=floats)
def test_floats_are_the_same_or_raise(name: str, one: float, other: float) -> None:
    python, machine = OPERATIONS[name]
    expected, found = outcome(python, one, other), outcome(machine, one, other)
    if isinstance(expected, (type, complex)):
        assert isinstance(found, type)
    else:
        assert found == expected or found == pytest.approx(expected, rel=1e-14) or found != found  # noqa: PLR0124
        assert np.isnan(found) == np.isnan(expected)


@given(one=wholes, exponent=st.integers(-3, 66))
def test_a_power_with_a_known_exponent(one: int, exponent: int) -> None:
    expected, found = outcome(operator.pow, one, exponent), outcome(_known(exponent), one)
    if isinstance(expected, int) and not -LARGE <= expected < LARGE:
        assert found is OverflowError
    elif isinstance(expected, type):
        assert isinstance(found, type)
    else:
        assert found == pytest.approx(expected, rel=1e-15) if exponent < 0 else found == expected


_made: dict[int, Any] = {}


def _known(exponent: int) -> Any:
    if exponent not in _made:

        def call(one: Any) -> Any:
            return checked.checked_pow(one, exponent)

        _made[exponent] = compiled(call)
    return _made[exponent]


def unary(function: Any) -> Any:
    """A checked operation of one operand as a function that Python can call."""

    def call(one: Any) -> Any:
        return function(one)

    return compiled(call)


negated, absolute = unary(checked.checked_neg), unary(checked.checked_abs)
item = binary(checked_index)


@given(one=wholes)
def test_signs(one: int) -> None:
    for machine, expected in ((negated, -one), (absolute, abs(one))):
        assert outcome(machine, one) == (OverflowError if expected == LARGE else expected)


def test_booleans_are_integers() -> None:
    assert OPERATIONS["add"][1](True, True) == 2
    assert negated(True) == -1
    assert OPERATIONS["lshift"][1](True, 3) == 8


def test_boards_are_modular() -> None:
    board = np.uint64(2**64 - 1)
    add, shift = OPERATIONS["add"][1], OPERATIONS["lshift"][1]
    assert add(board, np.uint64(2)) == 1
    assert shift(board, 63) == LARGE
    assert shift(board, 64) == 0
    assert OPERATIONS["rshift"][1](board, 64) == 0
    assert outcome(shift, board, -1) is ValueError
    assert outcome(OPERATIONS["mod"][1], board, np.uint64(0)) is ZeroDivisionError


def test_a_board_and_an_integer_are_integers() -> None:
    add = OPERATIONS["add"][1]
    assert add(np.uint64(5), -7) == -2
    assert outcome(add, np.uint64(LARGE), 1) is OverflowError


@pytest.mark.parametrize("items", [(4, 5, 6), np.array([4, 5, 6]), np.array([1.5, 2.5, 3.5])])
def test_items(items: Any) -> None:
    for index in range(-5, 5):
        assert outcome(item, items, index) == outcome(operator.getitem, items, index)


def test_the_exception_has_a_line() -> None:
    def divide(one: Any, other: Any) -> Any:
        return checked.checked_floordiv(one, other)

    with pytest.raises(ZeroDivisionError) as caught:
        compiled(divide)(1, 0)
    last = caught.traceback[-1]
    assert str(last.path) == __file__
    assert last.lineno + 1 == divide.__code__.co_firstlineno + 1
