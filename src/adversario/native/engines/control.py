"""Compiled searches under way: run without the interpreter's lock, watched, and stopped.

One mechanism serves time limits, Ctrl-C, progress displays and stop buttons: the flag of a `Stop`,
which compiled code polls every few hundred nodes (`memory.fresh(flags, Flags.stop)`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, TypeVar

from adversario.base.process.shield import TICK, Task
from adversario.base.stop import Stop

T = TypeVar("T")


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


def run_all(
    works: Sequence[Callable[[], T]],
    control: Control,
    *,
    seconds: float | None = None,
    watch: Callable[[], None] | None = None,
) -> list[T]:
    """Run every work in a thread of its own and return what they return, in order.

    After `seconds`, or on Ctrl-C (see `control.interrupted`), the stop flag is set and the works
    are expected to return soon with what they have. One that is still being compiled cannot: then
    Ctrl-C raises KeyboardInterrupt. If one of them raises, so does this, once the others have been
    stopped. `watch` is called periodically.
    """
    deadline = None if seconds is None else perf_counter() + seconds
    tasks = [Task(work) for work in works]
    for task in tasks:
        task.start()
    while True:
        try:
            if _are_done(tasks, control):
                break
            if any(task.error is not None for task in tasks):
                control.set()  # the others would work for nothing
            _wait(tasks, control, deadline, watch)
        except KeyboardInterrupt:
            control.interrupt()
        except BaseException:
            control.set()
            raise
    if any(task.abandoned for task in tasks):
        raise KeyboardInterrupt
    return [task.result() for task in tasks]


def _are_done(tasks: Sequence[Task[T]], control: Control) -> bool:
    """Whether all tasks have ended, or, after Ctrl-C, those that are not being compiled."""
    return all(task.done.is_set() or (control.interrupted and task.abandon()) for task in tasks)


def _wait(
    tasks: Sequence[Task[T]],
    control: Control,
    deadline: float | None,
    watch: Callable[[], None] | None,
) -> None:
    """Wait for a task, but not beyond the deadline or the next tick."""
    left = TICK
    if deadline is not None and not control.is_set():
        left = min(TICK, deadline - perf_counter())
        if left <= 0:
            control.set()
            return
    for task in tasks:
        if not task.done.is_set():
            task.done.wait(left)
            break
    if watch is not None:
        watch()
