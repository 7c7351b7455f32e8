"""Commands that save their work: how they are resumed, and what they must have made in the end."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np

from adversario.solve.endgame.format import read_table
from tests.attack.samples import BOARD, TETRIS

Contents = dict[str, bytes]


class Job(NamedTuple):
    """A command that saves its work in a file.

    `resume` is the command once the file exists. `result` is what two complete runs have in common,
    which is more than their files if these have the times that the work took.
    """

    name: str
    file: str
    start: tuple[str, ...]
    resume: tuple[str, ...]
    result: Callable[[bytes], object]
    is_whole: Callable[[bytes], bool]
    appends: bool = False  # the last line may be incomplete
    cleans_up: bool = False  # removes temporary files of writers that were killed


def _is_json(data: bytes) -> bool:
    try:
        json.loads(data)
    except ValueError:
        return False
    return True


def _is_zip(data: bytes) -> bool:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            return file.testzip() is None
    except (zipfile.BadZipFile, ValueError):
        return False


def _is_table(data: bytes) -> bool:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "all.dtw"
        path.write_bytes(data)
        return bool(list(read_table(path).blocks()))


def _lines_are_whole(data: bytes) -> bool:
    return all(_is_json(line) for line in data.split(b"\n")[:-1])


def _same(data: bytes) -> object:
    return data


def _arrays(data: bytes) -> object:
    """The arrays and the header without the seconds."""
    with np.load(io.BytesIO(data), allow_pickle=False) as file:
        arrays = {name: file[name].tobytes() for name in file.files}
    header: dict[str, Any] = json.loads(arrays.pop("header"))
    header.pop("seconds", None)
    return header, arrays


def _games(data: bytes) -> object:
    """The games of a match by number, without the seconds, after the header."""
    head, *lines = [json.loads(line) for line in data.splitlines()]
    return head, {line["number"]: {**line, "seconds": None} for line in lines}


def _answers(data: bytes) -> object:
    return [{**json.loads(line), "seconds": None} for line in data.splitlines()]


_TABLES = ("tablebase", "build", "tictactoe", "--folder", "t", "--metric", "dtw")
_MATCH = ("match", "random", "random", "--game", "tictactoe", "--games", "40", "--workers", "1",
          "--save", "m.jsonl")  # fmt: skip
_BOOK = ("book", BOARD, "--plies", "3", "--save", "b.npz")
_SOLVE = ("solve", "tictactoe", "--method", "table", "--save", "s.npz", "--engine", "native")
_BATCH = ("solve", "tictactoe", "--batch", "p.txt", "--save", "a.jsonl", "--engine", "python")
_PROOF = ("solve", "tictactoe", "--certificate", "c.json", "--method", "table")

JOBS = (
    Job("tablebase build", "t/all.dtw", _TABLES, _TABLES, _same, _is_table, cleans_up=True),
    Job("train", "w.json",
        ("train", TETRIS, "--start", "zero", "--games", "30", "--every", "2", "--measured", "1",
         "--engine", "python", "--save", "w.json"),
        ("train", "--resume", "w.json", "--games", "30", "--engine", "python"), _same, _is_json),
    Job("match", "m.jsonl", _MATCH, _MATCH, _games, _lines_are_whole, appends=True),
    Job("book", "b.npz", _BOOK, _BOOK, _arrays, _is_zip),
    Job("solve --save", "s.npz", _SOLVE, _SOLVE, _arrays, _is_zip),
    Job("solve --batch", "a.jsonl", _BATCH, _BATCH, _answers, _lines_are_whole, appends=True),
    Job("certificate", "c.json", _PROOF, _PROOF, _same, _is_json),
)  # fmt: skip

POSITIONS = b"XO./.X./...\nXOX/OX./...\n.../.X./...\nX../.O./..X\n" * 3
"""What `solve --batch` is asked."""
