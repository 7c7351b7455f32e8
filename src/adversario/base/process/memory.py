"""The memory that a job may still use: what the machine, its container and the shell allow.

Jobs that grow ask before they grow, and end with what they have, or with an error that says what
they would need. Otherwise the system would end them, and perhaps others.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from adversario.base.errors import InputError

ROOT = Path("/")
"""Where `proc` and `sys` are."""

RESERVE = 64 << 20
"""Bytes that are left to others, in any case."""

SHARE = 16
"""And one part in this number of what is free."""


STATISTICS = "memory" + ".stat"
"""A file of a control group."""


class NotEnoughMemoryError(InputError):
    """A job would need more memory than there is."""


def free_memory() -> int | None:
    """The bytes that this process may still use, less a reserve; None if that is unknown."""
    found = [each for each in (_system(), *_containers(), _process()) if each is not None]
    if not found:
        return None
    least = min(found)
    return max(0, least - max(RESERVE, least // SHARE))


def machine_memory() -> int | None:
    """The bytes of memory that this machine, or its container, has; None if that is unknown."""
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # Windows has no sysconf
        return None
    with suppress(OSError, ValueError):  # no such file, or "max"
        memory = min(memory, int((ROOT / "sys/fs/cgroup/memory.max").read_text()))
    return memory


def is_short(needed: int = 0) -> bool:
    """Whether less than `needed` bytes are free."""
    free = free_memory()
    return free is not None and free <= needed


def require_memory(needed: int, text: str = "memory.needed", **details: Any) -> None:
    """Raise NotEnoughMemoryError, with that text, if less than `needed` bytes are free."""
    free = free_memory()
    if free is not None and free < needed:
        raise NotEnoughMemoryError(text, needed=shown(needed), free=shown(free), **details)


def shown(size: int) -> str:
    """A number of bytes for readers."""
    mib = size / (1 << 20)
    return f"{mib / 1024:.1f} GiB" if mib >= 1024 else f"{mib:.0f} MiB"


def _system() -> int | None:
    """What the machine has free."""
    with suppress(OSError, ValueError, StopIteration):
        lines = (ROOT / "proc/meminfo").read_text().splitlines()
        known = next(line for line in lines if line.startswith("MemAvailable"))
        return 1024 * int(known.split()[1])
    if sys.platform == "win32":
        return _windows()
    whole = machine_memory()
    return None if whole is None else whole // 2  # macOS does not say: half of what it has


def _containers() -> Iterator[int]:
    """What is free in each of the control groups around this process."""
    with suppress(OSError, ValueError):
        for line in (ROOT / "proc/self/cgroup").read_text().splitlines():
            _, kinds, path = line.split(":", 2)
            if kinds and "memory" not in kinds.split(","):
                continue
            base = ROOT / "sys/fs/cgroup" / ("memory" if kinds else "")
            names = ("limit_in_bytes", "usage_in_bytes") if kinds else ("max", "current")
            place = base / path.lstrip("/")
            for folder in (place, *place.parents):
                yield from _group(folder, *names)
                if folder == base:
                    break


def _group(folder: Path, limit: str, usage: str) -> Iterator[int]:
    with suppress(OSError, ValueError):  # no such file, or "max"
        most, used = (int((folder / f"memory.{name}").read_text()) for name in (limit, usage))
        with suppress(OSError, ValueError):  # files that are only cached are given up
            pairs = (line.split() for line in (folder / STATISTICS).read_text().splitlines())
            used -= int(dict(pairs).get("inactive_file", 0))
        yield max(0, most - used)


def _process() -> int | None:
    """What the limit of the address space (`ulimit -v`) leaves."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415 (not on Windows)

        limit = resource.getrlimit(resource.RLIMIT_AS)[0]
        if limit != resource.RLIM_INFINITY:
            pages = int((ROOT / "proc/self/statm").read_text().split()[0])
            return max(0, limit - pages * resource.getpagesize())
    return None


def _windows() -> int | None:
    import ctypes  # noqa: PLC0415

    class Status(ctypes.Structure):
        """MEMORYSTATUSEX."""

        _fields_ = (
            ("length", ctypes.c_ulong),
            ("load", ctypes.c_ulong),
            *((name, ctypes.c_ulonglong) for name in ("total", "free", "c", "d", "e", "f", "g")),
        )

    status = Status(length=ctypes.sizeof(Status))
    known = ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status))  # type: ignore[attr-defined]
    return int(status.free) if known else None
