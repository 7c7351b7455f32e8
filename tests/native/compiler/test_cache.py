from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from time import time
from typing import Any

import pytest
from numba.core import environment

from adversario.counting.perft import perft
from adversario.games import Nim, TicTacToe
from adversario.native.compiler.cache import entries as cache
from adversario.native.compiler.compile import compile_game
from adversario.native.compiler.numba_patches.inference import PREFIX
from adversario.native.compiler.problems import CacheWarning
from adversario.native.kernels.count import perft as kernel
from tests.native.forget import forget_programs

RULES = """
from typing import NamedTuple
from adversario.game import Game

LEAST = 1

def limit(most, left):
    return min(most, left)

class State(NamedTuple):
    left: int
    turn: int

class Base(Game):
    def is_terminal(self, state):
        return state.left < 3

    def result(self, state, action):
        return State(state.left - action, 1 - state.turn)

class Rules(Base):
    zero_sum = False

    def __init__(self):
        self.most = 3
        self.forbidden = (False,) * 40

    def initial(self):
        return State(12, 0)

    def player(self, state):
        return state.turn

    def actions(self, state):
        for n in range(LEAST, limit(self.most, state.left) + 1):
            if not self.forbidden[n]:
                yield n

    def utility(self, state, player):
        return 1 if player == state.turn else -1
"""

EDITS = [
    ("a rule", "if not self.forbidden[n]", "if not self.forbidden[n] and n != 2"),
    ("a constant of the game", "self.most = 3", "self.most = 4"),
    ("a constant of the module", "LEAST = 1", "LEAST = 2"),
    ("a table", "(False,) * 40", "(False, True) * 20"),
    ("a helper", "return min(most, left)", "return min(most, left) - 1"),
    ("a parent class", "return state.left < 3", "return state.left < 10"),
]


def load(folder: Path, text: str, name: str = "rules") -> Any:
    """The game that the text defines, in a file that is always the same one."""
    file = folder / f"{name}.py"
    file.write_text(text)
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode, before = True, sys.dont_write_bytecode
    spec.loader.exec_module(module)
    sys.dont_write_bytecode = before
    return module.Rules()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of the test's own, of which nothing has been told yet."""
    monkeypatch.setenv("ADVERSARIO_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "_told", set())
    return tmp_path / "cache"


def test_no_edit_meets_what_was_compiled_before(tmp_path: Path) -> None:
    game = load(tmp_path, RULES)
    assert perft(game, 4, engine="native") == 3**4
    for what, old, new in EDITS:
        assert old in RULES
        edited = load(tmp_path, RULES.replace(old, new))
        depth = 4 if "parent" not in what else 2
        counted = perft(edited, depth, engine="native")
        assert counted == perft(edited, depth, engine="python"), what
        assert counted != perft(game, depth, engine="python"), what


def forget(game: Any) -> None:
    """Let the next compilation start as in a new process."""
    name = compile_game(game, kernel).functions.__name__
    assert name.startswith(PREFIX)
    forget_programs()


def count(game: Any, depth: int) -> tuple[int, int]:
    """How many sequences there are, and how much was read from disk to count them."""
    compiled = compile_game(game, kernel)
    function = compiled.functions.perft
    found = function(compiled.encode(game.initial()), depth)
    return found, sum(function.stats.cache_hits.values())


def test_compiled_code_is_read_back(folder: Path) -> None:
    forget(TicTacToe())
    assert count(TicTacToe(), 3) == (504, 0)
    forget(TicTacToe())
    assert count(TicTacToe(), 3) == (504, 1)


def test_what_was_not_used_for_long_is_removed(folder: Path) -> None:
    forget(TicTacToe())
    assert count(TicTacToe(), 3) == (504, 0)
    (used,) = folder.iterdir()
    unused, begun = folder / ("0" * 64), folder / ("1" * 64 + "." + "2" * 32)
    recent, foreign = folder / ("3" * 64), folder / "books"
    for each in (unused, begun, recent, foreign):
        each.mkdir()
        (each / "file").write_text("")
    long_ago = time() - cache.KEPT - 60
    for each in (used, unused, begun, foreign):
        os.utime(each, (long_ago, long_ago))
    forget(TicTacToe())
    assert count(TicTacToe(), 3) == (504, 1)  # which is a use
    assert unused.exists()
    cache.write(folder / ("4" * 64) / "file", b"")
    assert set(folder.iterdir()) == {used, recent, foreign, folder / ("4" * 64)}


def test_corrupt_files_are_compiled_again_with_one_warning(folder: Path) -> None:
    forget(TicTacToe())
    assert count(TicTacToe(), 3) == (504, 0)
    (file,) = folder.glob("*/perft-*.bin")
    whole = file.read_bytes()
    for damaged in (b"", whole[: len(whole) // 2], whole[:-1] + bytes([whole[-1] ^ 1])):
        file.write_bytes(damaged)
        cache._told.clear()
        forget(TicTacToe())
        with pytest.warns(CacheWarning, match="cannot be read") as warnings:
            assert count(TicTacToe(), 3) == (504, 0)
        assert len(warnings) == 1
        assert len(file.read_bytes()) > len(whole) // 2


def test_a_folder_that_cannot_be_written_costs_one_warning(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("ADVERSARIO_CACHE", str(tmp_path / "file" / "cache"))
    with pytest.warns(CacheWarning, match="cannot be kept") as warnings:
        # Of a size that no other test has: what is compiled here remembers the folder.
        assert count(Nim((1, 1, 1, 1, 1, 1, 1), misere=True), 2) == (42, 0)
    assert len(warnings) == 1


def test_a_table_too_large_to_be_kept_still_compiles(folder: Path, tmp_path: Path) -> None:
    game = load(tmp_path, RULES.replace("(False,) * 40", "(0,) * 200_000"), "large")
    assert count(game, 4) == (81, 0)
    assert not list(folder.glob("*/perft-*.bin"))


SCRIPT = """
from adversario.games import Nim
from adversario.native.compiler.compile import compile_game
from adversario.native.kernels.count import perft as kernel
compiled = compile_game(Nim((1, 2)), kernel)
function = compiled.functions.perft
print(function(compiled.encode(Nim((1, 2)).initial()), 2), sum(function.stats.cache_hits.values()))
"""


def test_processes_may_fill_the_cache_at_once(folder: Path) -> None:
    def start() -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-W", "error", "-c", SCRIPT], stdout=subprocess.PIPE, text=True,
            env={**os.environ, "ADVERSARIO_CACHE": str(folder)},
        )  # fmt: skip

    both = [start(), start()]
    assert [process.communicate()[0].split()[0] for process in both] == ["5", "5"]
    assert start().communicate()[0] == "5 1\n"
    assert len(list(folder.glob("*/perft-*.bin"))) == 1


def test_numba_is_imported_when_a_game_is_compiled_and_not_before() -> None:
    check = (
        "import adversario, adversario.native, sys;"
        "assert not {'numba', 'numpy', 'llvmlite'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", check], check=True)


def test_code_may_name_the_module_of_functions_made_at_run_time(folder: Path) -> None:
    """Numba names one that does not exist; reading code back imports it all the same."""
    forget(TicTacToe())
    count(TicTacToe(), 3)
    sys.modules.pop(cache.DYNAMIC, None)
    rebuild: Any = environment._rebuild_env
    with pytest.raises(ModuleNotFoundError):
        rebuild(cache.DYNAMIC, [1], "an environment that no process has")
    forget(TicTacToe())
    assert count(TicTacToe(), 3) == (504, 1)
    found = rebuild(cache.DYNAMIC, [1], "an environment that no process has")
    assert found.consts == [1]
