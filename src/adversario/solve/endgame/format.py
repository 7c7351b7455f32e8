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
from pathlib import Path
from typing import Any

from adversario.base.errors import InputError
from adversario.base.files import whole_file, write_errors
from adversario.base.identity import digest_of
from adversario.game import Game
from adversario.native.engines.endgame import BLOCK
from adversario.solve.endgame.plan import Metric, TableLayer
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

    @property
    def plies(self) -> bool:
        """Whether values have distances."""
        return bool(self.header["metric"] == "dtw")

    def block(self, number: int) -> bytes:
        """The values of a block as in memory; raises InputError if the checksum is wrong."""
        start, end = self.offsets[number : number + 2]
        try:
            with self.path.open("rb") as file:
                file.seek(start)
                data = file.read(end - start)
            if zlib.crc32(data) == self.sums[number]:
                return (
                    unshuffle_bytes(zlib.decompress(data)) if self.plies else zlib.decompress(data)
                )
        except (OSError, zlib.error):
            pass
        raise InputError("endgame.damaged", file=self.path)

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
    with write_errors(path), whole_file(path, durable=True) as file:
        file.write(MAGIC + struct.pack("<II", len(text), zlib.crc32(text)) + text + index)
        file.writelines(blocks)


def read_table(path: Path) -> TableFile:
    """Open a table; raises InputError if the file is not a table, or is truncated or changed."""
    if not path.is_file():
        raise InputError("file.missing", file=path)
    try:
        with path.open("rb") as file:
            start = file.read(16)
            length, checksum = struct.unpack("<II", start[8:])
            text = file.read(length)
            if start[:8] != MAGIC or zlib.crc32(text) != checksum:
                raise InputError("endgame.damaged", file=path)
            header = json.loads(text)
            if header["version"] != VERSION:
                raise InputError(
                    "endgame.version", file=path, found=header["version"], expected=VERSION
                )
            index = file.read(8 * header["blocks"])
            size = os.fstat(file.fileno()).st_size
        if zlib.crc32(index) != header["index"]:
            raise InputError("endgame.damaged", file=path)
        entries = list(struct.iter_unpack("<II", index))
    except (OSError, ValueError, KeyError, TypeError, struct.error):
        raise InputError("endgame.damaged", file=path) from None
    offsets = [16 + length + len(index)]
    for each, _ in entries:
        offsets.append(offsets[-1] + each)
    if offsets[-1] != size:
        raise InputError("endgame.length", file=path, found=size, expected=offsets[-1])
    return TableFile(path, header, offsets, [checksum for _, checksum in entries])


def require_table(path: Path, game: Game[Any, Any], layer: TableLayer, metric: Metric) -> TableFile:
    """Open the table of a layer; raises InputError if game, layer, metric or version differ."""
    file = read_table(path)
    mine, header = required_header(game, layer, metric), file.header
    # Options first: the digest of all constants is not readable in a message.
    pairs = [("game", header.get("game"), mine["game"])]
    pairs += [
        (each, header.get("options", {}).get(each), own) for each, own in options_of(game).items()
    ]
    pairs += [(each, header.get(each), own) for each, own in mine.items()]
    for field, found, expected in pairs:
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
