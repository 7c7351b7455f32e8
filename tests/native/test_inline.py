"""Functions of a kernel that are put into the places that call them."""

from __future__ import annotations

import re
from typing import Any

import pytest

pytest.importorskip("numba")

from adversario.games import TicTacToe
from adversario.native import compile_game, machine
from adversario.native.kernels import INLINED, inline, mcts

STEPS = "".join(
    f"    if board >> {square} & mask:\n        board = board * {square} ^ mask\n"
    for square in range(60)
)
FUNCTIONS = f"""
@compiled
def below(board, mask):
{STEPS}
    return board

@marked
def within(board, mask):
{STEPS}
    return below(board, mask) + below(mask, board)

@compiled
def above(board, mask):
    return within(board, mask) + 1
"""


def called(marked: Any) -> set[str]:
    """What `above` calls, and what it calls in turn, with `within` compiled in that way."""
    names: dict[str, Any] = {"compiled": machine.compiled, "marked": marked}
    exec(FUNCTIONS, names)
    plain: dict[str, Any] = dict.fromkeys(("compiled", "marked"), lambda function: function)
    exec(FUNCTIONS, plain)
    assert names["above"](0b1011, 0b110) == plain["above"](0b1011, 0b110)
    (text,) = names["above"].inspect_llvm().values()
    calls = "\n".join(line for line in text.split("\n") if "call " in line)
    return {name for name in ("below", "within") if name in calls}


def test_a_large_function_is_called() -> None:
    assert "within" in called(machine.compiled)


def test_it_is_put_in_line_and_what_it_calls_is_not() -> None:
    assert called(machine.inlined) == {"below"}


def test_a_kernel_marks_its_functions() -> None:
    source = compile_game(TicTacToe(), mcts).source
    hot = {"descend", "rollout", "collect", "backpropagate"}
    assert set(re.findall(r"@inlined\ndef (\w+)", source)) == hot
    assert re.search(r"@compiled\ndef search\b", source)
    assert inline(mcts.descend) is mcts.descend
    assert mcts.descend in INLINED
