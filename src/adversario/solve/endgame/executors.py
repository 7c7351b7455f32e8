"""Who expands the blocks of a layer: threads of this process, or workers elsewhere (`cluster`)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from itertools import count
from threading import Lock
from time import thread_time
from typing import Any, Protocol

from adversario.base.stop import Stop, StoppedError
from adversario.game import Game
from adversario.native.engines.control import Control, run_all
from adversario.native.engines.endgame import Expanded, TableMemory, expand
from adversario.solve.endgame.plan import TableLayer

Done = Callable[[int], None]
"""Told how many more numbers are expanded."""

Watch = Callable[[], None]
"""Called periodically while others work."""


class Crew(Protocol):
    """Who has the finished layers, and expands the next one."""

    seconds: float
    """What expanding took so far, in seconds of a processor."""

    def keep(self, layer: int, packed: bytes) -> None:
        """Have a finished layer at hand."""

    def expand(self, layer: TableLayer, done: Done, watch: Watch) -> deque[Expanded]:
        """The moves of all blocks, in their order; KeyboardInterrupt, StoppedError."""


class Threads:
    """A crew of threads."""

    def __init__(self, game: Game[Any, Any], *, plies: bool, threads: int, stop: Stop) -> None:
        self.game, self.threads, self.stop = game, threads, stop
        self.memory = TableMemory(plies=plies)
        self.seconds = 0.0

    def keep(self, layer: int, packed: bytes) -> None:
        """In memory."""
        self.memory.add(layer, packed)

    def expand(self, layer: TableLayer, done: Done, watch: Watch) -> deque[Expanded]:
        """Each block by the next thread that is free."""
        spans = layer.blocks()
        found: list[Expanded | None] = [None] * len(spans)
        control, turn, lock = Control(self.stop), count(), Lock()

        def work() -> None:
            while (at := next(turn)) < len(spans):
                started = thread_time()
                try:
                    found[at] = expand(
                        self.game, self.memory, layer.number, *spans[at], control.flags
                    )
                except StoppedError:
                    return
                except BaseException:
                    control.set()  # the others need not go on
                    raise
                with lock:
                    self.seconds += thread_time() - started
                    done(spans[at][1] - spans[at][0])

        run_all([work] * min(self.threads, len(spans)), control, watch=watch)
        control.require_going()
        return deque(each for each in found if each is not None)
