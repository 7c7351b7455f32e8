"""Games compiled: what is asked for at the same time is made once."""

# ruff: noqa: E402

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.require import require

require("numba")

import numpy as np

from adversario.games import TicTacToe
from adversario.native.compiler.compile import compile_game, compile_kernel
from adversario.native.kernels.count import perft
from adversario.native.kernels.solve import retrograde


def test_threads_may_want_the_same_game_at_once() -> None:
    game = TicTacToe()
    with ThreadPoolExecutor(4) as pool:
        wanted = [pool.submit(compile_game, game, perft) for _ in range(8)]
        found = [each.result() for each in wanted]
    assert all(each is found[0] for each in found)


def test_a_kernel_without_rules_needs_no_game() -> None:
    functions = compile_kernel(retrograde)
    ends, targets = np.array([2, 3, 3]), np.array([1, 2, 2], np.int32)
    firsts = np.zeros(4, np.int64)
    functions.count_entries(ends, targets, firsts)
    assert firsts.tolist() == [0, 0, 1, 3]
    assert compile_kernel(retrograde) is functions


def test_a_kernel_with_rules_needs_a_game() -> None:
    with pytest.raises(TypeError, match="without a game"):
        compile_kernel(perft)
