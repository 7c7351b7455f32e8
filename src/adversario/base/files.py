"""Files: written atomically, and read with errors that name the file.

A file that is replaced is never a mixture of old and new, and never a part of the new: the new
contents go to a temporary file in the same folder, which is then renamed in one step (`os.replace`,
atomic on POSIX and Windows).
"""

from __future__ import annotations

import errno
import json
import os
import stat
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from os import PathLike
from pathlib import Path
from typing import BinaryIO, TypeVar

from adversario.base.errors import InputError
from adversario.base.formats.json_text import load_json
from adversario.base.formats.schema import Schema, read_as

T = TypeVar("T")

PARTIAL = ".part"
"""Suffix of a file that is not yet complete."""

MAX_NAME = 255
"""The most bytes of a file's name on common systems."""


@contextmanager
def whole_file(path: Path, *, durable: bool = True) -> Iterator[BinaryIO]:
    """Open a temporary file that becomes `path` when the block ends without an exception.

    If the block raises (KeyboardInterrupt included), the temporary file is removed and `path` is
    as it was before. Its name is unique, so concurrent writers of one path do not disturb each
    other: the last one to finish wins. The contents reach the disk before the name does, so that a
    power failure leaves the old file or the new one; without `durable`, for files that can be made
    again, it may leave neither. OSErrors propagate; see `write_errors`.
    """
    temporary = _temporary(path)
    try:
        with temporary.open("xb") as file:
            yield file
            if durable:
                file.flush()
                os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
    if durable:
        _sync_folder(path.parent)


def _temporary(path: Path) -> Path:
    """A unique name beside `path`; raises OSError for a path that cannot be a file's.

    That is one without a name, as `.`, and one with a null character.
    """
    if not path.name:
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if "\0" in str(path):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
    return path.with_name(f"{_short_name(path)}.{uuid.uuid4().hex}{PARTIAL}")


def _short_name(path: Path) -> str:
    """The beginning of the name, so that the temporary one is not too long for the system."""
    return path.name.encode()[: MAX_NAME - 40].decode(errors="ignore")


def write_whole(path: Path, data: str | bytes) -> None:
    """Replace the contents of a file by `data` (text as UTF-8), atomically.

    Raises InputError if the file cannot be written.
    """
    with write_errors(path), whole_file(path) as file:
        file.write(data.encode() if isinstance(data, str) else data)


def check_writable(path: Path) -> None:
    """Raise InputError if the file cannot be written, before work is done that it is to keep."""
    with write_errors(path):
        temporary = _temporary(path)
        temporary.open("xb").close()
        temporary.unlink()
        if exists(path) and (path.is_dir() or not os.access(path, os.W_OK)):
            raise OSError(errno.EACCES, os.strerror(errno.EACCES))
        path.exists()  # fails if the name itself is too long


def remove_partial(path: Path) -> None:
    """Remove temporary files that writers of `path` left behind because they were killed."""
    for leftover in path.parent.glob(f"{escape(_short_name(path))}.*{PARTIAL[1:]}"):
        leftover.unlink(missing_ok=True)


@contextmanager
def write_errors(path: str | PathLike[str]) -> Iterator[None]:
    """Raise an OSError of the block as an InputError: `path` cannot be written."""
    try:
        yield
    except (OSError, UnicodeEncodeError) as error:  # UnicodeEncodeError: a lone surrogate
        raise InputError("file.unwritable", file=path, problem=error) from None


class LineFile:
    """A file to which lines of JSON are added, each whole on disk before the next.

    Raises InputError if the file cannot be written.
    """

    def __init__(self, path: Path, *, fresh: bool = False) -> None:
        self.path = path
        with write_errors(path):
            self._out = path.open("wb" if fresh else "ab", buffering=0)

    def add(self, value: object) -> None:
        """Add a line."""
        with write_errors(self.path):
            left = (json.dumps(value, ensure_ascii=False) + "\n").encode()
            while left:  # a disk that is almost full takes a part
                left = left[self._out.write(left) :]

    def close(self) -> None:
        """Close the file."""
        self._out.close()


@contextmanager
def read_errors(path: str | PathLike[str]) -> Iterator[None]:
    """Raise an error of reading in the block as an InputError that names the file."""
    try:
        yield
    except InputError:  # which is a ValueError too
        raise
    except FileNotFoundError:
        raise InputError("file.missing", file=path) from None
    except MemoryError:
        raise InputError("file.too_large", file=path) from None
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the path
        raise InputError("file.unreadable", file=path, problem=error) from None


def is_file(path: str | PathLike[str]) -> bool:
    """Whether there is such a file; False for a name that no file can have."""
    try:
        return Path(path).is_file()
    except (OSError, ValueError):  # too long, or with a zero byte
        return False


def exists(path: str | PathLike[str]) -> bool:
    """Whether there is a file or folder of that name; False for a name that none can have."""
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def require_file(path: str | PathLike[str]) -> Path:
    """The path; raises InputError if there is no such file."""
    if not is_file(path):
        raise InputError("file.missing", file=path)
    return Path(path)


def read_text(path: str | PathLike[str]) -> str:
    """The text of a file in UTF-8, with or without a byte order mark.

    Raises InputError otherwise, with the line that is not UTF-8.
    """
    return decode_text(read_bytes(path), path)


def read_bytes(path: str | PathLike[str]) -> bytes:
    """The contents of a file; raises InputError if it cannot be read, or is a device."""
    with read_errors(path), Path(path).open("rb") as file:
        mode = os.fstat(file.fileno()).st_mode
        if stat.S_ISBLK(mode) or (stat.S_ISCHR(mode) and not file.isatty()):  # may never end
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        return file.read()


def decode_text(data: bytes, file: str | PathLike[str]) -> str:
    """The bytes of a file as text; raises InputError with the line that is not UTF-8."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line, byte = data.count(b"\n", 0, error.start) + 1, f"0x{data[error.start]:02x}"
        raise InputError("file.not_text", file=file, line=line, byte=byte) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_json_file(path: str | PathLike[str], schema: Schema[T]) -> T:
    """The JSON of a file, as its schema converts it.

    Raises InputError with the place if the file cannot be read, is not JSON, or is not of this
    format.
    """
    return read_as(schema, load_json(read_text(path), str(path)), path)


def _sync_folder(folder: Path) -> None:
    """Write a new name in a folder to disk, if the system can open folders."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
