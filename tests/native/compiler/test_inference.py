"""Compiling less often must not change what is compiled."""

from __future__ import annotations

import sys
from itertools import product
from operator import add, floordiv, lshift, lt, mul, pow, sub, truediv, xor  # noqa: A004
from types import ModuleType
from typing import Any

import pytest
from numba.core import types
from numba.core.errors import TypingError
from numba.core.registry import cpu_target

from adversario.native.compiler import intrinsics
from adversario.native.compiler.numba_patches import inference

RULES = '''
@compiled
def turning(n):
    """Whole at the end of the recursion, but a float on the way back."""
    if n == 0:
        return 0
    return 0.5 + turning(n - 1)

@compiled
def branching(n):
    if n <= 0:
        return 0.0
    if n % 3 == 0:
        return 1 + branching(n - 1) + branching(n - 2) + branching(n - 4)
    return branching(n - 1) + branching(n - 3) + branching(n - 5)

@compiled
def more(n, by):
    return n + by

@compiled
def much_more(n):
    return more(n, 1) + more(n, 2) + more(n, by=3)

@compiled
def item(pair, at):
    return pair[at]

@compiled
def both(n):
    pair = (n, n + 0.5)
    return item(pair, 0), item(pair, 1)
'''


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The functions above, as those of a compiled game."""
    module = ModuleType(inference.PREFIX + "test")
    vars(module)["compiled"] = intrinsics.compiled
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(RULES, vars(module))
    return module


def branching(n: int) -> int:
    if n <= 0:
        return 0
    if n % 3 == 0:
        return 1 + branching(n - 1) + branching(n - 2) + branching(n - 4)
    return branching(n - 1) + branching(n - 3) + branching(n - 5)


def test_results_of_a_recursion_may_turn_out_to_be_floats(rules: Any) -> None:
    assert rules.turning(3) == 1.5


def test_a_recursion_is_inferred_once_for_all_its_calls(
    rules: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    inferred: list[Any] = []
    infer: Any = inference._inferred

    def noted(self: Any) -> Any:
        inferred.append(infer(self))
        return inferred[-1]

    monkeypatch.setattr(inference, "_inferred", noted)
    assert rules.branching(10) == branching(10) > 0
    assert 1 <= len(inferred) <= 2


def test_a_function_is_not_compiled_for_every_literal(rules: Any) -> None:
    assert rules.much_more(10) == 36
    assert len(rules.more.signatures) == 1


def test_a_function_that_needs_its_literals_has_them(rules: Any) -> None:
    assert rules.both(2) == (2, 2.5)


NUMBERS = (types.int64, types.uint64, types.float64, types.boolean, types.IntegerLiteral(3))


@pytest.mark.parametrize("operator", [add, floordiv, lshift, lt, mul, pow, sub, truediv, xor])
def test_what_an_operator_returns_is_remembered(operator: Any) -> None:
    context = cpu_target.typing_context
    context.refresh()
    function: Any = context.resolve_value_type(operator)
    for args in product(NUMBERS, repeat=2):
        asked: list[Any] = []
        for resolve in (inference._call_type, inference._known_call, inference._known_call):
            assert resolve is not None
            try:
                asked.append(resolve(function, context, args, {}))
            except TypingError:
                asked.append(None)
        assert asked[0] == asked[1] == asked[2]
