"""How commands end that do not end well: a message on standard error, and the exit code.

0 is done, 2 bad input or more than the machine can do, 70 a fault of this package, 130 Ctrl-C,
143 termination, and 1 output that is not read; some commands also end with 1 to say no.
"""

from __future__ import annotations

import os
import sys
import tempfile
import traceback
from contextlib import suppress

from adversario.base.catalogue import Message, message, text
from adversario.base.errors import AdversarioError, InputError, describe_error
from adversario.base.python.plugins import user_fault
from adversario.cli.shared.language import language_asked_for
from adversario.cli.usage import problem_of_usage

NO_READER, BAD_INPUT, INTERNAL, STOPPED = 1, 2, 70, 130


def report(error: BaseException, arguments: list[str]) -> int:
    """Print what went wrong, in the language of the arguments; the exit code."""
    lang = language_asked_for(arguments)
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else int(error.code is not None)
    if isinstance(error, BrokenPipeError):
        silence_output()
        return NO_READER
    if isinstance(error, KeyboardInterrupt):
        _print(text("cli.stopped", lang))
        return STOPPED
    if problem := _problem_of_input(error):
        _print(text("cli.error", lang, problem=problem.text(lang)))
        if isinstance(error, OSError):  # perhaps of standard output
            _flush_or_silence()
        return BAD_INPUT
    shown = describe_error(error)
    _print(text("cli.internal", lang, problem=shown, traceback=_keep_traceback(error).text(lang)))
    return INTERNAL


def silence_output() -> None:
    """Drop all further output: it has no reader or no room, and flushing would fail again."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _flush_or_silence() -> None:
    """Write what is still to be written, or drop it if that fails: the exit would fail again."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        silence_output()


def _problem_of_input(error: BaseException) -> Message | None:
    """What the user can do something about; None if the error is a fault of this package."""
    if isinstance(error, AdversarioError):
        return error.message
    if refused := problem_of_usage(error) or _message_of(user_fault(error)):
        return refused
    if _shows_tracebacks():
        traceback.print_exception(error)
    if isinstance(error, MemoryError):
        return message("cli.memory")
    if isinstance(error, RecursionError):
        return message("cli.recursion")
    if isinstance(error, OSError):
        return message("cli.system", problem=error)
    return None


def _message_of(error: InputError | None) -> Message | None:
    return None if error is None else error.message


def _keep_traceback(error: BaseException) -> Message:
    """Write the traceback to a file, unless it was printed; where it is."""
    if _shows_tracebacks():
        return message("cli.internal.printed")
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="adversario-", suffix=".txt", encoding="utf-8", delete=False,
            errors="backslashreplace",
        ) as file:  # fmt: skip
            traceback.print_exception(error, file=file)
    except OSError:
        return message("cli.internal.again")
    return message("cli.internal.file", file=file.name)


def _shows_tracebacks() -> bool:
    return os.environ.get("ADVERSARIO_TRACEBACK", "0") not in ("", "0")


def _print(words: str) -> None:
    printable = words.encode("utf-8", "backslashreplace").decode()
    with suppress(OSError, ValueError):  # a standard error that is closed
        sys.stderr.write(f"{printable}\n")  # at once: other threads may write too
        sys.stderr.flush()
