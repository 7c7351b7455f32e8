"""A task in a forked child, with limits of time and memory, and its output captured.

A new Python process takes half a second to import the package; a fork takes milliseconds. The
parent imports everything first, and has no threads.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, NoReturn

from tests.attack.outcome import STOPPED, Done, Kind
from tests.attack.watch import Watch

PAGE = resource.getpagesize()
MOST_OUTPUT = 1 << 20


class Limits(NamedTuple):
    """What a child may use: seconds of computing and of waiting, bytes of address space beyond the
    parent's, and bytes in a file.
    """

    cpu: int = 20
    wall: float = 180.0
    memory: int = 2 << 30
    file: int | None = None


class Setting(NamedTuple):
    """Where a task runs: its folder, its environment, its standard input."""

    folder: Path
    environment: Mapping[str, str | None]
    stdin: bytes = b""
    limits: Limits = Limits()


Hook = Callable[[Callable[[Kind, str], None]], Watch]


def run_forked(
    task: Callable[[], object],
    setting: Setting,
    hook: Hook,
    meddle: Callable[[int], None] | None = None,
) -> Done:
    """Run a task in a child and wait for its end. `meddle` is called with its process id."""
    ears = {name: _Ear(setting, name) for name in ("out", "err", "notes")}
    (setting.folder.parent / "stdin").write_bytes(setting.stdin)
    resident, space = _memory()
    child = os.fork()
    if child == 0:
        _become(task, setting, hook, ears, space)
    with suppress(ProcessLookupError, PermissionError):
        os.setpgid(child, child)  # the child does so too; whichever is first
    try:
        if meddle is not None:
            meddle(child)
        code, usage, timed_out = wait_for(child, setting.limits.wall)
    except BaseException:
        end_group(child)
        os.waitpid(child, 0)
        raise
    end_group(child)
    scale = 1 if sys.platform == "darwin" else 1024
    return Done(
        code=code,
        out=ears["out"].text(),
        err=ears["err"].text(),
        cpu=usage.ru_utime + usage.ru_stime,
        grown=usage.ru_maxrss * scale - resident,
        timed_out=timed_out,
        notes=tuple(_notes(ears["notes"].text())),
    )


def wait_for(child: int, seconds: float) -> tuple[int, resource.struct_rusage, bool]:
    """The exit code of a child, what it used, and whether it was killed after that time."""
    deadline, pause, timed_out = time.monotonic() + seconds, 0.001, False
    while True:
        found, status, usage = os.wait4(child, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status), usage, timed_out
        if time.monotonic() > deadline and not timed_out:
            timed_out = True
            end_group(child)
        time.sleep(pause)
        pause = min(pause * 1.5, 0.02)


def end_group(child: int) -> bool:
    """Kill what is left of a process group; return whether anything was."""
    try:
        os.killpg(child, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def _become(
    task: Callable[[], object],
    setting: Setting,
    hook: Hook,
    ears: Mapping[str, _Ear],
    space: int,
) -> NoReturn:
    """In the child: set up, run the task as Python would run a program, and exit."""
    code, began = 1, False
    try:
        os.setpgid(0, 0)
        os.dup2(os.open(setting.folder.parent / "stdin", os.O_RDONLY), 0)
        os.dup2(ears["out"].writer, 1)
        os.dup2(ears["err"].writer, 2)
        _open_streams()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        for name, value in setting.environment.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value
        os.chdir(setting.folder)
        tempfile.tempdir = str(setting.folder)  # known already in the parent
        _limit(setting.limits, space)

        def note(kind: Kind, detail: str) -> None:
            line = f"{kind.name} {detail[:500]}".replace("\n", " ")
            os.write(ears["notes"].writer, line.encode(errors="backslashreplace") + b"\n")

        hook(note).install()
        began = True
        try:
            task()
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError):  # no room; the task has reported that, or failed
                stream.flush()
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) and not began:
            code = STOPPED  # there was nothing to interrupt yet
        else:
            traceback.print_exc()
    finally:
        os._exit(code & 255)


def _open_streams() -> None:
    """The standard streams as in a new process, in a terminal of our day."""
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 (until the process ends)
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(  # noqa: SIM115
        2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False
    )


def _limit(limits: Limits, space: int) -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (limits.cpu, limits.cpu + 5))
    resource.setrlimit(resource.RLIMIT_AS, (space + limits.memory, resource.RLIM_INFINITY))
    if limits.file is not None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # an OSError instead, as on a full disk
        resource.setrlimit(resource.RLIMIT_FSIZE, (limits.file, limits.file))


def _memory() -> tuple[int, int]:
    """The resident memory and the address space of this process, in bytes."""
    try:
        space, resident, *_ = Path("/proc/self/statm").read_text(encoding="ascii").split()
        return int(resident) * PAGE, int(space) * PAGE
    except OSError:  # not Linux
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, 8 << 30


def _notes(text: str) -> list[tuple[Kind, str]]:
    parts = (line.partition(" ") for line in dict.fromkeys(text.splitlines()))
    return [(Kind[name], detail) for name, _, detail in parts]


class _Ear:
    """Where a child writes: a file, or a pipe if the length of files is limited.

    A pipe has room for 64 KiB, and is read after the end of the child.
    """

    def __init__(self, setting: Setting, name: str) -> None:
        self.reader: int | None = None
        self.path = setting.folder.parent / name
        if setting.limits.file is not None:
            self.reader, self.writer = os.pipe()
            os.set_blocking(self.reader, False)
        else:
            flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND
            self.writer = os.open(self.path, flags, 0o666)

    def text(self) -> str:
        """What was written; then nothing more can be."""
        os.close(self.writer)
        if self.reader is None:
            with self.path.open("rb") as file:
                return file.read(MOST_OUTPUT).decode("utf-8", "backslashreplace")
        try:
            data = os.read(self.reader, MOST_OUTPUT)
        except BlockingIOError:
            data = b""
        os.close(self.reader)
        self.path.write_bytes(data)
        return data.decode("utf-8", "backslashreplace")
