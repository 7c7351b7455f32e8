"""Changes to files of arrays and to endgame tables that keep their checksums right.

They are sealed again, so that what is tested is the validation and not the checksum.
"""

from __future__ import annotations

import hashlib
import io
import json
import struct
import zlib
from random import Random
from typing import Any

import numpy as np

from tests.attack.mutate.damage import Effect, Mutant
from tests.attack.mutate.json_values import change_values

TYPES = ("i1", "i2", "i4", "i8", "u1", "u4", "u8", "f4", "f8", ">i8", ">i4", "?", "c16", "S3", "U2",
         "M8[s]", "i4,f8")  # fmt: skip
INTEGERS = (-1, -5, -(2**31), -(2**63), 2**31 - 1, 2**63 - 1, 10**9, 2**40, 127, 255, 65535)
FLOATS = (float("nan"), float("inf"), -float("inf"), 1e308, -1e308, 5e-324)
HEADER, VERSION, MAGIC = "header", 1, b"ADVTABLE"
OWN = frozenset({"kind", "version", "sha256"})
"""Fields of a header that are added when it is sealed."""


def changed_arrays(data: bytes, random: Random) -> Mutant:
    """A file of arrays with one array or the header changed, and the right digest."""
    kind, plain, arrays = opened_arrays(data)
    effect, what = Effect.DAMAGED, random.randrange(8)
    if what == 0:
        title, text = change_values(plain, random)
        try:
            changed = json.loads(text)
        except (ValueError, RecursionError):
            changed = plain
        plain = changed if isinstance(changed, dict) else {"x": changed}
        effect = Effect.FREE
    else:
        title, effect = _change_array(arrays, random)
    return Mutant(title, sealed_arrays(kind, plain, arrays), effect)


def sealed_arrays(kind: str | None, header: dict[str, Any], arrays: dict[str, Any]) -> bytes:
    """A file of arrays with the digest that its reader expects; models have no `kind`.

    It is computed here, so that the reader is tested and not compared with itself; the runner
    makes sure that a good file, sealed here, is accepted.
    """
    hashed = hashlib.sha256()
    for name in sorted(arrays):
        hashed.update(f"{name} {arrays[name].dtype.str} {arrays[name].shape};".encode())
        hashed.update(arrays[name].tobytes())
    own = {} if kind is None else {"kind": kind, "version": VERSION}
    whole = {**header, **own, "sha256": hashed.hexdigest()}
    text = np.frombuffer(json.dumps(whole).encode(), np.uint8)
    out = io.BytesIO()
    np.savez_compressed(out, **{HEADER: text, **arrays})
    return out.getvalue()


def opened_arrays(data: bytes) -> tuple[str | None, dict[str, Any], dict[str, Any]]:
    """The kind, the header without what `sealed_arrays` adds, and the arrays of a file."""
    with np.load(io.BytesIO(data), allow_pickle=False) as file:
        arrays: dict[str, Any] = {name: file[name] for name in file.files}
    header = json.loads(arrays.pop(HEADER).tobytes())
    plain = {name: value for name, value in header.items() if name not in OWN}
    return header.get("kind"), plain, arrays


def sealed_again(data: bytes) -> bytes:
    """The same file of arrays, or the same endgame table, sealed here."""
    if data.startswith(MAGIC):
        return sealed_table(*opened_table(data))
    return sealed_arrays(*opened_arrays(data))


def _change_array(arrays: dict[str, Any], random: Random) -> tuple[str, Effect]:
    """Change one of the arrays; a wrong type, shape or range must be noticed."""
    name = random.choice(sorted(arrays))
    array, what = arrays[name], random.randrange(6)
    if what == 0:
        kind = random.choice(TYPES)
        arrays[name] = np.zeros(array.shape, kind) if "," in kind else array.astype(kind)
        return f"{name} as {kind}", Effect.FREE
    if what == 1:
        arrays[name], title = _reshape(array, random)
        return f"{name} {title}", Effect.FREE
    if what == 2:
        del arrays[name]
        return f"without {name}", Effect.DAMAGED
    if what == 3:
        other = random.choice(("compiled", "packing", "start", "table", "x" * 300, "../x"))
        arrays[other] = array
        return f"{name} also as {other[:20]}", Effect.DAMAGED
    if what == 4:
        other = random.choice(sorted(arrays))
        arrays[name], arrays[other] = arrays[other], array
        return f"{name} and {other} exchanged", Effect.FREE
    return f"{name}{_set_extreme(arrays, name, random)}", Effect.FREE


def _reshape(array: Any, random: Random) -> tuple[Any, str]:  # noqa: PLR0911 (a case each)
    what = random.choice(("empty", "short", "long", "flat", "deep", "scalar", "wide"))
    if what == "empty":
        return array[:0], what
    if what == "short":
        return array[: random.randrange(len(array) + 1)], what
    if what == "long":
        return np.concatenate([array, array]), what
    if what == "flat":
        return array.reshape(-1), what
    if what == "deep":
        return array.reshape(1, *array.shape), what
    if what == "scalar":
        return array.reshape(-1)[:1].reshape(()) if array.size else array, what
    return np.stack([array, array], axis=-1), what


def _set_extreme(arrays: dict[str, Any], name: str, random: Random) -> str:
    array = arrays[name] = arrays[name].copy()
    if not array.size:
        return " is empty"
    at = random.choice((0, 1, array.size - 1, random.randrange(array.size))) % array.size
    if array.dtype.kind == "f":
        with np.errstate(over="ignore"):  # of float16
            array.reshape(-1)[at] = random.choice(FLOATS)
    else:
        info = np.iinfo(array.dtype)
        wanted = random.choice(INTEGERS)
        array.reshape(-1)[at] = min(max(wanted, info.min), info.max)
    return f"[{at}] = {array.reshape(-1)[at]}"


def changed_table(data: bytes, random: Random) -> Mutant:
    """An endgame table with header or blocks changed, and the right checksums."""
    header, packed = opened_table(data)
    blocks = [zlib.decompress(block) for block in packed]
    title = _change_table(header, blocks, packed, random)
    return Mutant(title, sealed_table(header, packed))


def opened_table(data: bytes) -> tuple[dict[str, Any], list[bytes]]:
    """The header, without what `sealed_table` adds, and the compressed blocks of a table."""
    start = 16 + int.from_bytes(data[8:12], "little")
    header = json.loads(data[16:start])
    number = header.pop("blocks")
    del header["index"]
    at, packed = start + 8 * number, []
    for length, _ in struct.iter_unpack("<II", data[start:at]):
        packed.append(data[at : at + length])
        at += length
    return header, packed


def sealed_table(header: dict[str, Any], packed: list[bytes]) -> bytes:
    """A table with the checksums that its reader expects; fields of the header win."""
    index = b"".join(struct.pack("<II", len(each), zlib.crc32(each)) for each in packed)
    whole = {"blocks": len(packed), "index": zlib.crc32(index), **header}
    text = json.dumps(whole).encode()
    return MAGIC + struct.pack("<II", len(text), zlib.crc32(text)) + text + index + b"".join(packed)


def _change_table(
    header: dict[str, Any], blocks: list[bytes], packed: list[bytes], random: Random
) -> str:
    what = random.randrange(6)
    if what == 0:
        packed[:] = random.choice(([], packed * 2, [*packed, b""], [b""] * len(packed)))
        return f"{len(packed)} blocks"
    if what == 1:
        packed[-1] = zlib.compress(blocks[-1][: random.randrange(len(blocks[-1]))])
        return "a short block"
    if what == 2:
        packed[-1] = zlib.compress(blocks[-1] + bytes(random.choice((1, 2, 10**6))))
        return "a long block"
    if what == 3:
        packed[-1] = random.choice((b"", b"x" * 9, blocks[-1][:50]))
        return "a block that is not compressed"
    title, text = change_values(dict(header), random)
    try:
        changed = json.loads(text)
    except (ValueError, RecursionError):
        return f"unchanged ({title} is not JSON)"
    header.clear()
    header.update(changed if isinstance(changed, dict) else {"x": changed})
    return title
