"""Generators put into the loops of compiled games."""

# ruff: noqa: E402

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest

from tests.require import require

require("numba")

from adversario.native.compiler import intrinsics
from adversario.native.compiler.numba_patches import generators, inference

STEPS = "".join(
    f"    if board >> {square} & mask:\n        yield board * {square} ^ mask\n"
    for square in range(40)
)
RULES = f"""
@compiled
def bits_of(board, mask):
{STEPS}
@compiled
def added(board, mask):
    total = 0
    for item in bits_of(board, mask):
        total += item
    for item in bits_of(mask, board):
        total ^= item
    return total
"""


def rules_in(name: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The functions above, as those of a module of that name."""
    module = ModuleType(name)
    vars(module)["compiled"] = intrinsics.compiled
    monkeypatch.setitem(sys.modules, name, module)
    exec(RULES, vars(module))
    return module


def calls_of_steps(rules: Any) -> bool:
    """Whether the machine code of `added` calls what is between two items."""
    assert rules.added(0b1011, 0b110) == interpreted(0b1011, 0b110)
    (text,) = rules.added.inspect_llvm().values()
    return any("call" in line and "bits_of" in line and "next" in line for line in text.split("\n"))


def interpreted(board: int, mask: int) -> int:
    names: dict[str, Any] = {"compiled": lambda function: function}
    exec(RULES, names)
    found: int = names["added"](board, mask)
    return found


def test_the_steps_of_a_generator_are_inlined(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not calls_of_steps(rules_in(inference.PREFIX + "generator", monkeypatch))


def test_code_that_is_no_compiled_game_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert generators._described is not None
    assert calls_of_steps(rules_in("somebody_elses", monkeypatch))
