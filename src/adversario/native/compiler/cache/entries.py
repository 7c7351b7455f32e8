"""Compiled code kept on disk, so that a game is compiled once for each machine.

What a program was compiled from is hashed into the name of its folder, so there is nothing that
could be out of date; each compiled function is one file, written under another name and moved
into place, with a digest of its contents in front. A folder that was not used for long, as those of
an older version are not, is removed when another one is made. Entries are pickles, so only those
are read that no other user can have written (see `folder`).
"""

from __future__ import annotations

import hashlib
import os
import pickle
import platform
import re
import shutil
import sys
import uuid
import warnings
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from time import time
from types import ModuleType
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.registry import cpu_target
from numba.core.serialize import dumps

from adversario.base.catalogue import message
from adversario.base.files import whole_file
from adversario.native.compiler.cache.folder import (
    HAS_OWNERS,
    PRIVATE_FILE,
    PRIVATE_FOLDER,
    UntrustedError,
    named_folder,
    open_folder,
    read_own,
    require_own,
)
from adversario.native.compiler.numba_patches.inference import PREFIX
from adversario.native.compiler.problems import CacheWarning

_rebuild: Any = CompileResult._rebuild
_dumps: Any = dumps

DIGEST = 32
"""The bytes of a SHA-256 digest."""

PROGRAM = re.compile(rf"[0-9a-f]{{{2 * DIGEST}}}(\.[0-9a-f]{{32}})?")
"""The name of a program's folder, or of one that is being removed."""

KEPT = 60 * 24 * 3600
"""The seconds that a folder is kept after it was last used."""


def program_folder(name: str) -> Path | None:
    """The folder of a program in the cache; None, with a warning, if there is no usable cache."""
    try:
        folder = open_folder() / name
        with suppress(FileNotFoundError):
            require_own(folder)
    except UntrustedError as error:
        warn_once("native.cache_untrusted", reason=error.reason)
    except OSError as error:
        warn_once("native.cache_unwritable", folder=str(named_folder()), reason=_shown(error))
    else:
        return folder
    return None


def digest(parts: Iterable[Any]) -> str:
    """A hash of texts, numbers, tuples and arrays: the same only for the same values and types."""
    hashed = hashlib.sha256()
    for part in parts:
        _feed(hashed, part)
    return hashed.hexdigest()


def _feed(hashed: Any, value: Any) -> None:
    if isinstance(value, tuple):
        names = getattr(value, "_fields", ())
        hashed.update(f"tuple {len(value)} {names};".encode())
        for item in value:
            _feed(hashed, item)
    elif hasattr(value, "tobytes"):
        hashed.update(f"array {value.dtype.str} {value.shape};".encode())
        hashed.update(value.tobytes())
    else:
        shown = value if isinstance(value, str) else repr(value)
        hashed.update(f"{type(value).__name__} {len(shown)};{shown};".encode())


DYNAMIC = "<dynamic>"
"""The module that Numba names for functions which it makes at run time."""


def _unpickle(data: bytes) -> Any:
    """What an entry contains.

    Reading code back imports the modules of all functions that were linked with it, for nothing but
    their names: those that Numba makes at run time, and programs that shared a function.
    """
    sys.modules.setdefault(DYNAMIC, ModuleType(DYNAMIC))
    while True:
        try:
            return pickle.loads(data)
        except ModuleNotFoundError as error:
            name = error.name or ""
            if name in sys.modules or not name.startswith(PREFIX):
                raise
            sys.modules[name] = ModuleType(name)


def seal(name: str, pickled: bytes) -> bytes:
    """A digest of an entry and its name: a file that got another's name is not that entry."""
    return hashlib.sha256(name.encode() + b"\0" + pickled).digest()


class DiskCache(_Cache):
    """Where Numba looks for a function's machine code before compiling, and keeps it after."""

    def __init__(self, folder: Path, function: str) -> None:
        self.folder, self.function = folder, function
        self._enabled = True

    @property
    def cache_path(self) -> str:
        """The folder."""
        return str(self.folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The machine code for a signature; None if there is none that can be used."""
        target_context.refresh()
        path = self._path(sig)
        if not self._enabled or not path.exists():
            return None
        try:
            data = read_own(path)
            if seal(path.name, data[DIGEST:]) != data[:DIGEST]:
                raise pickle.UnpicklingError
            found = _rebuild(target_context, *_unpickle(data[DIGEST:]))
        except UntrustedError as error:
            warn_once("native.cache_untrusted", reason=error.reason)
            return None
        except Exception as error:  # whatever is wrong with it: it can be compiled again
            warn_once("native.cache_corrupt", folder=str(self.folder), reason=_shown(error))
            return None
        with suppress(OSError):
            os.utime(self.folder)  # which tells when it was last used
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the machine code for a signature, if that can be done."""
        if not self._enabled or data.library.has_dynamic_globals:
            return
        pickled = _dumps(data._reduce())
        path = self._path(sig)
        write_entry(path, seal(path.name, pickled) + pickled)

    def enable(self) -> None:
        """Use the disk."""
        self._enabled = True

    def disable(self) -> None:
        """Do not use the disk."""
        self._enabled = False

    def flush(self) -> None:
        """Nothing is held back."""

    def _path(self, signature: Any) -> Path:
        named = hashlib.sha256(str(signature).encode()).hexdigest()
        return self.folder / f"{self.function}-{named[:16]}.bin"


def write_entry(path: Path, data: bytes) -> None:
    """Write a file of a program; if that fails, there is a warning."""
    try:
        write(path, data)
    except OSError as error:
        warn_once("native.cache_unwritable", folder=str(path.parent), reason=_shown(error))


def write(path: Path, data: bytes) -> None:
    """Write a file and its folder, whole or not at all; safe with concurrent writers."""
    if not path.parent.exists():
        path.parent.mkdir(PRIVATE_FOLDER, exist_ok=True)
        prune(path.parent.parent)
    with whole_file(path, durable=False) as file:
        if HAS_OWNERS:
            os.fchmod(file.fileno(), PRIVATE_FILE)
        file.write(data)


def prune(cache: Path) -> None:
    """Remove the folders of programs that were not used for long.

    One that is to be removed gets another name first, so that half of it is never found.
    """
    for folder in filter(lambda path: PROGRAM.fullmatch(path.name), list(cache.iterdir())):
        with suppress(OSError):  # someone else does the same
            if folder.stat().st_mtime < time() - KEPT:
                other = f"{folder.name[: 2 * DIGEST]}.{uuid.uuid4().hex}"
                shutil.rmtree(folder.rename(cache / other))


_told: set[str] = set()


def warn_once(id: str, **details: object) -> None:  # noqa: A002
    """Warn, once in a process, that the cache does not serve."""
    if id not in _told:
        _told.add(id)
        warnings.warn(message(id, **details).text(), CacheWarning, stacklevel=2)


def _shown(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def environment() -> tuple[str, ...]:
    """What compiled code depends on beside its source: the versions and the processor."""
    package = sys.modules["adversario"]  # not imported, as imports point the other way
    return (
        package.__version__,
        numba.__version__,
        llvmlite.__version__,
        np.__version__,
        sys.version,
        platform.platform(),
        str(cpu_target.target_context.codegen().magic_tuple()),
    )
