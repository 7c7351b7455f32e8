"""Solving many positions of one game on all cores, with the same answers as one by one."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import local

from adversario.base.errors import InputError
from adversario.base.progress import BatchProgress
from adversario.base.stop import Stop
from adversario.contract.capability import as_capability
from adversario.contract.solving import Graded
from adversario.game import A, Game, S
from adversario.native.compiler.problems import NotCompilable
from adversario.native.engines.control import Control
from adversario.native.engines.engine_choice import EXPLORED_STATES
from adversario.solve.book import Book
from adversario.solve.dispatch import Method, Work, find_book, look_up_book, look_up_table, solve
from adversario.solve.exact import ExactSolver
from adversario.solve.solution import Solution
from adversario.solve.table import try_all


def solve_batch(
    game: Game[S, A],
    states: Sequence[S],
    *,
    method: Method = "auto",
    work: Work | None = None,
    on_progress: Callable[[BatchProgress], None] | None = None,
) -> Iterator[Solution[S, A]]:
    """Yield the solutions in the order of the states, each as soon as all before it are found.

    "auto" makes one table of the whole game if it is small, otherwise one search table for all
    positions; a game without a compiled search is solved position by position. Ctrl-C stops the
    running searches and raises KeyboardInterrupt after the solutions already yielded.
    """
    given, count = Work() if work is None else work, itertools.count(1)

    def done() -> None:
        number = next(count)
        if on_progress is not None:
            on_progress(BatchProgress(number, len(states)))

    finer = as_capability(game, Graded).graded()
    if method == "auto":
        table = try_all(finer, engine=given.engine, most=EXPLORED_STATES)
        if table is not None and all(state in table for state in states):
            for state in states:
                done()
                yield look_up_table(table, state, 0.0)
            return
    if method in ("auto", "alphabeta"):
        try:
            solver = ExactSolver(finer)
            solver.solve(finer.initial(), stop=_set_stop())  # compile before the threads start
        except (NotCompilable, InputError):
            if method == "alphabeta":
                raise
        else:
            yield from _search_states(solver, find_book(finer, given), states, done, given.stop)
            return
    for state in states:
        answer = solve(game, state, method=method, work=replace(given, save=None))
        done()
        yield answer


def _set_stop() -> Stop:
    stop = Stop()
    stop.set()
    return stop


def _search_states(
    solver: ExactSolver[S, A],
    book: Book[S, A] | None,
    states: Sequence[S],
    done: Callable[[], None],
    stop: Stop | None,
) -> Iterator[Solution[S, A]]:
    """Run one search per core. They share a table, which affects only their duration."""
    control, own = Control(stop), local()

    def answer(state: S) -> Solution[S, A]:
        if (known := look_up_book(book, state)) is not None:
            done()
            return known
        if not hasattr(own, "worker"):
            own.worker = solver.worker(state, control)
        found: Solution[S, A] = own.worker.solve(state, "best")
        done()
        return found

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        futures = [pool.submit(answer, state) for state in states]
        try:
            for future in futures:
                yield future.result()
        finally:
            control.set()
            for future in futures:
                future.cancel()
