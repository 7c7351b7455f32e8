"""Analysis of many positions on all cores, with the same results as one by one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from itertools import count
from typing import Any

from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.limit import Limit
from adversario.analysis.analyse import analyse
from adversario.base.progress import BatchProgress
from adversario.base.stop import Stop
from adversario.game import A, Game, S


def analyse_all(
    game: Game[S, A],
    states: Sequence[S],
    *,
    limit: Limit | None = None,
    workers: int | None = None,
    on_progress: Callable[[BatchProgress], None] | None = None,
    stop: Stop | None = None,
    **options: Any,
) -> Iterator[Result[S, A]]:
    """Yield the result of `analyse` for every state, in order, each as soon as it is available.

    Compiled searches run concurrently, one per worker and each with its own table, so with a limit
    of depth or nodes the results are those of single searches. Ctrl-C stops the running searches
    and raises KeyboardInterrupt after the results already yielded.
    """
    if not states:
        return
    stops, done = [Stop(stop) for _ in states], count(1)

    def report(_: Future[Result[S, A]]) -> None:
        number = next(done)
        if on_progress is not None:
            on_progress(BatchProgress(number, len(states)))

    analyse(game, states[0], limit=Limit(depth=1), **options)  # compile once, before the threads
    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
        futures: list[Future[Result[S, A]]] = []
        for state, each in zip(states, stops, strict=True):
            work = partial(analyse, game, state, limit=limit, stop=each, **options)
            future: Future[Result[S, A]] = pool.submit(work)
            future.add_done_callback(report)
            futures.append(future)
        try:
            for future in futures:
                yield future.result()
        finally:
            for future, each in zip(futures, stops, strict=True):
                future.cancel()
                each.set()
