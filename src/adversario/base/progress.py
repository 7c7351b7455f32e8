"""Progress: long jobs report to one function, `on_progress`.

It is called periodically, from the thread that runs the job or from one that watches it, with one
immutable value whose type belongs to the job: its own `...Progress`, or the answer so far.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from adversario.base.stop import Stop

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class BatchProgress:
    """The number of positions of a batch that are done."""

    done: int
    positions: int


@dataclass(frozen=True, slots=True)
class Watcher(Generic[P]):
    """The caller of a job, for the job's parts: receives reports, and can stop the job."""

    on_progress: Callable[[P], None] | None = None
    stop: Stop | None = None

    def report(self, progress: P) -> None:
        """Call `on_progress`, if there is one."""
        if self.on_progress is not None:
            self.on_progress(progress)

    def is_stopped(self) -> bool:
        """Whether the job was asked to stop."""
        return self.stop is not None and self.stop.is_set()
