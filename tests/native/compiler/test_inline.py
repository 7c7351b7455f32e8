"""Functions of a kernel that are put into the places that call them."""

# ruff: noqa: E402

from __future__ import annotations

import re
from typing import Any

from tests.require import require

require("numba")

from adversario.games import TicTacToe
from adversario.native.compiler import intrinsics
from adversario.native.compiler.compile import compile_game
from adversario.native.kernels import INLINED, inline
from adversario.native.kernels.mcts import tree_search

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
    names: dict[str, Any] = {"compiled": intrinsics.compiled, "marked": marked}
    exec(FUNCTIONS, names)
    plain: dict[str, Any] = dict.fromkeys(("compiled", "marked"), lambda function: function)
    exec(FUNCTIONS, plain)
    assert names["above"](0b1011, 0b110) == plain["above"](0b1011, 0b110)
    (text,) = names["above"].inspect_llvm().values()
    calls = "\n".join(line for line in text.split("\n") if "call " in line)
    return {name for name in ("below", "within") if name in calls}


def test_a_large_function_is_called() -> None:
    assert "within" in called(intrinsics.compiled)


def test_it_is_put_in_line_and_what_it_calls_is_not() -> None:
    assert called(intrinsics.inlined) == {"below"}


def test_a_kernel_marks_its_functions() -> None:
    source = compile_game(TicTacToe(), tree_search).source
    hot = {"descend", "rollout", "note_payoffs", "backpropagate"}
    assert set(re.findall(r"@inlined\ndef (\w+)", source)) == hot
    assert re.search(r"@compiled\ndef search\b", source)
    assert inline(tree_search.descend) is tree_search.descend
    assert tree_search.descend in INLINED
