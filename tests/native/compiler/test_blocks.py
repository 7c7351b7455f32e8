"""Blocks in compiled code: a field is a constant there."""

# ruff: noqa: E402

from __future__ import annotations

from tests.require import require

require("numba")

from adversario.native.compiler.compile import compile_kernel
from adversario.native.compiler.program import Program
from tests.native import blocks, unknown_field


def test_both_sides_mean_the_same_place() -> None:
    functions, view = compile_kernel(blocks), blocks.Sums()
    assert [functions.add(value, view.address) for value in (3, 4, 5)] == [4, 8, 12]
    assert (view.steps, view.total, view.last.tolist()) == (3, 12.0, [5, 4])


def test_places_are_literals_of_the_program() -> None:
    text = Program(None, None, blocks).text()
    assert "Sums" not in text
    assert "steps = word(block, 0) + 1" in text
    assert "set_word(block, 2 + 1, word(block, 2))" in text


def test_a_field_that_is_not_declared_is_reported() -> None:
    (problem,) = Program(None, None, unknown_field).problems
    assert problem.method == "read"
    assert "Sums.stepps" in problem.reason.text()
