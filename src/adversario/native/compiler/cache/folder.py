"""The folder of compiled code: where it is, and whether it is the user's alone.

What is read from there is run, so no other user may have written it. On POSIX systems the folder,
the folders of programs and every file must belong to the user and be writable by the user alone,
and no other user may be able to replace the folder. Windows has no such bits: there the folder is
below the user's own application data, unless the user names another one.
"""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

from adversario.base.catalogue import Message, message

PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
HAS_OWNERS = hasattr(os, "getuid")


class UntrustedError(Exception):
    """A folder or file that others may have written; `reason` says why."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.text())
        self.reason = reason


def named_folder() -> Path:
    """The user's folder for compiled games; the variable ADVERSARIO_CACHE overrides it.

    Raises UntrustedError if the user has no home folder. Variables with relative paths are ignored,
    as the XDG specification wants it, except ADVERSARIO_CACHE.
    """
    if given := os.environ.get("ADVERSARIO_CACHE"):
        return Path(given)
    if sys.platform == "darwin":
        return _home() / "Library" / "Caches" / "adversario"
    if sys.platform == "win32":
        return (_absolute("LOCALAPPDATA") or _home() / "AppData" / "Local") / "adversario"
    return (_absolute("XDG_CACHE_HOME") or _home() / ".cache") / "adversario"


def _absolute(variable: str) -> Path | None:
    given = Path(os.environ.get(variable, ""))
    return given if given.is_absolute() else None


def _home() -> Path:
    try:
        home = Path.home()
    except RuntimeError:  # neither HOME nor an entry for the user, as in some containers
        home = Path()
    # An empty HOME would be the root folder.
    if not home.is_absolute() or os.environ.get("HOME") == "":
        raise UntrustedError(message("native.cache.home"))
    return home


def open_folder() -> Path:
    """The folder for compiled games, made if necessary, without symbolic links in its path.

    Raises OSError if it cannot be used, UntrustedError if it is not the user's alone.
    """
    folder = named_folder()
    folder.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
    resolved = folder.resolve(strict=True)
    require_own(resolved)
    for above in resolved.parents:
        _require_safe_parent(above)
    return resolved


def require_own(path: Path) -> None:
    """Raise UntrustedError if the file or folder is a link, another's, or open to others."""
    _require_own(path, path.lstat())


def read_own(path: Path) -> bytes:
    """The contents of a file of the user's alone; otherwise raises UntrustedError."""
    # What is opened is what is checked, even if the name means another file meanwhile.
    with open(path, "rb", opener=_open_no_link) as file:
        _require_own(path, os.fstat(file.fileno()))
        return file.read()


def _open_no_link(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0))


def _require_own(path: Path, status: os.stat_result) -> None:
    if stat.S_ISLNK(status.st_mode):
        raise UntrustedError(message("native.cache.link", path=path))
    if HAS_OWNERS and status.st_uid != os.getuid():
        raise UntrustedError(message("native.cache.owner", path=path))
    if HAS_OWNERS and status.st_mode & OTHERS_WRITE:
        raise UntrustedError(message("native.cache.open", path=path))


def _require_safe_parent(folder: Path) -> None:
    """Raise UntrustedError if another user can replace what is in a folder.

    The administrator can, and the user's own group may consist of the user. In a folder with the
    sticky bit, such as /tmp, only owners can.
    """
    if not HAS_OWNERS:
        return
    status = folder.stat()
    if status.st_uid not in (0, os.getuid()):
        raise UntrustedError(message("native.cache.owner", path=folder))
    writers = OTHERS_WRITE if status.st_gid != os.getgid() else stat.S_IWOTH
    if status.st_mode & writers and not status.st_mode & stat.S_ISVTX:
        raise UntrustedError(message("native.cache.open", path=folder))
