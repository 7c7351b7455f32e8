"""Executors, which expand the blocks of a layer: threads, or workers of a `cluster`."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from itertools import count
from threading import Lock
from typing import Any, Protocol

from adversario.base.stop import Stop, StoppedError
from adversario.game import Game
from adversario.native.engines.control import Control, run_all
from adversario.native.engines.endgame import Expanded, TableMemory, expand
from adversario.solve.endgame.plan import TableLayer

Done = Callable[[int], None]
"""Called with the number of positions that were expanded since the last call."""

Watch = Callable[[], None]
"""Called periodically during the work."""


class Executor(Protocol):
    """Holds the finished layers, and expands the next one."""

    seconds: float
    """The CPU seconds spent on expanding so far."""

    def keep(self, layer: int, packed: bytes) -> None:
        """Store a finished layer."""

    def expand(self, layer: TableLayer, done: Done, watch: Watch) -> deque[Expanded]:
        """The moves of all blocks, in order; raises KeyboardInterrupt or StoppedError."""


class ThreadExecutor:
    """An executor on threads of this process."""

    def __init__(self, game: Game[Any, Any], *, plies: bool, threads: int, stop: Stop) -> None:
        self.game, self.threads, self.stop = game, threads, stop
        self.memory = TableMemory(plies=plies)
        self.seconds = 0.0

    def keep(self, layer: int, packed: bytes) -> None:
        """Store a finished layer in memory."""
        self.memory.add(layer, packed)

    def expand(self, layer: TableLayer, done: Done, watch: Watch) -> deque[Expanded]:
        """Expand each block on the next free thread."""
        spans = layer.blocks()
        found: list[Expanded | None] = [None] * len(spans)
        control, turn, lock = Control(self.stop), count(), Lock()

        def work() -> None:
            while (at := next(turn)) < len(spans):
                started = time.thread_time()
                try:
                    found[at] = expand(
                        self.game, self.memory, layer.number, *spans[at], control.flags
                    )
                except StoppedError:
                    return
                except BaseException:
                    control.set()  # stop the other threads
                    raise
                with lock:
                    self.seconds += time.thread_time() - started
                    done(spans[at][1] - spans[at][0])

        run_all([work] * min(self.threads, len(spans)), control, watch=watch)
        control.require_going()
        return deque(each for each in found if each is not None)
