"""Work that Ctrl-C must not cut in two: the compiler, and imports of large libraries.

Ctrl-C raises KeyboardInterrupt wherever the main thread happens to be. Within a compiler or an
import that leaves things half made, or is swallowed there. So such work is done by another thread,
which interrupts do not reach, and the main thread waits for it:

    module = shielded(lambda: import_module("numba"))

Ctrl-C ends the waiting at once. The work itself cannot be ended; it continues unattended, and what
it leads to is dropped.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from adversario.base.stop import StoppedError

T = TypeVar("T")

TICK = 0.05
"""Seconds between two looks at work that is waited for: Windows cannot interrupt a longer wait."""


class Task(threading.Thread, Generic[T]):
    """A thread that keeps what its work returned or raised.

    Waiting is for `done`, not by `join`: a join that Ctrl-C interrupts takes the thread for dead.
    """

    def __init__(self, work: Callable[[], T]) -> None:
        super().__init__(daemon=True)
        self.work = work
        self.answer: T
        self.error: BaseException | None = None
        self.done = threading.Event()
        self._lock = threading.Lock()
        self._shields = 0
        self.abandoned = False

    def run(self) -> None:
        """Do the work."""
        try:
            self.answer = self.work()
        except BaseException as error:
            self.error = error
        finally:
            self.done.set()

    def result(self) -> T:
        """What the work returned; raises what it raised."""
        if self.error is not None:
            raise self.error
        return self.answer

    def abandon(self) -> bool:
        """Leave the task to itself if it is behind a shield, and return whether it is.

        It ends when it comes out, with StoppedError.
        """
        with self._lock:
            self.abandoned = self.abandoned or self._shields > 0
            return self.abandoned

    def shield(self, work: Callable[[], Any]) -> Any:
        """What the work returns, done in this thread; StoppedError if abandoned meanwhile."""
        with self._lock:
            self._shields += 1
        try:
            return work()
        finally:
            with self._lock:
                self._shields -= 1
                if self.abandoned:
                    raise StoppedError


def shielded(work: Callable[[], T]) -> T:
    """What the work returns or raises; Ctrl-C ends only the waiting for it.

    Outside the main thread, which alone is interrupted, the work is done at once.
    """
    current = threading.current_thread()
    if isinstance(current, Task):
        answer: T = current.shield(work)
        return answer
    if current is not threading.main_thread():
        return work()
    task = Task(lambda: shielded(work))
    task.start()
    try:
        while not task.done.wait(TICK):
            pass
    except BaseException:
        task.abandon()
        raise
    return task.result()


def has_unattended_tasks() -> bool:
    """Whether tasks are running, after all waiting has ended.

    They may be in machine code, so that the interpreter cannot be shut down in good order.
    """
    return any(isinstance(thread, Task) for thread in threading.enumerate())


def interrupt_main_thread() -> None:
    """Run the handler of Ctrl-C in the main thread now, even if it waits for another thread."""
    main = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and main is not None:
        signal.pthread_kill(main, signal.SIGINT)
    else:
        signal.raise_signal(signal.SIGINT)
