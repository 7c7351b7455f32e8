from __future__ import annotations

import sys
import time
from sys import getrefcount
from threading import Thread

import numpy as np

from adversario.game import CHANCE
from adversario.native.compiler import compile as compile_module
from adversario.native.compiler.compile import compile_game
from adversario.native.kernels import Rules
from tests.native import circle, shared
from tests.native.samples import TakeAway


def test_a_kernel_runs_beside_other_threads_and_sees_their_flag() -> None:
    wait = compile_game(TakeAway(), shared).functions.wait
    flag = np.ones(1, np.int64)
    assert wait(flag) == 0
    flag[0] = 0
    rounds: list[int] = []
    thread = Thread(target=lambda: rounds.append(wait(flag)))
    thread.start()
    time.sleep(0.05)
    flag[0] = 1  # would wait for ever if the kernel held the interpreter's lock
    thread.join(timeout=10)
    assert rounds[0] > 1000


def test_a_kernel_may_ask_for_memory_ahead() -> None:
    fetched = compile_game(TakeAway(), shared).functions.fetched
    assert fetched(np.arange(1000), 7) == 9


def test_an_array_may_be_borrowed() -> None:
    game = TakeAway()
    compiled = compile_game(game, shared)
    counts = np.zeros(4, np.int64)
    assert compiled.functions.visits(compiled.encode(game.initial()), 3, counts) == 40
    assert counts.tolist() == [27, 9, 3, 1]
    assert getrefcount(counts) == 2


def test_functions_of_a_kernel_may_call_each_other() -> None:
    for _ in range(2):  # the second time as in a new process: nothing is read from disk
        game = TakeAway()
        compiled = compile_game(game, circle)
        assert compiled.functions.even(compiled.encode(game.initial()), 4) == 81
        assert compiled.functions.even(compiled.encode(game.initial()), 3) == 0
        assert not compiled.functions.even.stats.cache_hits
        del sys.modules[compiled.functions.__name__]
        compile_module._known.clear()


def test_a_kernel_has_no_rules_before_it_is_compiled() -> None:
    assert not hasattr(Rules(), "actions")
    assert CHANCE == -1
