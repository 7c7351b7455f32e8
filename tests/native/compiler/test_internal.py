"""Functions that only compiled code can call."""

# ruff: noqa: E402

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.require import require

require("numba")

from numba.core.codegen import JITCodeLibrary

from adversario.counting.perft import perft as count_sequences
from adversario.games import TicTacToe
from adversario.native.compiler import intrinsics
from adversario.native.compiler.compile import compile_game
from adversario.native.kernels.count import perft
from tests.native.forget import forget_programs


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


def test_the_rules_of_a_program_have_no_machine_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are in that of the kernel, which is the only one to be emitted, and works alone."""
    emitted: list[str] = []
    emit: Any = JITCodeLibrary._finalize_specific

    def note(library: Any) -> None:
        emitted.append(library.name)
        emit(library)

    monkeypatch.setattr(JITCodeLibrary, "_finalize_specific", note)
    monkeypatch.setenv("ADVERSARIO_CACHE", str(tmp_path))
    for _ in range(2):  # compiled, and read from disk
        forget_programs()
        assert count_sequences(TicTacToe(), 3, engine="native") == 9 * 8 * 7
        assert "watched_perft" in emitted
        assert not [name for name in emitted if name.startswith("self_")]
        emitted.clear()
