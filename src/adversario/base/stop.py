"""Stopping: one token by which any thread asks a job to end.

    stop = Stop()
    Timer(5.0, stop.set).start()
    result = search(game, stop=stop)

A job checks its token at least every few hundred nodes and returns its answer so far, or raises
StoppedError if a partial answer is of no use. Ctrl-C in a job has the same effect, and
sets the token with `interrupted`. A token cannot be reset; several jobs may share one.
"""

from __future__ import annotations

from ctypes import addressof, c_int64
from threading import RLock
from weakref import WeakSet

WORDS = 8
"""The words of memory of a token, a cache line of the processor; the first is the flag."""


class StoppedError(Exception):
    """A job was stopped by its token before it had an answer."""


class Stop:
    """A flag that is set once, in memory that compiled code can poll.

    A token made with a `parent` is set when its parent is; setting it does not set the parent.
    """

    def __init__(self, parent: Stop | None = None) -> None:
        self._memory = (c_int64 * WORDS)()
        self._parent = parent
        self._children: WeakSet[Stop] = WeakSet()
        self._lock = RLock()  # reentrant, as a signal handler may set the token
        self._asked = self._interrupted = False
        if parent is not None:
            parent._adopt(self)

    def set(self) -> None:
        """Ask the jobs with this token to end. May be called from any thread."""
        with self._lock:
            self._asked = True
            self._memory[0] = 1
            children = list(self._children)
        for child in children:
            child.set()

    def is_set(self) -> bool:
        """Whether the jobs were asked to end."""
        return bool(self._memory[0])

    def interrupt(self) -> None:
        """Set the token and its parents, because of Ctrl-C."""
        self._interrupted = True
        if self._parent is not None:
            self._parent.interrupt()
        self.set()

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C set the token."""
        return self._interrupted

    def clear_own(self) -> None:
        """Clear only a flag that compiled code set itself, to end for lack of memory."""
        with self._lock:
            self._memory[0] = int(self._asked)

    @property
    def address(self) -> int:
        """The address of the flag: a word that is 0 until the token is set."""
        return addressof(self._memory)

    def require_going(self) -> None:
        """Raise KeyboardInterrupt or StoppedError if the token is set."""
        if self._interrupted:
            raise KeyboardInterrupt
        if self.is_set():
            raise StoppedError

    def _adopt(self, child: Stop) -> None:
        with self._lock:
            self._children.add(child)
        if self.is_set():
            child.set()
