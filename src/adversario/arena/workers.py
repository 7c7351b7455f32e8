"""Work spread over processes that can be told to stop, and whose end is noticed.

Each process makes what it works with itself, so nothing but small values crosses over: compiled
code comes from the cache on disk. Processes are started afresh (not forked), which is safe with
threads and the same on every system.
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
from adversario.base.plugins import Portable, user_fault
from adversario.native.compiler.problems import InterpretedWarning

T = TypeVar("T")
R = TypeVar("R")


def spread(setup: Callable[[], Callable[[T], R]], tasks: Iterable[T], workers: int) -> Iterator[R]:
    """What the tasks give, in the order in which they are done.

    `setup` is called in every process and gives the function that does a task; it and the tasks
    have to be picklable. When the caller stops asking, or an exception such as Ctrl-C goes through
    it, the processes are ended at once, with what they were doing. An error of a task's is raised
    here.
    """
    waiting = iter(tasks)
    crew: dict[Any, _Worker[T]] = {}  # by their pipes
    try:
        for task in waiting:
            worker = _Worker(setup)
            crew[worker.pipe] = worker
            worker.pipe.send(task)
            if len(crew) >= workers:
                break
        while crew:
            pipe: Any
            for pipe in wait(list(crew)):
                yield crew[pipe].answer()
                for task in waiting:
                    pipe.send(task)
                    break
                else:
                    crew.pop(pipe).end()
    finally:
        for worker in crew.values():
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
        """What the process has sent; GameError if it is gone."""
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
        """End the process, whatever it is doing."""
        self.process.terminate()
        self.process.join()
        self.pipe.close()


def _serve(setup: Portable[Callable[[], Callable[[T], Any]]], pipe: Any) -> None:
    """Do tasks until the pipe is closed. Ctrl-C is left to the process that asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warnings.simplefilter("ignore", InterpretedWarning)  # the process that asks has said it
    work: Callable[[T], Any] | None = None
    answer: tuple[str, Any]
    with suppress(EOFError, OSError):  # it is gone
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
