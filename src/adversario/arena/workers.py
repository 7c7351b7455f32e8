"""Tasks distributed over processes that can be stopped, and whose failure is detected.

Each process makes its own game and players, so only small values are sent: compiled code comes from
the cache on disk. Processes are spawned, not forked, which is safe with threads and the same on
every system.
"""

from __future__ import annotations

import signal
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import wait
from typing import Any, Generic, TypeVar

from adversario.base.catalogue import Message
from adversario.base.errors import AdversarioError, GameError
from adversario.base.python.plugins import Portable, user_fault
from adversario.native.compiler.problems import CacheWarning, InterpretedWarning

T = TypeVar("T")
R = TypeVar("R")


def run_tasks(
    setup: Callable[[], Callable[[T], R]], tasks: Iterable[T], workers: int
) -> Iterator[R]:
    """Yield the results of the tasks, in the order in which they finish.

    `setup` is called in every process and returns the function that runs a task; it and the tasks
    must be picklable. When the generator is closed, or an exception such as Ctrl-C is raised in it,
    the processes are terminated immediately. An error in a task is raised here.
    """
    waiting = iter(tasks)
    running: dict[Any, _Worker[T]] = {}  # by pipe
    try:
        for task in waiting:
            worker = _Worker(setup)
            running[worker.pipe] = worker
            worker.pipe.send(task)
            if len(running) >= workers:
                break
        while running:
            pipe: Any
            for pipe in wait(list(running)):
                yield running[pipe].answer()
                for task in waiting:
                    pipe.send(task)
                    break
                else:
                    running.pop(pipe).end()
    finally:
        for worker in running.values():
            worker.end()


class _Worker(Generic[T]):
    """A process and the pipe to it."""

    def __init__(self, setup: Callable[[], Callable[[T], Any]]) -> None:
        context = get_context("spawn")
        self.pipe: Any
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=_serve, args=(Portable(setup), other), daemon=True)
        self.process.start()
        other.close()

    def answer(self) -> Any:
        """The result that the process has sent; raises GameError if the process has died."""
        try:
            kind, value = self.pipe.recv()
        except (EOFError, ConnectionResetError):
            self.process.join()
            raise GameError("arena.worker", code=self.process.exitcode) from None
        if kind == "done":
            return value
        if isinstance(value, Message):
            raise AdversarioError(value.id, **value.details)
        raise RuntimeError(value)

    def end(self) -> None:
        """Terminate the process, also during a task."""
        self.process.terminate()
        self.process.join()
        self.pipe.close()


def _serve(setup: Portable[Callable[[], Callable[[T], Any]]], pipe: Any) -> None:
    """Run tasks until the pipe is closed. Ctrl-C is handled by the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for kind in (InterpretedWarning, CacheWarning):
        warnings.simplefilter("ignore", kind)  # the parent process has warned
    work: Callable[[T], Any] | None = None
    answer: tuple[str, Any]
    with suppress(EOFError, OSError):  # the parent process has ended
        while True:
            task = pipe.recv()
            try:
                work = setup.value() if work is None else work
                answer = "done", work(task)
            except AdversarioError as error:
                answer = "error", error.message
            except Exception as error:
                fault = user_fault(error)
                answer = "error", traceback.format_exc() if fault is None else fault.message
            pipe.send(answer)
