"""The one reader of `.npz` files, and schemas of the arrays in them.

Nothing is unpacked before its declared size, type and compression are known to be reasonable, and
nothing is ever unpickled. A schema then has the exact names of the arrays, their types, shapes and
ranges: compiled code that is given them need not check again.

    TABLE = {"states": Array("int64", ("states", "width")), "best": Array("int32", ("states",), -1)}
    arrays = check_arrays(TABLE, read_npz(path), path, width=3)
"""

from __future__ import annotations

import hashlib
import os
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from pathlib import Path
from tokenize import TokenError
from typing import IO, Any

from adversario.base.catalogue import Message, message
from adversario.base.errors import InputError
from adversario.base.files import read_errors, require_file

SUFFIX = ".npy"
STORED, DEFLATED = zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED
ENCRYPTED = 0x1

SMALL = 1 << 26
"""Bytes that may always be unpacked, however small the file."""

MAX_RATIO = 100
"""The most that a larger file may grow when it is unpacked; tables of real games grow by 20."""

MAX_MEMBERS = 32

DAMAGE = (
    zipfile.BadZipFile, zlib.error, EOFError, KeyError, ValueError, TypeError, SyntaxError,
    NotImplementedError, RuntimeError, OverflowError, RecursionError, TokenError,
)  # fmt: skip
"""The exceptions that reading a damaged or hostile file can raise, besides those of the disk."""


def read_npz(path: Path) -> dict[str, Any]:
    """The arrays of a file by name; raises InputError if it is damaged, hostile or too large."""
    require_file(path)
    with read_errors(path):
        try:
            with path.open("rb") as opened, zipfile.ZipFile(opened) as file:
                members = _check_members(path, file)
                return {
                    member.filename.removesuffix(SUFFIX): _read_array(path, file, member)
                    for member in members
                }
        except DAMAGE as error:
            if isinstance(error, InputError):
                raise
            raise InputError("arrays.damaged", file=path) from None


def read_member(path: Path, name: str) -> Any:
    """One array of a file, without unpacking the others."""
    require_file(path)
    with read_errors(path):
        try:
            with path.open("rb") as opened, zipfile.ZipFile(opened) as file:
                for member in _check_members(path, file):
                    if member.filename == name + SUFFIX:
                        return _read_array(path, file, member)
        except DAMAGE as error:
            if isinstance(error, InputError):
                raise
        raise InputError("arrays.damaged", file=path) from None


def digest_arrays(arrays: Mapping[str, Any]) -> str:
    """A checksum of the names, types, shapes and contents of arrays."""
    hashed = hashlib.sha256()
    for name in sorted(arrays):
        array = arrays[name]
        hashed.update(f"{name} {array.dtype.str} {array.shape};".encode())
        hashed.update(array.tobytes())
    return hashed.hexdigest()


def _check_members(path: Path, file: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """The members of a zip file whose declarations are sound."""
    members = file.infolist()
    names = {member.filename for member in members}
    sound = (
        0 < len(members) <= MAX_MEMBERS
        and len(names) == len(members)
        and all(name.endswith(SUFFIX) for name in names)
        and all(member.compress_type in (STORED, DEFLATED) for member in members)
        and not any(member.flag_bits & ENCRYPTED for member in members)
    )
    if not sound:
        raise InputError("arrays.damaged", file=path)
    declared, size = sum(member.file_size for member in members), os.stat(path).st_size
    if declared > max(SMALL, MAX_RATIO * size):
        raise InputError("arrays.bomb", file=path, size=size, declared=declared)
    return members


def _read_array(path: Path, file: zipfile.ZipFile, member: zipfile.ZipInfo) -> Any:
    """An array whose header fits the declared size of its member."""
    from numpy.lib import format as npy  # noqa: PLC0415 (not needed to import the package)

    with file.open(member) as stream:
        shape, dtype = _header(stream)
        expected = stream.tell() + prod(shape) * dtype.itemsize
        if dtype.kind not in "biuf" or expected != member.file_size:
            raise InputError("arrays.damaged", file=path)
    with file.open(member) as stream:
        return npy.read_array(stream, allow_pickle=False)


def _header(stream: IO[bytes]) -> tuple[tuple[int, ...], Any]:
    """The shape and the type of an array; ValueError if they are not of the format."""
    from numpy.lib import format as npy  # noqa: PLC0415

    version = npy.read_magic(stream)
    if version == (1, 0):
        shape, _, dtype = npy.read_array_header_1_0(stream)
    elif version == (2, 0):
        shape, _, dtype = npy.read_array_header_2_0(stream)
    else:
        raise ValueError(version)
    if any(size < 0 for size in shape):
        raise ValueError(shape)
    return shape, dtype


# Schemas.


@dataclass(frozen=True)
class Array:
    """An array of a type and a shape, with values from `least` to `most` - 1.

    A size or a bound that is a text is a number of the file: the first array that has the size
    defines it, unless `check_arrays` is given it.
    """

    dtype: str
    shape: tuple[int | str, ...]
    least: int | None = None
    most: int | str | None = None


def check_arrays(
    schema: Mapping[str, Array], arrays: Mapping[str, Any], path: Path, **sizes: int
) -> dict[str, Any]:
    """The arrays, which are exactly those of the schema; raises InputError with what is wrong."""
    if arrays.keys() != schema.keys():
        names = ", ".join(schema)
        raise _wrong(path, "-", message("arrays.names", names=names))
    for name, wanted in schema.items():
        array = arrays[name]
        if array.dtype != wanted.dtype:
            raise _wrong(path, name, message("arrays.type", dtype=wanted.dtype))
        _check_shape(wanted, name, array, path, sizes)
        _check_range(wanted, name, array, path, sizes)
    return dict(arrays)


def _check_shape(wanted: Array, name: str, array: Any, path: Path, sizes: dict[str, int]) -> None:
    shown = tuple(sizes.get(size, size) if isinstance(size, str) else size for size in wanted.shape)
    if array.ndim == len(shown):
        for size, found in zip(wanted.shape, array.shape, strict=True):
            if isinstance(size, str):
                sizes.setdefault(size, found)
        if array.shape == tuple(
            sizes[size] if isinstance(size, str) else size for size in wanted.shape
        ):
            return
    expected = " × ".join(map(str, shown))
    raise _wrong(path, name, message("arrays.shape", shape=expected))


def _check_range(
    wanted: Array, name: str, array: Any, path: Path, sizes: Mapping[str, int]
) -> None:
    if not array.size:
        return
    if array.dtype.kind == "f":
        import numpy as np  # noqa: PLC0415

        if not np.isfinite(array).all():
            raise _wrong(path, name, message("schema.real"))
    most = sizes[wanted.most] if isinstance(wanted.most, str) else wanted.most
    low, high = int(array.min()), int(array.max())
    if (wanted.least is not None and low < wanted.least) or (most is not None and high >= most):
        end = "" if most is None else most - 1
        raise _wrong(path, name, message("arrays.range", least=wanted.least, most=end))


def _wrong(path: Path, name: str, expected: Message) -> InputError:
    return InputError("arrays.wrong", file=path, name=name, expected=expected)
