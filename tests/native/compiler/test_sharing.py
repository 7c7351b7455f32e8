"""Functions that several programs have: compiled once, and read back without the first of them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba

from adversario.games import Nim, TicTacToe
from adversario.native.compiler.cache.entries import PROGRAM
from adversario.native.compiler.cache.sharing import referred_names
from adversario.native.compiler.compile import compile_game
from adversario.native.kernels.count import explore
from adversario.native.kernels.search import alphabeta

SEARCH = """
from adversario import Limit, make_game, search
game = make_game("nim:heaps=2-3")
assert search(game, algorithm="alphabeta", limit=Limit(depth=4), engine="native").action
"""


def module_of(game: Any, kernel: Any = alphabeta) -> dict[str, Any]:
    """The names of the module of a game's program."""
    functions = compile_game(game, kernel).functions
    found: dict[str, Any] = functions._loaded.module.__dict__
    return found


def test_what_knows_nothing_of_the_game_is_shared() -> None:
    one, other = module_of(TicTacToe()), module_of(Nim((2, 3)))
    both = {name for name in one.keys() & other.keys() if hasattr(one[name], "py_func")}
    shared = {name for name in both if one[name] is other[name]}
    assert "append_to_line" in shared
    assert "search" not in shared
    assert not [name for name in shared if name.startswith("self_")]
    for name in shared:  # whatever it calls is shared too
        called = set(referred_names(one[name].py_func.__code__))
        assert not called & (both - shared), name


def test_types_of_two_programs_are_not_taken_for_each_other() -> None:
    """Numba compares unions of types by their names."""
    one, other = (module_of(TicTacToe(), kernel)["State_fields"] for kernel in (alphabeta, explore))
    types: Any = numba.types
    first, second = (types.NamedUniTuple(types.int64, 3, fields) for fields in (one, other))
    assert types.UnionType((first, types.int64)) != types.UnionType((second, types.int64))


def test_shared_code_is_read_back_by_a_process_without_the_first_program(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    folder.mkdir(0o700)
    code = SEARCH.replace("game =", "search(make_game('tictactoe'), algorithm='alphabeta', "
                          "limit=Limit(depth=2), engine='native')\ngame =")  # fmt: skip
    for text in (code, SEARCH):
        subprocess.run(
            [sys.executable, "-W", "error", "-c", text],
            env=os.environ | {"ADVERSARIO_CACHE": str(folder)}, check=True,
        )  # fmt: skip
    programs = [each for each in folder.iterdir() if PROGRAM.fullmatch(each.name)]
    assert len(programs) == 2
