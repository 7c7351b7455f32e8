"""Ctrl-C and termination: exit codes 130 and 143 at any moment, without a traceback.

While a command runs, Ctrl-C raises KeyboardInterrupt, and termination SystemExit, so that it can
keep what it has. Before and after, within imports and at the exit, the process ends at once: there
is nothing to keep, and an exception would be swallowed or printed there.

This module is imported first, and imports next to nothing.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

SIGNALS = (signal.SIGINT, signal.SIGTERM)

AGAIN = 0.05
"""Seconds until a Ctrl-C that was swallowed is repeated."""

_owned: list[signal.Signals] = []
"""The signals that are handled here; none if the command line is part of another program."""


def take_over() -> None:
    """Handle the signals from now on, except those that this process ignores."""
    for each in SIGNALS:
        if signal.getsignal(each) is not signal.SIG_IGN:
            signal.signal(each, _exit_at_once)
            _owned.append(each)


def _exit_at_once(number: int, frame: FrameType | None) -> None:
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):  # it may be in use, or closed
            stream.flush()
    os._exit(128 + number)


@contextmanager
def raising_exceptions() -> Iterator[None]:
    """Within the block, the signals raise exceptions in the main thread."""
    if not _owned:
        yield
        return
    hook = sys.unraisablehook
    sys.unraisablehook = _repeat_swallowed
    try:
        _handle(signal.SIGINT, signal.default_int_handler)
        _handle(signal.SIGTERM, _terminate)
        yield
    finally:
        for each in SIGNALS:
            _handle(each, _exit_at_once)
        sys.unraisablehook = hook


def _handle(number: signal.Signals, handler: Any) -> None:
    if number in _owned:
        signal.signal(number, handler)


def _terminate(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


def _repeat_swallowed(lost: Any) -> None:
    """Repeat a Ctrl-C that was raised where no exception can pass, as in a destructor."""
    if not isinstance(lost.exc_value, KeyboardInterrupt | SystemExit):
        sys.__unraisablehook__(lost)
        return
    from threading import Timer  # noqa: PLC0415 (at a command, not at the start)

    from adversario.base.process.shield import interrupt_main_thread  # noqa: PLC0415

    again = Timer(AGAIN, interrupt_main_thread)
    again.daemon = True
    again.start()
