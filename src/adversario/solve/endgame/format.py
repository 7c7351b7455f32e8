"""The file of a layer: a header, and blocks of values, each compressed and with a checksum.

    8 bytes   ADVTABLE
    4 + 4     the length of the header, and its CRC-32
    ...       the header: JSON with game, options, rules, layer, metric, sizes
    8 each    for each block its length and its CRC-32
    ...       the blocks, one after the other, each compressed by zlib

All numbers are little-endian. The header has the number of blocks and the CRC-32 of their index,
and the index has the length of the file: truncation, additions and changes are detected.
"""

from __future__ import annotations

import json
import os
import struct
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from adversario.base.catalogue import message
from adversario.base.errors import InputError
from adversario.base.files import (
    decode_text,
    read_errors,
    require_file,
    whole_file,
    write_errors,
)
from adversario.base.formats.json_text import load_json
from adversario.base.formats.schema import (
    MISSING,
    Anything,
    Choice,
    Constant,
    MapOf,
    Record,
    Text,
    Whole,
    mismatch,
    read_as,
)
from adversario.base.provenance.identity import digest_of
from adversario.base.provenance.saved_work import IDENTITY
from adversario.game import Game
from adversario.native.engines.endgame import BLOCK, MOST_LAYERS
from adversario.solve.endgame.plan import MAX_POSITIONS, METRICS, Metric, TableLayer, block_spans
from adversario.views.layer import constants_below

MAGIC = b"ADVTABLE"
VERSION = 1
COMPRESSION_LEVEL = 6
"""The compression level: higher ones take far longer for little gain."""


@dataclass(frozen=True)
class TableFile:
    """An open table: its header, and the offsets and checksums of its blocks."""

    path: Path
    header: dict[str, Any]
    offsets: Sequence[int]  # of each block, and of the end
    sums: Sequence[int]

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        """The positions of each block."""
        return block_spans(self.header["size"])

    @property
    def plies(self) -> bool:
        """Whether values have distances."""
        return bool(self.header["metric"] == "dtw")

    def block(self, number: int) -> bytes:
        """The values of a block as in memory; raises InputError if checksum or length is wrong."""
        if number >= len(self.sums):
            raise InputError("endgame.damaged", file=self.path)
        start, end = self.offsets[number : number + 2]
        with read_errors(self.path), self.path.open("rb") as file:
            file.seek(start)
            data = file.read(end - start)
        if zlib.crc32(data) != self.sums[number]:
            raise InputError("endgame.damaged", file=self.path)
        values = _unpack(data, self._bytes_of(number))
        if values is None:
            raise InputError("endgame.block", file=self.path, block=number)
        return unshuffle_bytes(values) if self.plies else values

    def _bytes_of(self, number: int) -> int:
        """The bytes of a block: two for each value with distances, four if real, else a quarter."""
        first, last = self.spans[number]
        values = last - first
        if self.header["metric"] == "value":
            return 4 * values
        return 2 * values if self.plies else -(-values // 4)

    def blocks(self) -> Iterable[bytes]:
        """Iterate over all blocks."""
        return map(self.block, range(len(self.sums)))


def required_header(game: Game[Any, Any], layer: TableLayer, metric: Metric) -> dict[str, Any]:
    """The entries that the header of a matching table must have."""
    return {
        "version": VERSION,
        "game": game.name,
        "rules_version": game.rules_version,  # before the rules: it says more when both differ
        **rules_of(game),
        "layer": layer.number,
        "name": layer.name,
        "metric": metric,
        "size": layer.size,
        "block": BLOCK,
    }


def rules_of(game: Game[Any, Any]) -> dict[str, str]:
    """The name of a game and a digest of its rules; weights of its evaluation do not matter."""
    constants = constants_below(game)
    constants.pop("weights", None)
    return {"game": game.name, "rules": digest_of(type(game), constants)}


def options_of(game: Game[Any, Any]) -> dict[str, Any]:
    """The plain constants of a game, to make the header readable."""
    return {name: value for name, value in vars(game).items() if type(value) in (int, bool, str)}


def write_table(path: Path, header: dict[str, Any], blocks: Sequence[bytes]) -> None:
    """Write compressed blocks to a file atomically, flushed to disk."""
    index = b"".join(struct.pack("<II", len(each), zlib.crc32(each)) for each in blocks)
    whole = header | {"blocks": len(blocks), "index": zlib.crc32(index)}
    text = json.dumps(whole, ensure_ascii=False, sort_keys=True).encode()
    with write_errors(path), whole_file(path) as file:
        file.write(MAGIC + struct.pack("<II", len(text), zlib.crc32(text)) + text + index)
        file.writelines(blocks)


HEADER: Record[dict[str, Any]] = Record(
    {
        "version": Whole(0),
        **IDENTITY,
        "rules_version": Whole(None),
        "layer": Whole(0, MOST_LAYERS),
        "name": Text(),
        "metric": Choice(METRICS),
        "size": Whole(1, MAX_POSITIONS),
        "block": Constant(BLOCK),
        "options": MapOf(Anything()),
        "positions": Whole(0),
        "wins": Whole(0),
        "losses": Whole(0),
        "blocks": Whole(1),
        "index": Whole(0),
    },
    {"longest": Whole(0)},
)
"""The header of a table; `longest` is there if values have distances."""


def read_table(path: Path) -> TableFile:
    """Open a table; raises InputError if the file is not a table, or is truncated or changed."""
    with read_errors(path), require_file(path).open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        start = file.read(16)
        length, checksum = struct.unpack("<II", start[8:]) if len(start) == 16 else (0, 0)
        text = file.read(min(length, size))
        if start[:8] != MAGIC or zlib.crc32(text) != checksum:
            raise InputError("endgame.damaged", file=path)
        header = _read_header(path, text)
        index = file.read(min(8 * header["blocks"], size))
    if zlib.crc32(index) != header["index"] or len(index) != 8 * header["blocks"]:
        raise InputError("endgame.damaged", file=path)
    entries = list(struct.iter_unpack("<II", index))
    offsets = [16 + length + len(index)]
    for each, _ in entries:
        offsets.append(offsets[-1] + each)
    if offsets[-1] != size:
        raise InputError("endgame.length", file=path, found=size, expected=offsets[-1])
    return TableFile(path, header, offsets, [checksum for _, checksum in entries])


def _read_header(path: Path, text: bytes) -> dict[str, Any]:
    """The header, with as many blocks as its size needs."""
    found = load_json(decode_text(text, path), str(path))
    version = found.get("version") if isinstance(found, dict) else None
    if type(version) is int and version != VERSION:
        raise InputError("endgame.version", file=path, found=version, expected=VERSION)
    header = read_as(HEADER, found, path)
    blocks = len(block_spans(header["size"]))
    if header["blocks"] != blocks:
        raise mismatch(path, "blocks", message("schema.constant", value=blocks), header["blocks"])
    if ("longest" in header) != (header["metric"] == "dtw"):
        raise mismatch(path, "longest", message("schema.whole"), header.get("longest", MISSING))
    return header


def _unpack(data: bytes, size: int) -> bytes | None:
    """The compressed data, which must be of exactly that size; None if it is not."""
    stream = zlib.decompressobj()
    try:
        values = stream.decompress(data, size + 1)
    except zlib.error:
        return None
    return values if len(values) == size and stream.eof and not stream.unused_data else None


def require_table(path: Path, game: Game[Any, Any], layer: TableLayer, metric: Metric) -> TableFile:
    """Open the table of a layer; raises InputError if game, layer, metric or version differ."""
    file = read_table(path)
    mine, header = required_header(game, layer, metric), file.header
    # Options first: the digest of all constants is not readable in a message.
    pairs = [("game", header.get("game"), mine["game"])]
    pairs += [(each, header["options"].get(each), own) for each, own in options_of(game).items()]
    pairs += [(each, header.get(each), own) for each, own in mine.items()]
    for field, found, expected in pairs:
        if field == "rules" and found != expected:
            raise InputError("saved.other_rules", file=path, game=game.name)
        if found != expected:
            raise InputError(
                "endgame.foreign", file=path, field=field, found=found, expected=expected
            )
    return file


def compress_block(values: bytes, *, plies: bool) -> bytes:
    """The block as it is stored on disk."""
    return zlib.compress(shuffle_bytes(values) if plies else values, COMPRESSION_LEVEL)


def shuffle_bytes(values: bytes) -> bytes:
    """The low bytes of all values, then the high ones, which compresses better."""
    return values[0::2] + values[1::2]


def unshuffle_bytes(data: bytes) -> bytes:
    """The inverse of `shuffle_bytes`."""
    half = len(data) // 2
    values = bytearray(len(data))
    values[0::2], values[1::2] = data[:half], data[half:]
    return bytes(values)
