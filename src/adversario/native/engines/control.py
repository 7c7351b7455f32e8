"""Compiled searches under way: run without the interpreter's lock, watched, and stopped.

One mechanism serves time limits, Ctrl-C, progress displays and stop buttons: the flag of a `Stop`,
which compiled code polls every few hundred nodes (`memory.fresh(flags, Flags.stop)`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, Generic, TypeVar

from adversario.base.stop import Stop

T = TypeVar("T")

TICK = 0.05
"""Seconds between two looks at a search that is watched."""


class Control(Stop):
    """The stop token of one compiled job, with its memory as the array `flags` for the kernel.

    The words are those of `kernels.layout.flags`: the stop flag, and how far the kernel is. A job
    that was given a token makes a control with that token as its parent, so that its limit of time
    ends no other job.
    """

    def __init__(self, parent: Stop | None = None) -> None:
        import numpy as np  # noqa: PLC0415 (not before a compiled search runs)

        super().__init__(parent)
        self.flags: Any = np.ctypeslib.as_array(self._memory)


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

    After `seconds`, or on Ctrl-C (see `control.interrupted`), the stop flag is set and the works
    are expected to return soon with what they have. If one of them raises, so does this, once the
    others have been stopped. `watch` is called periodically.
    """
    deadline = None if seconds is None else perf_counter() + seconds
    workers = [_Worker(work) for work in works]
    for worker in workers:
        worker.start()
    while True:
        try:
            if all(worker.done.is_set() for worker in workers):
                break
            if any(worker.error is not None for worker in workers):
                control.set()  # the others would work for nothing
            _wait(workers, control, deadline, watch)
        except KeyboardInterrupt:
            control.interrupt()
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
    if deadline is not None and not control.is_set():
        left = min(TICK, deadline - perf_counter())
        if left <= 0:
            control.set()
            return
    for worker in workers:
        if not worker.done.is_set():
            worker.done.wait(left)
            break
    if watch is not None:
        watch()
