"""Files of arrays with a header, written atomically and validated when they are read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adversario.base.errors import InputError
from adversario.base.files import decode_text, exists, whole_file, write_errors
from adversario.base.formats.arrays import (
    Array,
    check_arrays,
    digest_arrays,
    read_member,
    read_npz,
)
from adversario.base.formats.json_text import load_json
from adversario.base.formats.schema import Choice, Constant, Record, Schema, Text, read_as
from adversario.base.provenance.saved_work import IDENTITY, require_game
from adversario.game import Game

VERSION = 1
"""The version of the format; files of other versions are rejected."""

HEADER = "header"

KINDS = ("table", "exploration", "book", "book under way", "alphabeta", "proof")
"""The kinds of work that are saved in arrays."""


@dataclass(frozen=True)
class ArrayFormat:
    """A kind of file: the fields of its header, besides the identity of the game, and its arrays.

    Sizes and bounds of the arrays may be texts: numbers that are given when a file is read.
    """

    kind: str
    arrays: Mapping[str, Array]
    fields: Mapping[str, Schema[Any]] = field(default_factory=dict)

    def read(
        self, path: Path, game: Game[Any, Any], **sizes: int
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """The header and the arrays of a file of this kind for the game.

        Raises InputError if the file is damaged, of another kind or game, or breaks its format.
        """
        arrays = read_npz(path)
        found = _parse_header(path, arrays.pop(HEADER, None))
        if found["kind"] != self.kind:
            raise InputError("solve.other_work", file=path)
        header = read_as(self._header(), found, path)
        if header["sha256"] != digest_arrays(arrays):
            raise InputError("arrays.damaged", file=path)
        require_game(path, header, game)
        return header, check_arrays(self.arrays, arrays, path, **sizes)

    def write(
        self,
        path: Path,
        header: Mapping[str, object],
        arrays: Mapping[str, Any],
        *,
        compressed: bool = True,
    ) -> None:
        """Write the arrays and a header that describes them, atomically.

        Equal arguments make equal files. Raises InputError if the file cannot be written.
        """
        import numpy as np  # noqa: PLC0415 (not needed to import the package)

        whole = {**header, "kind": self.kind, "version": VERSION, "sha256": digest_arrays(arrays)}
        text = np.frombuffer(json.dumps(whole, ensure_ascii=False).encode(), np.uint8)
        write: Any = np.savez_compressed if compressed else np.savez
        with write_errors(path), whole_file(path) as file:
            write(file, **{HEADER: text, **arrays})

    def _header(self) -> Record[dict[str, Any]]:
        common = {**IDENTITY, "kind": Text(), "version": Constant(VERSION), "sha256": Text()}
        return Record({**common, **self.fields})


def kind_of(path: Path | None) -> str:
    """The kind of work in the header of a file; empty if there is no file."""
    if path is None or not exists(path):
        return ""
    return str(_parse_header(path, read_member(path, HEADER))["kind"])


def read_header(path: Path) -> dict[str, Any]:
    """The header of a file, of which only the kind is checked."""
    return _parse_header(path, read_member(path, HEADER))


def _parse_header(path: Path, array: Any) -> dict[str, Any]:
    """The header as a JSON object with a known kind."""
    if array is None or array.ndim != 1 or array.dtype != "uint8":
        raise InputError("arrays.damaged", file=path)
    found = load_json(decode_text(array.tobytes(), path), str(path))
    if not isinstance(found, dict):
        raise InputError("arrays.damaged", file=path)
    read_as(Record({"kind": Choice(KINDS)}), {"kind": found.get("kind")}, path)
    return found
