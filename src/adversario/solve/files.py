"""Files of arrays with a header, written atomically and validated when they are read."""

from __future__ import annotations

import hashlib
import json
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from adversario.base.errors import InputError
from adversario.base.files import whole_file, write_errors
from adversario.base.identity import identity_of
from adversario.game import Game

VERSION = 1
"""The version of the format; files of other versions are rejected."""

HEADER = "header"

DAMAGE = (
    OSError, ValueError, KeyError, EOFError, TypeError, AttributeError, zipfile.BadZipFile,
    zlib.error,
)  # fmt: skip
"""The exceptions that reading a damaged file can raise."""


def identity(game: Game[Any, Any]) -> dict[str, str]:
    """The name of a game and a digest of its constants, which depend on its options."""
    return {"game": game.name, "rules": identity_of(game).digest}


def write_arrays(
    path: Path,
    kind: str,
    header: Mapping[str, object],
    arrays: Mapping[str, Any],
    *,
    compressed: bool = True,
) -> None:
    """Write the arrays and a header that describes them, atomically.

    Raises InputError if the file cannot be written.
    """
    import numpy as np  # noqa: PLC0415 (not needed to import the package)

    whole = {**header, "kind": kind, "version": VERSION, "sha256": _digest(arrays)}
    text = np.frombuffer(json.dumps(whole, ensure_ascii=False).encode(), np.uint8)
    write: Any = np.savez_compressed if compressed else np.savez
    with write_errors(path), whole_file(path) as file:
        write(file, **{HEADER: text, **arrays})


def read_arrays(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The header and the arrays of a file; raises InputError if it is damaged or has none."""
    import numpy as np  # noqa: PLC0415

    if not path.is_file():
        raise InputError("file.missing", file=path)
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        header: dict[str, Any] = json.loads(arrays.pop(HEADER).tobytes().decode())
        sound = header["version"] == VERSION and header["sha256"] == _digest(arrays)
    except DAMAGE:
        raise InputError("solve.damaged", file=path) from None
    if not sound:
        raise InputError("solve.damaged", file=path)
    return header, arrays


def kind_of(path: Path | None) -> str:
    """The kind of work in the header of a file; empty if there is no file."""
    import numpy as np  # noqa: PLC0415

    if path is None or not path.exists():
        return ""
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            return str(json.loads(file[HEADER].tobytes().decode())["kind"])
    except DAMAGE:
        raise InputError("solve.damaged", file=path) from None


def require_game(path: Path, header: Mapping[str, Any], game: Game[Any, Any]) -> None:
    """Raise InputError if the file was made for another game, or for other options of it."""
    mine = identity(game)
    if any(header.get(name) != value for name, value in mine.items()):
        raise InputError("solve.other_game", file=path, found=header.get("game"), game=game.name)


def _digest(arrays: Mapping[str, Any]) -> str:
    hashed = hashlib.sha256()
    for name in sorted(arrays):
        array = arrays[name]
        hashed.update(f"{name} {array.dtype.str} {array.shape};".encode())
        hashed.update(array.tobytes())
    return hashed.hexdigest()
