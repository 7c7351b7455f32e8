"""One token ends any job, from any thread."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable
from ctypes import c_int64
from pathlib import Path
from threading import Thread, Timer
from time import perf_counter
from typing import Any

import pytest

from adversario.algorithms.core.limit import Limit
from adversario.algorithms.deepening import iterative_deepening
from adversario.analysis.analyse import analyse
from adversario.analysis.batch import analyse_all
from adversario.arena.match import play_match
from adversario.base.progress import BatchProgress
from adversario.base.stop import Stop, StoppedError
from adversario.counting.count import count_game
from adversario.counting.perft import run_perft
from adversario.counting.tree_size import estimate_tree
from adversario.games import ConnectFour, Tetris, TicTacToe
from adversario.learn.trainer import Trainer
from adversario.native.engines.control import Control
from adversario.native.engines.dispatch import search
from adversario.native.engines.mcts import mcts
from adversario.native.kernels.layout.flags import Flags
from adversario.solve.book import build_book
from adversario.solve.dispatch import Work, solve
from adversario.solve.endgame import build_tables
from adversario.solve.mdp import mdp_from_game
from adversario.solve.table import solve_all
from tests.solve.mazes import Mazes

GAME = ConnectFour()


def set_stop() -> Stop:
    stop = Stop()
    stop.set()
    return stop


def set_soon() -> Stop:
    stop = Stop()
    Timer(0.1, stop.set).start()
    return stop


def test_a_token_is_set_once_and_for_all() -> None:
    stop = Stop()
    assert not stop.is_set()
    stop.require_going()
    Thread(target=stop.set).start()
    while not stop.is_set():
        pass
    assert not stop.interrupted
    with pytest.raises(StoppedError):
        stop.require_going()


def test_compiled_code_reads_the_flag_at_its_address() -> None:
    for stop in (Stop(), Control()):
        flag = c_int64.from_address(stop.address)
        assert flag.value == 0
        stop.set()
        assert flag.value == 1
    assert Control().flags.tolist() == [0] * 8
    assert Flags.stop == 0


def test_a_child_is_set_with_its_parent_and_not_the_other_way_round() -> None:
    parent = Stop()
    one, other = Control(parent), Stop(parent)
    one.set()
    assert (parent.is_set(), other.is_set()) == (False, False)
    parent.set()
    assert other.is_set()
    assert Stop(parent).is_set()


def test_ctrl_c_sets_all_that_a_token_was_made_from() -> None:
    parent = Stop()
    child, other = Control(parent), Stop(parent)
    child.interrupt()
    assert parent.interrupted
    assert other.is_set()
    with pytest.raises(KeyboardInterrupt):
        parent.require_going()


def test_a_parent_keeps_no_children_alive() -> None:
    parent = Stop()
    for _ in range(10):
        Control(parent)
    gc.collect()
    assert len(parent._children) == 0


def test_only_a_flag_that_nobody_asked_for_is_cleared() -> None:
    control = Control()
    control.flags[0] = 1  # as a kernel does that has no more room
    assert control.is_set()
    control.clear_own()
    assert not control.is_set()
    control.set()
    control.clear_own()
    assert control.is_set()


def test_a_signal_handler_may_set_a_token() -> None:
    stop = Stop()
    before = signal.signal(signal.SIGUSR1, lambda *_: stop.set())
    try:
        os.kill(os.getpid(), signal.SIGUSR1)
        assert stop.is_set()
    finally:
        signal.signal(signal.SIGUSR1, before)


ANSWERS: dict[str, Callable[[Stop], Any]] = {
    "deepening": lambda stop: iterative_deepening(GAME, stop=stop).action,
    "analyse": lambda stop: analyse(GAME, stop=stop).action,
    "analyse, python": lambda stop: analyse(GAME, engine="python", stop=stop).action,
    "batch": lambda stop: [each.action for each in analyse_all(GAME, [GAME.initial()], stop=stop)],
    "search": lambda stop: search(GAME, limit=Limit(time=60), stop=stop).action,
    "search, python": lambda stop: (
        search(GAME, limit=Limit(time=60), engine="python", stop=stop).action
    ),
    "mcts": lambda stop: mcts(GAME, limit=Limit(), stop=stop).action,
    "mcts, python": lambda stop: mcts(GAME, limit=Limit(), engine="python", stop=stop).action,
    "count": lambda stop: count_game(GAME, engine="native", stop=stop).states,
    "count, python": lambda stop: count_game(GAME, engine="python", stop=stop).states,
    "estimate": lambda stop: estimate_tree(GAME, samples=10**9, engine="python", stop=stop).samples,
}


@pytest.mark.parametrize("job", ANSWERS.values(), ids=ANSWERS.keys())
def test_jobs_end_with_the_answer_so_far(job: Callable[[Stop], Any]) -> None:
    job(set_soon())  # compile
    started = perf_counter()
    assert job(set_soon())
    assert perf_counter() - started < 20


REFUSALS: dict[str, Callable[[Stop, Path], Any]] = {
    "perft": lambda stop, _: run_perft(GAME, 30, engine="native", stop=stop),
    "perft, python": lambda stop, _: run_perft(GAME, 30, engine="python", stop=stop),
    "estimate": lambda stop, _: estimate_tree(GAME, stop=stop),
    "table": lambda stop, _: solve_all(GAME, engine="native", stop=stop),
    "table, python": lambda stop, _: solve_all(GAME, engine="python", stop=stop),
    "book": lambda stop, folder: build_book(GAME, 3, folder / "book.npz", stop=stop),
    "tables": lambda stop, folder: build_tables(Mazes(), folder, stop=stop),
    "mdp": lambda stop, _: mdp_from_game(Tetris(), stop=stop),
}


@pytest.mark.parametrize("job", REFUSALS.values(), ids=REFUSALS.keys())
def test_jobs_without_a_partial_answer_raise(
    job: Callable[[Stop, Path], Any], tmp_path: Path
) -> None:
    with pytest.raises(StoppedError):
        job(set_stop(), tmp_path)


@pytest.mark.parametrize("method", ["table", "alphabeta", "proof"])
def test_a_solver_that_is_stopped_has_no_value(method: Any) -> None:
    stopped = Work(stop=set_stop(), engine="native")
    assert solve(GAME, method=method, work=stopped).value is None


def test_a_match_ends_between_games() -> None:
    stop, seen = Stop(), list[Any]()

    def enough(record: Any) -> None:
        seen.append(record)
        if len(seen) == 3:
            stop.set()

    result = play_match(TicTacToe(), ["random", "random"], games=50, on_progress=enough, stop=stop)
    assert len(result.games) == len(seen) == 3


@pytest.mark.parametrize("engine", ["native", "python"])
def test_a_trainer_ends_with_what_it_learned(engine: Any) -> None:
    trainer = Trainer(ConnectFour(), engine=engine)
    trainer.run(10**9, every=10**9, stop=set_soon())
    assert trainer.interrupted
    assert not trainer.curve


def test_a_batch_reports_what_is_done() -> None:
    seen: list[BatchProgress] = []
    states = [TicTacToe().initial()] * 3
    list(analyse_all(TicTacToe(), states, limit=Limit(depth=2), on_progress=seen.append))
    assert sorted(each.done for each in seen) == [1, 2, 3]
    assert {each.positions for each in seen} == {3}
