"""Expressions of rules: compiled as Python computes them, or an exception."""

# ruff: noqa: E402

from __future__ import annotations

import ast
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


@pytest.mark.parametrize(
    ("text", "call"),
    [("a + 1", "checked_add(a, 1)"), ("a[b]", "checked_index(a, b)"), ("-a", "checked_neg(a)"),
     ("(a << 7 | b) & 255", "(modular_lshift(a, 7) | b) & 255"),
     ("a * (1 << 3)", "checked_mul(a, 8)"),
     ("max(a, b, 3)", "checked_max(checked_max(a, b), 3)"), ("min(a)", "checked_min_of(a)"),
     ("max(*a)", "max(*a)"),
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
