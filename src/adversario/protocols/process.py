"""A program that is spoken to line by line, through its standard input and output."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from collections import deque
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from time import monotonic
from weakref import finalize

from adversario.base.errors import AdversarioError, InputError

LAST_LINES = 3
"""The lines of a program that has ended that an error shows."""

MOST_LINES, LONGEST_LINE = 1000, 1 << 16
"""The lines that wait to be read, and their characters: a program that says more has to wait."""


class EngineError(AdversarioError):
    """A program did not start, ended, was silent for too long, or said what it must not say."""


class EngineProcess:
    """A running program; ended with this object, or by `close`."""

    def __init__(self, command: str) -> None:
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise InputError("protocols.command", command=command, error=str(error)) from None
        if not words:
            raise InputError("protocols.command", command=command, error="-")
        self.command = command
        try:
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                text=True, encoding="utf-8", errors="replace", bufsize=1, start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            reason = error.strerror or str(error)
            raise EngineError("protocols.start", command=command, error=reason) from None
        self._lines: Queue[str | None] = Queue(MOST_LINES)
        self._last: deque[str] = deque(maxlen=LAST_LINES)
        reader = Thread(target=_read, args=(self._process, self._lines), daemon=True)
        reader.start()
        self._end = finalize(self, _end, self._process, reader, self._lines)

    @property
    def is_running(self) -> bool:
        """Whether the program has not ended."""
        return self._process.poll() is None

    def send(self, line: str) -> None:
        """Give the program a line; EngineError if it has ended."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._ended() from None

    def read(self, seconds: float) -> str:
        """The next line; EngineError if there is none in that time."""
        try:
            line = self._lines.get(timeout=max(0.0, seconds))
        except Empty:
            raise EngineError(
                "protocols.silent", command=self.command, seconds=round(seconds, 1)
            ) from None
        if line is None:
            self._lines.put(None)  # there is room: it was the last
            raise self._ended()
        self._last.append(line)
        return line

    def read_until(self, word: str, seconds: float) -> list[str]:
        """The last lines up to and with the first that begins with a word."""
        deadline, found = monotonic() + seconds, deque[str](maxlen=MOST_LINES)
        while True:
            found.append(self.read(deadline - monotonic()))
            if found[-1].split()[:1] == [word]:
                return list(found)

    def close(self, farewell: str = "") -> None:
        """End the program: it is asked by a line first, if there is one."""
        if farewell and self.is_running:
            with suppress(EngineError, subprocess.TimeoutExpired):
                self.send(farewell)
                self._process.wait(1.0)
        self._end()

    def _ended(self) -> EngineError:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1.0)
        said = " / ".join(line for line in self._last if line.strip())
        return EngineError(
            "protocols.ended", command=self.command, code=self._process.poll(), said=said or "-"
        )


def _read(process: subprocess.Popen[str], lines: Queue[str | None]) -> None:
    assert process.stdout is not None
    with suppress(OSError, ValueError), process.stdout as output:
        while line := output.readline(LONGEST_LINE):
            lines.put(line.rstrip("\r\n"))
    lines.put(None)


def _end(process: subprocess.Popen[str], reader: Thread, lines: Queue[str | None]) -> None:
    """End the program with all that it has started, and then the thread that reads it."""
    if process.stdin is not None:
        with suppress(OSError, ValueError):
            process.stdin.close()
    if process.poll() is None:
        _kill(process)
    with suppress(subprocess.TimeoutExpired):
        process.wait(2.0)
    deadline = monotonic() + 2.0
    while reader.is_alive() and monotonic() < deadline:
        with suppress(Empty):
            lines.get(timeout=0.01)  # it may wait for room
        reader.join(0.01)


def _kill(process: subprocess.Popen[str]) -> None:
    """Kill a program and its children, which share its session."""
    if sys.platform == "win32":
        process.kill()
        return
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
