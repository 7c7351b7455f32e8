"""A guard inside the process of a program, by Python's audit hooks (PEP 578).

It refuses other processes, sockets, machine code, and files outside of the program's own folder,
except those of Python itself. A hook cannot be removed. It is a guard of the interpreter and no
wall of the system: code that corrupts the interpreter's memory gets past it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

REFUSED = frozenset({
    "os.exec", "os.fork", "os.forkpty", "os.kill", "os.killpg", "os.link", "os.posix_spawn",
    "os.spawn", "os.startfile", "os.symlink", "os.system", "pty.spawn", "subprocess.Popen",
    "signal.pthread_kill", "ctypes.dlopen", "ctypes.dlsym", "ctypes.call_function",
    "ctypes.string_at", "ctypes.wstring_at", "ctypes.cdata", "sys._debugmallocstats",
    "resource.setrlimit", "resource.prlimit", "shutil.chown", "os.chown", "os.chmod",
    "os.setxattr", "os.removexattr", "syslog.syslog", "webbrowser.open",
})  # fmt: skip
"""Events that are refused whatever their arguments are."""

ROOMS = ("socket.", "winreg.", "ftplib.", "http.", "smtplib.", "urllib.", "sqlite3.", "mmap.")
"""Beginnings of events that are refused."""

CHANGES = frozenset({
    "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.truncate", "os.utime", "os.chflags",
    "shutil.copyfile", "shutil.copymode", "shutil.copystat", "shutil.copytree", "shutil.move",
    "shutil.rmtree", "shutil.make_archive", "shutil.unpack_archive", "tempfile.mkstemp",
    "tempfile.mkdtemp",
})  # fmt: skip
"""Events that change files: allowed within the program's folder."""

LISTINGS = frozenset({"os.listdir", "os.scandir", "os.walk", "glob.glob", "glob.glob/2"})
"""Events that read folders."""

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

SYSTEM = (
    "/dev/null", "/dev/urandom", "/proc/meminfo", "/proc/self/statm", "/proc/self/cgroup",
    "/proc/cpuinfo", "/sys/fs/cgroup", "/usr/share/zoneinfo", "/etc/localtime",
)  # fmt: skip
"""Files of the system that Python and the package read."""


class NotAllowedError(PermissionError):
    """The program asked for something that it may not have."""


def install_guard(
    folder: str, readable: Sequence[str], files: int, note: Callable[[str], None]
) -> None:
    """Guard the process from now on; `note` is called with what was refused."""
    inside = (os.path.realpath(folder),)
    known = (*inside, *map(os.path.realpath, readable), *SYSTEM)
    left, realpath = [files], os.path.realpath

    def refuse(what: str) -> None:
        note(what)
        raise NotAllowedError(what)

    def within(path: Any, places: Sequence[str]) -> bool:
        if isinstance(path, int) or path is None:
            return True
        found = realpath(os.fsdecode(path))
        return any(found == place or found.startswith(place + os.sep) for place in places)

    def check_open(path: Any, flags: int) -> None:
        writes = bool(flags & WRITING)
        if not within(path, inside if writes else known):
            refuse(f"open {path!s:.80}")
        if flags & os.O_CREAT and not isinstance(path, int) and not os.path.lexists(path):
            if left[0] <= 0:
                refuse(f"open {path!s:.80}")
            left[0] -= 1

    def guard(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            check_open(arguments[0], arguments[2] or 0)
        elif event in REFUSED or event.startswith(ROOMS):
            refuse(event)
        elif event in CHANGES:
            paths = [each for each in arguments if isinstance(each, str | bytes | os.PathLike)]
            if not all(within(each, inside) for each in paths):
                refuse(f"{event} {paths[0]!s:.80}")
            if event == "os.mkdir":
                check_open(arguments[0], os.O_CREAT)
        elif event in LISTINGS and not within(arguments[0] or ".", known):
            refuse(f"{event} {arguments[0]!s:.80}")

    sys.addaudithook(guard)
