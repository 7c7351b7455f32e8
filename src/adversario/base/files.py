"""Files: written atomically, and read with errors that name the file.

A file that is replaced is never a mixture of old and new, and never a part of the new: the new
contents go to a temporary file in the same folder, which is then renamed in one step (`os.replace`,
atomic on POSIX and Windows).
"""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from glob import escape
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO

from adversario.base.catalogue import message
from adversario.base.errors import InputError

PARTIAL = ".part"
"""Suffix of a file that is not yet complete."""


@contextmanager
def whole_file(path: Path, *, durable: bool = False) -> Iterator[BinaryIO]:
    """Open a temporary file that becomes `path` when the block ends without an exception.

    If the block raises (KeyboardInterrupt included), the temporary file is removed and `path` is
    as it was before. Its name is unique, so concurrent writers of one path do not disturb each
    other: the last one to finish wins. `durable` makes the contents and the name survive a power
    failure, which takes milliseconds: for files that are expensive to compute. OSErrors propagate;
    see `write_errors`.
    """
    temporary = path.with_name(f"{path.name}.{uuid.uuid4().hex}{PARTIAL}")
    try:
        with temporary.open("xb") as file:
            yield file
            if durable:
                file.flush()
                os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    if durable:
        _sync_folder(path.parent)


def write_whole(path: Path, data: str | bytes, *, durable: bool = False) -> None:
    """Replace the contents of a file by `data` (text as UTF-8), atomically.

    Raises InputError if the file cannot be written.
    """
    encoded = data.encode() if isinstance(data, str) else data
    with write_errors(path), whole_file(path, durable=durable) as file:
        file.write(encoded)


def remove_partial(path: Path) -> None:
    """Remove temporary files that writers of `path` left behind because they were killed."""
    for leftover in path.parent.glob(f"{escape(path.name)}.*{PARTIAL[1:]}"):
        leftover.unlink(missing_ok=True)


@contextmanager
def write_errors(path: str | PathLike[str]) -> Iterator[None]:
    """Raise an OSError of the block as an InputError: `path` cannot be written."""
    try:
        yield
    except OSError as error:
        raise InputError("file.unwritable", file=path, problem=error) from None


@contextmanager
def read_errors(path: str | PathLike[str]) -> Iterator[None]:
    """Raise an error of reading in the block as an InputError that names the file."""
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: not UTF-8, or a zero byte in the path
        raise InputError("file.unreadable", file=path, problem=error) from None


def read_text(path: str | PathLike[str]) -> str:
    """The text of a file in UTF-8, with or without a byte order mark.

    Raises InputError otherwise.
    """
    with read_errors(path):
        return Path(path).read_text(encoding="utf-8-sig")


def read_json_object(path: str | PathLike[str], otherwise: str) -> dict[str, Any]:
    """The JSON object in a file; raises InputError if it cannot be read or is not an object.

    `otherwise` is the catalogue's message for a file of the wrong kind, with the details `file` and
    `problem`, which names the line.
    """
    text = read_text(path)
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        problem = message("file.not_json", line=error.lineno, problem=error.msg)
        raise InputError(otherwise, file=path, problem=problem) from None
    if not isinstance(found, dict):
        raise InputError(otherwise, file=path, problem=message("file.not_object"))
    return found


def _sync_folder(folder: Path) -> None:
    """Write a new name in a folder to disk, if the system can open folders."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
