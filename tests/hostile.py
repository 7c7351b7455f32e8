"""Hostile files: what anybody can write without the package, and files of ours changed and signed.

Each generator yields pairs of a name and contents. No reader may raise anything but InputError for
them, or take long.
"""

from __future__ import annotations

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np

from adversario.base.formats.arrays import digest_arrays
from adversario.solve.files import HEADER

BAD_NUMBERS = ("1e400", "-1e400", "NaN", "Infinity", "-Infinity", "9" * 5000, "1e999999999")

BAD_VALUES: tuple[Any, ...] = (
    None, True, -1, 2**64, 10**250, 1.5, -1e308, "", "x", "1/0", "-inf", "\n", [], [[]], [None], {},
    {"": 0}, "a" * 1000,
)  # fmt: skip
"""Values of JSON, each of which is wrong in most places."""


def bad_texts() -> Iterator[tuple[str, bytes]]:
    """Files that are no JSON, or JSON that nothing can use."""
    yield "empty", b""
    yield "no json", b"nothing"
    yield "cut", b'{"a": [1, 2'
    yield "nul", b'{"a": 1}\x00'
    yield "bad utf-8", b'{"a": "\xff"}'
    yield "utf-16", '{"a": 1}'.encode("utf-16")
    yield "surrogate", b'{"format": "\\ud800"}'
    yield "surrogate key", b'{"\\udfff": 1}'
    yield "twice", b'{"format": 1, "format": 2}'
    yield "deep lists", b"[" * 100_000
    yield "deep objects", b'{"a":' * 100_000 + b"1" + b"}" * 100_000
    yield "deep and closed", b"[" * 100_000 + b"]" * 100_000
    yield "list", b"[]"
    yield "number", b"3"
    for number in BAD_NUMBERS:
        yield f"number {number[:12]}", b'{"a": ' + number.encode() + b"}"


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value in a JSON value, that of the whole first."""
    yield path
    if isinstance(value, (dict, list)):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(inner, (*path, key))


def changed(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """The JSON value with another value at that path; the whole if the path is empty."""
    if not path:
        return new
    found = deepcopy(value)
    inner = found
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = new
    return found


def mutations(value: Any) -> Iterator[tuple[str, Any]]:
    """A JSON value with each part replaced by each bad value, left out, or joined by another."""
    for path in places(value):
        for new in BAD_VALUES:
            yield f"{path} = {str(new)[:20]}", changed(value, path, new)
        inner = value
        for key in path:
            inner = inner[key]
        if isinstance(inner, dict):
            yield f"{path} more", changed(value, path, {**inner, "compiled": 1})
            for key in inner:
                less = {name: each for name, each in inner.items() if name != key}
                yield f"{path} without {key}", changed(value, path, less)


# Files of arrays.


def resign(
    path: Path,
    header: Callable[[dict[str, Any]], dict[str, Any]] = lambda found: found,
    **arrays: Any,
) -> Path:
    """Change the header or some arrays of a file of ours, and sign it with the right checksum.

    An array given as None is left out.
    """
    with np.load(path) as file:
        found = {name: file[name] for name in file.files}
    told = json.loads(found.pop(HEADER).tobytes())
    found = {name: each for name, each in (found | arrays).items() if each is not None}
    told = header(told | {"sha256": digest_arrays(found)})
    np.savez(path, **{HEADER: np.frombuffer(json.dumps(told).encode(), np.uint8), **found})
    return path


def arrays_of(path: Path) -> dict[str, Any]:
    """The arrays of a file of ours, without the header."""
    with np.load(path) as file:
        return {name: file[name] for name in file.files if name != HEADER}


def bad_zips() -> Iterator[tuple[str, bytes]]:
    """Zip files that no reader of arrays should unpack."""
    yield "no zip", b"PK\x03\x04 nothing"
    yield "empty", _zip({})
    yield "not an array", _zip({"header.npy": b"nothing"})
    yield "foreign", _zip({"readme.txt": b"nothing"})
    yield "pickle", _zip({"header.npy": _npy("|O", (1,), b"\x80\x04N.")})
    yield "unclosed header", _zip({"header.npy": _npy("|u1", (2,), b"{}").replace(b"}", b"(", 1)})
    yield "huge shape", _zip({"header.npy": _npy("|u1", (10**15,), b"")})
    yield "shape beyond 64 bits", _zip({"header.npy": _npy("|u1", (2**70, 2**70), b"")})
    yield "negative shape", _zip({"header.npy": _npy("|u1", (-1,), b"")})
    yield "short", _zip({"header.npy": _npy("|u1", (100,), b"{}")})
    yield "bomb", _zip({"header.npy": _npy("|u1", (10**8,), bytes(10**8))})
    yield "many members", _zip({f"{number}.npy": b"" for number in range(100)})
    plain = _zip({"header.npy": _npy("|u1", (2,), b"{}")})
    yield "encrypted", _flag(plain, 1)
    yield "compression method", _method(plain, 99)
    yield "cut", plain[:-10]
    deep = b"[" * 10**5
    yield "deep header", _zip({"header.npy": _npy("|u1", (len(deep),), deep)})


def _zip(members: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in members.items():
            file.writestr(name, data)
    return made.getvalue()


def _npy(dtype: str, shape: tuple[int, ...], data: bytes) -> bytes:
    told = f"{{'descr': '{dtype}', 'fortran_order': False, 'shape': {shape!r}, }}\n".encode()
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(told)) + told + data


def _flag(data: bytes, flag: int) -> bytes:
    """Set a flag of the first member, in both of its headers."""
    central = data.index(b"PK\x01\x02")
    return (
        data[:6] + struct.pack("<H", flag) + data[8 : central + 8] + struct.pack("<H", flag)
        + data[central + 10 :]
    )  # fmt: skip


def _method(data: bytes, method: int) -> bytes:
    central = data.index(b"PK\x01\x02")
    return (
        data[:8] + struct.pack("<H", method) + data[10 : central + 10]
        + struct.pack("<H", method) + data[central + 12 :]
    )  # fmt: skip


# Endgame tables.


def rewrite_table(
    path: Path,
    header: Callable[[dict[str, Any]], Any] = lambda found: found,
    blocks: Callable[[list[bytes]], list[bytes]] = lambda found: found,
) -> Path:
    """Change the header or the blocks of an endgame table, with the right checksums."""
    data = path.read_bytes()
    length, _ = struct.unpack("<II", data[8:16])
    told = json.loads(data[16 : 16 + length])
    at = 16 + length + 8 * told["blocks"]
    sizes = [size for size, _ in struct.iter_unpack("<II", data[16 + length : at])]
    found = []
    for size in sizes:
        found.append(data[at : at + size])
        at += size
    found = blocks(found)
    index = b"".join(struct.pack("<II", len(each), zlib.crc32(each)) for each in found)
    told = header(told | {"blocks": len(found), "index": zlib.crc32(index)})
    text = told if isinstance(told, bytes) else json.dumps(told).encode()
    start = data[:8] + struct.pack("<II", len(text), zlib.crc32(text))
    path.write_bytes(start + text + index + b"".join(found))
    return path
