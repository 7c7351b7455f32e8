"""Compiled searches under way: run without the interpreter's lock, watched, and stopped.

One mechanism serves time limits, Ctrl-C, progress displays and stop buttons: a flag in memory that
compiled code polls every few hundred nodes (`memory.fresh(flags, Flags.stop)`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, Generic, TypeVar

from adversario.native.kernels.layout.flags import Flags

T = TypeVar("T")

TICK = 0.05
"""Seconds between two looks at a search that is watched."""


class Control:
    """What a compiled search and whoever watches it share. `flags` goes to the kernel."""

    def __init__(self) -> None:
        import numpy as np  # noqa: PLC0415 (not before a compiled search runs)

        self.flags: Any = np.zeros(8, np.int64)  # a cache line of its own
        self.interrupted = False

    def stop(self) -> None:
        """Ask the search to stop; it does within some hundred nodes."""
        self.flags[Flags.stop] = 1

    @property
    def stopped(self) -> bool:
        """Whether the search was asked to stop."""
        return bool(self.flags[Flags.stop])


class _Worker(threading.Thread, Generic[T]):
    """A thread that keeps what its work returned or raised.

    Waiting is for `done`, not by `join`: a join that Ctrl-C interrupts takes the thread for dead.
    """

    def __init__(self, work: Callable[[], T]) -> None:
        super().__init__(daemon=True)
        self.work = work
        self.answer: T
        self.error: BaseException | None = None
        self.done = threading.Event()

    def run(self) -> None:
        try:
            self.answer = self.work()
        except BaseException as error:
            self.error = error
        finally:
            self.done.set()


def run_all(
    works: Sequence[Callable[[], T]],
    control: Control,
    *,
    seconds: float | None = None,
    watch: Callable[[], None] | None = None,
) -> list[T]:
    """Run every work in a thread of its own and return what they return, in order.

    After `seconds`, or on Ctrl-C (`control.interrupted` tells), the stop flag is set and the works
    are expected to return soon with what they have. `watch` is called every now and then.
    """
    deadline = None if seconds is None else perf_counter() + seconds
    workers = [_Worker(work) for work in works]
    for worker in workers:
        worker.start()
    while True:
        try:
            if all(worker.done.is_set() for worker in workers):
                break
            _wait(workers, control, deadline, watch)
        except KeyboardInterrupt:
            control.interrupted = True
            control.stop()
    for worker in workers:
        if worker.error is not None:
            raise worker.error
    return [worker.answer for worker in workers]


def _wait(
    workers: Sequence[_Worker[T]],
    control: Control,
    deadline: float | None,
    watch: Callable[[], None] | None,
) -> None:
    """Wait for a worker, but not beyond the deadline or the next tick."""
    left = TICK
    if deadline is not None and not control.stopped:
        left = min(TICK, deadline - perf_counter())
        if left <= 0:
            control.stop()
            return
    for worker in workers:
        if not worker.done.is_set():
            worker.done.wait(left)
            break
    if watch is not None:
        watch()
