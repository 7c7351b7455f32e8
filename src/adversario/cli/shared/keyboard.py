"""Key presses, without waiting for them or for Enter."""

from __future__ import annotations

import os
import select
import sys
from time import monotonic
from types import TracebackType
from typing import Any

from adversario.base.errors import InputError

ARROWS = {"A": "up", "B": "down", "C": "right", "D": "left"}
"""By the last letter of the escape sequence of an arrow key: Esc [ A, or Esc O A."""

LETTERS = {"w": "up", "s": "down", "d": "right", "a": "left", " ": "stop", "q": "quit"}


class Keys:
    """The keyboard of a terminal, as a context manager; the terminal's mode is restored on exit.

    Raises InputError if standard input is not a terminal, or one whose keys cannot be read.
    """

    def __init__(self, stream: Any = None) -> None:
        self.stream = sys.stdin if stream is None else stream
        self._before: list[Any] = []

    def __enter__(self) -> Keys:
        try:
            import termios  # noqa: PLC0415 (only where there is one)
            import tty  # noqa: PLC0415
        except ImportError:
            raise InputError("keys.none") from None
        if not self.stream.isatty():
            raise InputError("keys.none")
        self._descriptor = self.stream.fileno()
        self._before = termios.tcgetattr(self._descriptor)
        tty.setcbreak(self._descriptor, termios.TCSANOW)  # keeps what was typed already
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        """Restore the terminal's mode."""
        import termios  # noqa: PLC0415

        termios.tcsetattr(self._descriptor, termios.TCSADRAIN, self._before)

    def during(self, seconds: float) -> list[str]:
        """The names of the keys pressed within `seconds`, in order; other keys are left out."""
        end, sent = monotonic() + seconds, ""
        while (left := end - monotonic()) > 0:
            ready, _, _ = select.select([self._descriptor], [], [], left)
            if ready:
                found = os.read(self._descriptor, 64)
                if not found:
                    break
                sent += found.decode("utf-8", "ignore")
        return names_of(sent)


def names_of(sent: str) -> list[str]:
    """The names of the keys that send these characters."""
    found, place = [], 0
    while place < len(sent):
        if sent[place] == "\x1b" and sent[place + 1 : place + 2] in ("[", "O"):
            found.append(ARROWS.get(sent[place + 2 : place + 3], ""))
            place += 3
        else:
            found.append(LETTERS.get(sent[place].lower(), ""))
            place += 1
    return [name for name in found if name]
