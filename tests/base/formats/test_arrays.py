"""Files of arrays: hostile ones are refused before they are unpacked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from adversario.base.errors import InputError
from adversario.base.formats.arrays import Array, check_arrays, read_member, read_npz
from tests.hostile import bad_zips

SCHEMA = {
    "rows": Array("int64", ("rows", 2)),
    "next": Array("int32", ("rows",), -1, "rows"),
    "value": Array("float64", ("rows",)),
}


def sound() -> dict[str, Any]:
    return {
        "rows": np.zeros((3, 2), np.int64),
        "next": np.array([1, 2, -1], np.int32),
        "value": np.ones(3),
    }


@pytest.mark.parametrize(("name", "data"), [*bad_zips()], ids=lambda value: str(value)[:20])
def test_hostile_files_are_refused(tmp_path: Path, name: str, data: bytes) -> None:
    path = tmp_path / "a.npz"
    path.write_bytes(data)
    if name == "deep header":  # the array itself is sound
        assert len(read_member(path, "header")) == 10**5
        return
    for read in (read_npz, lambda file: read_member(file, "header")):
        with pytest.raises(InputError, match=r"a\.npz: "):
            read(path)


@pytest.mark.parametrize("compressed", [False, True])
def test_arrays_are_read_back(tmp_path: Path, compressed: bool) -> None:
    path = tmp_path / "a.npz"
    (np.savez_compressed if compressed else np.savez)(path, allow_pickle=False, **sound())
    found = read_npz(path)
    assert list(found) == list(sound())
    assert all((found[name] == each).all() for name, each in sound().items())
    for size in range(0, path.stat().st_size, 7):
        (tmp_path / "b.npz").write_bytes(path.read_bytes()[:size])
        with pytest.raises(InputError, match=r"b\.npz: damaged"):
            read_npz(tmp_path / "b.npz")
    with pytest.raises(InputError, match="no such file"):
        read_npz(tmp_path / "none.npz")
    with pytest.raises(InputError, match=r"a\.npz: damaged"):
        read_member(path, "none")


@pytest.mark.parametrize(
    ("name", "array", "says"),
    [
        ("rows", None, "exactly these arrays: rows, next, value"),
        ("more", np.zeros(3), "exactly these arrays"),
        ("rows", np.zeros((3, 2), np.float32), "array rows: expected numbers of the type int64"),
        ("next", np.zeros(3, ">i4"), "array next: expected numbers of the type int32"),
        ("rows", np.zeros((3, 3), np.int64), "array rows: expected the shape 3 × 2"),
        ("next", np.zeros(4, np.int32), "array next: expected the shape 3"),
        ("next", np.zeros((3, 1), np.int32), "array next: expected the shape 3"),
        ("next", np.full(3, 3, np.int32), "array next: expected numbers from -1 to 2"),
        ("next", np.full(3, -2, np.int32), "array next: expected numbers from -1 to 2"),
        ("value", np.array([0, np.nan, 0]), "array value: expected a finite number"),
    ],
)
def test_arrays_must_fit_their_schema(name: str, array: Any, says: str) -> None:
    path = Path("a.npz")
    assert check_arrays(SCHEMA, sound(), path, rows=3)
    changed = {key: each for key, each in (sound() | {name: array}).items() if each is not None}
    with pytest.raises(InputError, match=says):
        check_arrays(SCHEMA, changed, path, rows=3)
