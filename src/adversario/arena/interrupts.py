"""Ctrl-C during a search: the search ends early and answers, so somebody else has to remember."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType
from typing import Any


class Interrupts:
    """Within the block, remember an interrupt; `check` raises it if it was swallowed.

    Searches take Ctrl-C as the wish for an answer at once, which in a match would be a bad move.
    Outside the main thread, and where Ctrl-C is handled in another way, this does nothing.
    """

    def __enter__(self) -> Interrupts:
        """Start to watch."""
        self.seen, self.before = False, None
        if threading.current_thread() is threading.main_thread():
            handler: Any = signal.getsignal(signal.SIGINT)
            if handler is signal.default_int_handler:
                self.before = handler
                signal.signal(signal.SIGINT, self._note_interrupt)
        return self

    def _note_interrupt(self, number: int, frame: FrameType | None) -> None:
        self.seen = True
        raise KeyboardInterrupt

    def check(self) -> None:
        """Raise KeyboardInterrupt if there was one."""
        if self.seen:
            raise KeyboardInterrupt

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop watching."""
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)
