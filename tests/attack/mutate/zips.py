"""Zip files and NumPy files that no writer would write: bombs, pickles, lies about sizes."""

from __future__ import annotations

import io
import pickle
import struct
import warnings
import zipfile
import zlib
from functools import cache
from typing import Any

BOMB = 3 << 29
"""The bytes that a bomb grows to, beyond the memory that a reader may take."""

MIB = 1 << 20


class PickleBomb:
    """A pickle that would create a file."""

    def __reduce__(self) -> tuple[Any, ...]:
        return exec, ("open('canary', 'w').close()",)


def zip_file(members: dict[str, bytes]) -> bytes:
    """A zip file of those members."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in members.items():
            file.writestr(name, data)
    return out.getvalue()


def twice(name: str, data: bytes) -> bytes:
    """A zip file with two members of one name."""
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w") as file:
        warnings.simplefilter("ignore")
        for _ in range(2):
            file.writestr(name, data)
    return out.getvalue()


def npy(shape: tuple[int, ...], kind: str, data: bytes) -> bytes:
    """An .npy file that claims a shape and a type."""
    words = f"{{'descr': {kind!r}, 'fortran_order': False, 'shape': {shape!r}, }}".encode()
    words += b" " * (-(len(words) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(words)) + words + data


def claim(shape: tuple[int, ...], kind: str) -> bytes:
    """A file whose header claims a shape that its 64 bytes do not have."""
    return zip_file({"header.npy": npy(shape, kind, bytes(64))})


def with_header(text: bytes) -> bytes:
    """A file of arrays with that text as its header, and nothing else."""
    return zip_file({"header.npy": npy((len(text),), "|u1", text)})


def code_as_header() -> bytes:
    """A file whose description of an array is an expression that would run a command."""
    code = b"__import__('os').system('touch canary')\n"
    return zip_file({"header.npy": b"\x93NUMPY\x01\x00" + struct.pack("<H", len(code)) + code})


def pickled_array() -> bytes:
    """A file with an array of objects, which is a pickle."""
    return zip_file({"header.npy": npy((1,), "|O", pickle.dumps(PickleBomb()))})


def patched(data: bytes, offset: int, value: int) -> bytes:
    """A zip file with a byte changed in every local header and in the directory."""
    changed = bytearray(data)
    for mark, shift in ((b"PK\x03\x04", 0), (b"PK\x01\x02", 2)):
        at = changed.find(mark)
        while at >= 0:
            changed[at + offset + shift] = value
            at = changed.find(mark, at + 4)
    return bytes(changed)


@cache
def zeros_deflated(size: int, *, raw: bool) -> bytes:
    """That many zero bytes, a multiple of 1 MiB, compressed (raw: without header and checksum)."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = packer.compress(bytes(MIB)) + packer.flush(zlib.Z_FULL_FLUSH)
    stream = block * (size // MIB) + packer.flush()
    if raw:
        return stream
    return b"\x78\xda" + stream + struct.pack(">HH", size % 65521, 1)  # Adler-32 of zeros


@cache
def bomb() -> bytes:
    """A file of arrays of some megabytes that grows to `BOMB` bytes, with the right checksum."""
    start = npy((BOMB,), "|u1", b"")
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    stream = packer.compress(start) + packer.flush(zlib.Z_FULL_FLUSH)
    stream += zeros_deflated(BOMB, raw=True)
    crc, block = zlib.crc32(start), bytes(MIB)
    for _ in range(BOMB // MIB):
        crc = zlib.crc32(block, crc)
    name = b"header.npy"
    fields = struct.pack(
        "<HHHHHIIIHH", 20, 0, 8, 0, 0, crc, len(stream), BOMB + len(start), len(name), 0
    )
    local = b"PK\x03\x04" + fields + name + stream
    entry = b"PK\x01\x02" + struct.pack("<H", 20) + fields + struct.pack("<HHHII", 0, 0, 0, 0, 0)
    end = struct.pack(
        "<4sHHHHIIH", b"PK\x05\x06", 0, 0, 1, 1, len(entry) + len(name), len(local), 0
    )
    return local + entry + name + end
