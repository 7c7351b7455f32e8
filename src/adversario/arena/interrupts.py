"""Ctrl-C during a search: the search returns an answer, so the interrupt is recorded here."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType
from typing import Any


class Interrupts:
    """Records an interrupt within the `with` block; `check` raises it if it was swallowed.

    A search answers Ctrl-C by returning its best action so far, which in a match would be a bad
    move. Outside the main thread, and if another handler of Ctrl-C is installed, this does nothing.
    """

    def __enter__(self) -> Interrupts:
        """Install the handler."""
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
        """Restore the handler."""
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)
