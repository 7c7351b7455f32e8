"""What a child does to the world, seen by an audit hook, and signals at chosen moments.

The hook sees every file that Python opens to write, renames or removes, every module and text that
it executes, every class that a pickle asks for, every process and every connection. It cannot be
removed, so it is for forked children only.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

from tests.attack.outcome import Kind

WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGES = frozenset(
    {"os.chmod", "os.link", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.symlink",
     "os.truncate", "os.utime"}
)  # fmt: skip
"""Audit events of the file system whose first arguments are paths."""

STARTS = frozenset({"os.exec", "os.posix_spawn", "os.system", "subprocess.Popen"})
CONTACTS = frozenset({"socket.connect", "socket.sendto", "urllib.Request"})
TRUSTED_PICKLES = ("numba", "multiprocessing", "concurrent", "adversario.native.compiler")
"""Modules that may unpickle: compiled programs from the user's own cache, and other processes."""


MOST_NOTES = 3
COMPILER = "adversario.native.compiler"
"""Executes the programs that it writes from the rules of games."""


class Trigger(NamedTuple):
    """A signal that a process sends to itself at the n-th event of a kind, counted from 1."""

    signal: int
    event: str  # the start of the name of an audit event; "change": of the file system
    number: int
    steps: int = 0  # calls and returns of functions after the event


class Watch:
    """Notes and prevents what is not allowed, and pulls a trigger."""

    def __init__(
        self,
        folder: Path,
        roots: tuple[Path, ...],
        note: Callable[[Kind, str], None],
        *,
        trigger: Trigger | None = None,
        starts_processes: bool = False,
        runs_files: bool = False,
        talks: bool = False,
    ) -> None:
        self.folder = str(folder)
        self.roots = tuple(map(str, (folder, *roots)))
        self.note, self.trigger = note, trigger
        self.starts_processes, self.runs_files = starts_processes, runs_files
        self.talks = talks  # may open connections
        self.counted = self.refused = 0

    def install(self) -> None:
        """Watch from now on."""
        sys.addaudithook(self._see)

    def _see(self, event: str, arguments: tuple[Any, ...]) -> None:
        changed = self._changed(event, arguments)
        if self.trigger is not None:
            self._count(event, changed)
        if changed is not None and not self._may_write(changed):
            self._refuse(f"{event} {changed}")
        elif event == "exec":
            self._look_at_code(arguments[0])
        elif event in STARTS and not self.starts_processes:
            self._refuse(f"{event} {arguments[0]!r}")
        elif event in CONTACTS and not self.talks:
            self._refuse(f"{event} {arguments[1:]!r}")
        elif event == "pickle.find_class" and not _is_trusted_pickle():
            self.note(Kind.CODE, f"a pickle asks for {arguments[0]}.{arguments[1]}")

    def _refuse(self, action: str) -> None:
        """Note what would reach beyond the folder, and prevent it."""
        if self.refused < MOST_NOTES:
            self.note(Kind.OUTSIDE, action)
        self.refused += 1
        raise PermissionError(errno.EACCES, "outside of the folder of the case", action)

    def _changed(self, event: str, arguments: tuple[Any, ...]) -> str | None:
        """The path of a file that is about to be changed; None if the event changes none."""
        if event == "open":
            path, mode, flags = arguments
            writes = bool(flags & WRITES) or any(letter in (mode or "") for letter in "wax+")
            return os.fsdecode(path) if writes and not isinstance(path, int) else None
        if event not in CHANGES or isinstance(arguments[0], int):
            return None
        return os.fsdecode(arguments[1 if event == "os.rename" else 0])

    def _may_write(self, path: str) -> bool:
        whole = os.path.abspath(path)  # Path.resolve looks at the disk
        return whole.startswith((*self.roots, "/dev/"))

    def _look_at_code(self, code: object) -> None:
        """Note code of a file of the folder, and texts that the package executes."""
        if not isinstance(code, CodeType) or self.runs_files:
            return
        caller = sys._getframe(2).f_globals.get("__name__", "")
        executes_text = caller.startswith("adversario.") and not caller.startswith(COMPILER)
        if code.co_filename.startswith(self.folder) or executes_text:
            self.note(Kind.CODE, f"{code.co_filename} is executed by {caller}")

    def _count(self, event: str, changed: str | None) -> None:
        trigger = self.trigger
        assert trigger is not None
        if trigger.event == "change":
            counts = changed is not None and os.path.abspath(changed).startswith(self.folder)
        else:
            counts = event.startswith(trigger.event)
        if counts:
            self.counted += 1
            if self.counted == trigger.number:
                self._pull(trigger)

    def _pull(self, trigger: Trigger) -> None:
        """Send the signal now, or after some calls and returns of this thread."""
        left = trigger.steps

        def step(*_: object) -> None:
            nonlocal left
            left -= 1
            if left == 0:
                os.kill(os.getpid(), trigger.signal)

        if left:
            sys.setprofile(step)
        else:
            os.kill(os.getpid(), trigger.signal)


def _is_trusted_pickle() -> bool:
    frame = sys._getframe(1)
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith(TRUSTED_PICKLES):
            return True
        frame = frame.f_back  # type: ignore[assignment]
    return False
