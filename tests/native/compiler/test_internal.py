"""Functions that only compiled code can call."""

# ruff: noqa: E402

from __future__ import annotations

import pytest

from tests.require import require

require("numba")

from adversario.games import TicTacToe
from adversario.native.compiler import intrinsics
from adversario.native.compiler.compile import compile_game
from adversario.native.kernels.count import perft


def test_compiled_code_calls_it_and_python_is_refused() -> None:
    inner = intrinsics.internal(lambda number: number + 1)

    @intrinsics.compiled
    def outer(number: int) -> int:
        return inner(number) * 2  # type: ignore[no-any-return]

    assert outer(3) == 8
    for _ in range(2):
        with pytest.raises(TypeError, match="only compiled code"):
            inner(3)


def test_the_rules_of_a_program_are_internal() -> None:
    game = TicTacToe()
    compiled = compile_game(game, perft)
    state = compiled.encode(game.initial())
    assert compiled.functions.perft(state, 1) == 9
    with pytest.raises(TypeError, match="only compiled code can call self_is_terminal"):
        compiled.functions.self_is_terminal(state)
