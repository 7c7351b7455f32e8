"""Expressions of rules: compiled as Python computes them, or an exception."""

# ruff: noqa: E402

from __future__ import annotations

import ast
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.require import require

require("numba")

from adversario.native.compiler.exact.operators import FUNCTIONS, make_exact
from adversario.native.compiler.intrinsics import compiled
from adversario.native.compiler.load import exact_functions

LARGE = 1 << 63
EDGES = (0, 1, 2, 3, 63, 64, 1 << 31, 1 << 32, 1 << 53, LARGE - 1)

numbers = st.one_of(
    st.sampled_from([sign * edge for edge in EDGES for sign in (1, -1)] + [-LARGE]),
    st.integers(-LARGE, LARGE - 1),
    st.integers(-9, 9),
)
leaves = st.one_of(st.sampled_from(["a", "b", "c"]), st.integers(0, 70).map(str))


def grow(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Larger expressions from smaller ones."""
    signs = st.sampled_from(["+", "-", "*", "//", "%", "<<", ">>", "&", "|", "^", "/"])
    binary = st.tuples(inner, signs, inner).map(lambda each: f"({' '.join(each)})")
    power = st.tuples(inner, st.integers(0, 9)).map(lambda each: f"({each[0]} ** {each[1]})")
    unary = st.tuples(st.sampled_from(["-{}", "abs({})", "divmod({}, 7)[1]", "int({})"]), inner)
    chosen = st.tuples(inner, inner, inner).map(lambda e: f"({e[0]} if {e[1]} > 0 else {e[2]})")
    item = inner.map(lambda each: f"(5, 6, 7)[{each}]")
    extremes = ["max({}, {}, {})", "min({}, {})", "max(({}, {}))", "min(({}, 0.5, {}))"]
    extreme = st.tuples(st.sampled_from(extremes), inner, inner, inner)
    least = extreme.map(lambda each: each[0].format(*each[1:]))
    return st.one_of(least, binary, power, unary.map(lambda e: e[0].format(e[1])), chosen, item)


def compiled_expression(text: str) -> Any:
    """A function of a, b and c that is compiled as a rule is."""
    tree = ast.parse(f"def rule(a, b, c):\n    return {text}").body[0]
    assert isinstance(tree, ast.FunctionDef)
    names = exact_functions()
    exec(ast.unparse(make_exact(tree, {}, set(FUNCTIONS))), names)
    return compiled(names["rule"])


@settings(max_examples=40)
@given(st.recursive(leaves, grow, max_leaves=6), st.lists(st.tuples(numbers, numbers, numbers)))
def test_the_same_number_or_an_exception(text: str, triples: list[tuple[int, int, int]]) -> None:
    try:
        code = compile(text, "rule", "eval")
        machine = compiled_expression(text)
        machine(1, 2, 3)
    except (SyntaxError, ArithmeticError, ValueError, IndexError):
        pass
    except Exception:  # it does not compile, so it is interpreted
        return
    for a, b, c in [(1, 2, 3), *triples]:
        try:
            found = machine(a, b, c)
        except (ArithmeticError, ValueError, IndexError):
            continue
        assert found == eval(code, {}, {"a": a, "b": b, "c": c}), (text, a, b, c)


COMPARED_TWICE = "checked_eq(a, b) and checked_ne(b, c)"


@pytest.mark.parametrize(
    ("text", "call"),
    [("a + 1", "checked_add(a, 1)"), ("a[b]", "checked_index(a, b)"), ("-a", "checked_neg(a)"),
     ("(a << 7 | b) & 255", "(near_lshift(a, 7) | b) & 255"),
     ("(a << b) & 255", "modular_lshift(a, b) & 255"),
     ("(a + 1) % 2", "modular_mod(modular_add(a, 1), 2)"),
     ("(a + 1) % 3", "checked_mod(checked_add(a, 1), 3)"),
     ("a >> b % 60", "near_rshift(a, checked_mod(b, 60))"),
     ("a >> b % 65", "checked_rshift(a, checked_mod(b, 65))"),
     ("a >> (b & 63)", "near_rshift(a, b & 63)"),
     ("a >> (b & 64)", "checked_rshift(a, b & 64)"),
     ("1 << b % 62", "near_lshift(1, checked_mod(b, 62))"),
     ("1 << b % 64", "checked_lshift(1, modular_mod(b, 64))"),
     ("a << b % 60", "checked_lshift(a, checked_mod(b, 60))"),
     ("a * (1 << 3)", "checked_mul(a, 8)"),
     ("max(a, b, 3)", "checked_max(checked_max(a, b), 3)"), ("min(a)", "checked_min_of(a)"),
     ("max(*a)", "max(*a)"),
     ("a < b", "checked_lt(a, b)"), ("a < 3", "a < 3"), ("a == b != c", COMPARED_TWICE),
     ("a < 1 << 53", "checked_lt(a, 9007199254740992)"),
     ("a[0]", "a[0]"), ("~a", "~a"), ("(1 << 64) - 1", "18446744073709551615")],
)  # fmt: skip
def test_what_needs_no_check_has_none(text: str, call: str) -> None:
    tree = ast.parse(f"def rule(a, b):\n    return {text}").body[0]
    assert isinstance(tree, ast.FunctionDef)
    made = ast.unparse(make_exact(tree, {}, set(FUNCTIONS)))
    assert made == f"def rule(a, b):\n    return {call}"


TOP = np.uint64(1 << 63)


@pytest.mark.parametrize("text", ["max(a, b)", "min(a, b)", "max((a, b))", "min((a, b, c))"])
def test_extremes_of_boards_and_integers_are_no_floats(text: str) -> None:
    machine = compiled_expression(text)
    board, close = np.uint64((1 << 62) + 1), 1 << 62
    expected = eval(text, {"a": int(board), "b": close, "c": 1 << 62})
    assert machine(board, close, close) == expected
    assert machine(board, board, board) == int(board)  # two boards are one type
    with pytest.raises(OverflowError):
        machine(TOP, -1, -1)


@pytest.mark.parametrize("text", ["max(a, b)", "min(a, b)", "max((a, 0.5, b))"])
def test_extremes_of_integers_and_floats_are_exact_or_raise(text: str) -> None:
    machine = compiled_expression(text)
    for a in (3, -3, 1 << 53):
        for b in (2.5, -4.0, float("inf"), -0.0):
            assert machine(a, b, 0) == eval(text, {"a": a, "b": b})
    with pytest.raises(OverflowError):
        machine((1 << 53) + 1, float(1 << 53), 0)


@pytest.mark.parametrize(
    "text",
    ["a >> b % 60", "1 << b % 62", "1 << b % 64", "a >> (b & 63)", "(a << b % 60) & 255",
     "(a + b) % 2", "(a * b - c) % 1024", "-a % 8", "(a - b) % (1 << 62)", "(a + 0.5) % 4",
     "(a, b, c)[a]"],
)  # fmt: skip
@pytest.mark.parametrize(
    "numbers", [(-3, -1, 2), (LARGE - 1, LARGE - 1, 5), (-LARGE, 63, 1), (2, 3, 4)]
)
def test_shifts_remainders_and_items_without_a_check(text: str, numbers: tuple[int, ...]) -> None:
    def outcome(function: Callable[..., Any]) -> Any:
        try:
            return function(*numbers)
        except (OverflowError, IndexError) as error:
            return type(error)

    expected = outcome(eval(f"lambda a, b, c: {text}"))
    found = outcome(compiled_expression(text))
    assert found == (expected if expected is IndexError or abs(expected) < LARGE else OverflowError)


WHOLE = [0, 1, -1, (1 << 53) - 1, 1 << 53, (1 << 53) + 1, -(1 << 53) - 1, LARGE - 1, -LARGE]
REAL = [0.0, 0.5, -1.0, 2.0**53, 2.0**53 + 2, -(2.0**53), 2.0**63, -(2.0**63), float("inf")]


@pytest.mark.parametrize("sign", ["<", "<=", ">", ">=", "==", "!="])
def test_an_integer_is_compared_with_a_float_exactly_or_not_at_all(sign: str) -> None:
    text = f"a {sign} b"
    machine, python = compiled_expression(text), eval(f"lambda a, b: {text}")
    for whole, real in product(WHOLE, REAL):
        for pair in ((whole, real), (real, whole)):
            if abs(whole) > 1 << 53:
                with pytest.raises(OverflowError):
                    machine(*pair, 0)
            else:
                assert machine(*pair, 0) == python(*pair), pair


@pytest.mark.parametrize("text", ["a < b < c", "a == b", "(a, 1) == (b, 1)", "a <= 2 < c"])
def test_comparisons_of_anything_else(text: str) -> None:
    machine, python = compiled_expression(text), eval(f"lambda a, b, c: {text}")
    for numbers in product((1, 2, LARGE - 1, -LARGE), repeat=3):
        assert machine(*numbers) == python(*numbers), numbers


@pytest.mark.parametrize("limit", [0.5, 9007199254740991.0])
def test_a_known_float_needs_no_check(limit: float) -> None:
    machine = compiled_expression(f"a < {limit!r}")
    for whole in WHOLE:
        assert machine(whole, 0, 0) == (whole < limit)
