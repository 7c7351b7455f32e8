"""The entry point: the command line is loaded and run, and the process ends with its exit code."""

from __future__ import annotations

import os
import sys

from adversario.cli.signals import take_over

SIGNALLED = 128
"""Exit codes from here on are of a process that was stopped by a signal."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with its code: see `adversario.cli.faults`.

    Without arguments, those of the process are used, and its signals and streams are set up.
    """
    if arguments is not None:
        sys.exit(_run(arguments))
    take_over()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # what the terminal cannot show is not an error
            stream.reconfigure(errors="backslashreplace")
    _exit(_run(sys.argv[1:]))


def _run(arguments: list[str]) -> int:
    """Run the command line; its exit code."""
    try:
        from adversario.cli.app import run  # noqa: PLC0415 (takes a while, and may be interrupted)

        run(arguments)
        sys.stdout.flush()
    except BaseException as error:
        from adversario.cli.faults import report  # noqa: PLC0415

        return report(error, arguments)
    return 0


def _exit(code: int) -> None:
    """End the process.

    After a signal the interpreter is not shut down: a compiler that was left to itself may still
    run, which would crash, and Python ends itself by the signal again if it was raised within
    `exec`, as when a dataclass is made.
    """
    from adversario.base.process.shield import has_unattended_tasks  # noqa: PLC0415

    if code >= SIGNALLED or has_unattended_tasks():
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)
