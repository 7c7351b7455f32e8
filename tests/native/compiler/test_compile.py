"""Games compiled: what is asked for at the same time is made once."""

# ruff: noqa: E402

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from tests.require import require

require("numba")

from adversario.games import TicTacToe
from adversario.native.compiler.compile import compile_game
from adversario.native.kernels.count import perft


def test_threads_may_want_the_same_game_at_once() -> None:
    game = TicTacToe()
    with ThreadPoolExecutor(4) as pool:
        wanted = [pool.submit(compile_game, game, perft) for _ in range(8)]
        found = [each.result() for each in wanted]
    assert all(each is found[0] for each in found)
