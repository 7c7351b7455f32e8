"""Many positions analysed at once, over all cores, with the answers they would get one by one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any

from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.limit import Limit
from adversario.analysis.analyse import analyse
from adversario.game import A, Game, S
from adversario.native.engines.control import Control


def analyse_all(
    game: Game[S, A],
    states: Sequence[S],
    *,
    limit: Limit | None = None,
    workers: int | None = None,
    on_done: Callable[[], None] | None = None,
    **options: Any,
) -> Iterator[Result[S, A]]:
    """The results of `analyse` for every state, in order, as soon as those before are there.

    Compiled searches run at the same time, one a worker and each with a table of its own, so that
    a limit of depth or nodes gives just what a search alone would give. On Ctrl-C what is under
    way is stopped and the interrupt goes on to the caller, who has what was yielded before.
    """
    if not states:
        return
    controls = [Control() for _ in states]
    analyse(game, states[0], limit=Limit(depth=1), **options)  # compile once, before the threads
    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
        futures: list[Future[Result[S, A]]] = []
        for state, control in zip(states, controls, strict=True):
            work = partial(analyse, game, state, limit=limit, control=control, **options)
            future: Future[Result[S, A]] = pool.submit(work)
            if on_done is not None:
                future.add_done_callback(lambda _: on_done())
            futures.append(future)
        try:
            for future in futures:
                yield future.result()
        finally:
            for future, control in zip(futures, controls, strict=True):
                future.cancel()
                control.stop()
