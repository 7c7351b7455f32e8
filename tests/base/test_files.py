"""Files are written whole or not at all, and errors name the file."""

from __future__ import annotations

import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random
from subprocess import PIPE, Popen
from time import sleep
from typing import Any

import pytest

from adversario.base.errors import InputError
from adversario.base.files import (
    LineFile,
    check_writable,
    is_file,
    read_json_file,
    read_text,
    remove_partial,
    require_file,
    whole_file,
    write_errors,
    write_whole,
)
from adversario.base.formats.schema import ListOf, Record, Whole

FOREVER = """
import sys
from pathlib import Path
from adversario.base.files import write_whole
path, number = Path(sys.argv[1]), 0
while True:
    write_whole(path, f"{number} " * 200_000)
    if not number:
        print("begun", flush=True)
    number += 1
"""


def test_text_and_bytes_are_written(tmp_path: Path) -> None:
    path = tmp_path / "ñ.txt"
    write_whole(path, "año\n")
    assert path.read_bytes() == "año\n".encode()
    write_whole(path, b"\x00\xff")
    assert path.read_bytes() == b"\x00\xff"
    assert list(tmp_path.iterdir()) == [path]


def test_new_files_have_the_usual_permissions(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("")
    write_whole(tmp_path / "whole", "")
    assert (tmp_path / "whole").stat().st_mode == (tmp_path / "plain").stat().st_mode


@pytest.mark.parametrize("error", [OSError, ValueError, KeyboardInterrupt, SystemExit])
def test_a_failure_leaves_the_file_as_it_was(tmp_path: Path, error: type[BaseException]) -> None:
    path = tmp_path / "file"
    path.write_text("before")

    def fail() -> None:
        with whole_file(path) as file:
            file.write(b"half")
            file.flush()
            raise error

    with pytest.raises(error):
        fail()
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_what_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none/file: cannot be written"):
        write_whole(tmp_path / "none" / "file", "")
    (tmp_path / "folder").mkdir()
    with pytest.raises(InputError, match=r"folder: cannot be written"):
        write_whole(tmp_path / "folder", "")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]
    with pytest.raises(ValueError, match=r"^other$"), write_errors("file"):
        raise ValueError("other")


def test_concurrent_writers_do_not_mix(tmp_path: Path) -> None:
    path = tmp_path / "file"
    texts = [str(digit) * 100_000 for digit in range(8)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda text: write_whole(path, text), texts * 4))
    assert path.read_text() in texts
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_process_that_is_killed_leaves_a_whole_file(tmp_path: Path, how: int) -> None:
    path, random = tmp_path / "file", Random(3)
    for _ in range(4):
        command = [sys.executable, "-c", FOREVER, str(path)]
        with Popen(command, stdout=PIPE, stderr=PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "begun\n"
            sleep(random.uniform(0, 0.05))
            process.send_signal(how)
        words = path.read_text().split()
        assert (len(words), len(set(words))) == (200_000, 1)
        if how == signal.SIGINT:
            assert list(tmp_path.iterdir()) == [path]
    remove_partial(path)
    assert list(tmp_path.iterdir()) == [path]


def test_only_partial_files_of_that_name_are_removed(tmp_path: Path) -> None:
    for name in ("a[1].npz", "a[1].npz.part", "a[1].npz.9f.part", "a[1].npz2.part", "b.part"):
        (tmp_path / name).write_text("")
    remove_partial(tmp_path / "a[1].npz")
    assert {path.name for path in tmp_path.iterdir()} == {"a[1].npz", "a[1].npz2.part", "b.part"}


def test_text_is_read_as_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"\xef\xbb\xbfa\xc3\xb1o\r\nb")
    assert read_text(path) == "año\nb"
    path.write_bytes(b"a\nb\xff")
    with pytest.raises(InputError, match=r"file, line 2: this is not text in UTF-8 \(byte 0xff"):
        read_text(path)
    with pytest.raises(InputError, match="none: there is no such file"):
        read_text(tmp_path / "none")
    for name in ("a\x00b", "a" * 300):
        with pytest.raises(InputError, match="cannot be read"):
            read_text(name)
        assert not is_file(name)
        with pytest.raises(InputError, match="no such file"):
            require_file(name)


def test_json_is_read_by_a_schema(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    schema: Record[dict[str, Any]] = Record({"a": ListOf(Whole())})
    path.write_text('{"a": [1]}')
    assert read_json_file(path, schema) == {"a": (1,)}
    path.write_text('{\n"a": 1,\n}')
    with pytest.raises(InputError, match=r"game.json, line 3, column 1: not well-formed JSON"):
        read_json_file(path, schema)
    path.write_text("[]")
    with pytest.raises(InputError, match=r"game\.json: expected an object, found a list of 0"):
        read_json_file(path, schema)


def test_lines_are_added_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    for number in range(3):
        with closing(LineFile(path, fresh=number == 0)) as file:
            file.add({"ñ": number})
    assert path.read_text() == '{"ñ": 0}\n{"ñ": 1}\n{"ñ": 2}\n'
    with pytest.raises(InputError, match="cannot be written"):
        LineFile(tmp_path / "none" / "lines")
    full = LineFile(Path("/dev/full"))
    with pytest.raises(InputError, match="/dev/full: cannot be written"):
        full.add([])
    full.close()


def test_names_as_long_as_the_system_allows_are_written(tmp_path: Path) -> None:
    path = tmp_path / ("ñ" * 127)
    write_whole(path, "a")
    assert [each.name for each in tmp_path.iterdir()] == [path.name]
    with pytest.raises(InputError, match="cannot be written"):
        write_whole(tmp_path / ("ñ" * 128), "a")
    with pytest.raises(InputError, match="cannot be written"):
        write_whole(tmp_path / "a", "\ud800")
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("name", [".", "a\0b", "a" * 300, "no/such/folder/x"])
def test_names_that_cannot_be_written_are_refused_before_work(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError):
        check_writable(Path(name) if name == "." else tmp_path / name)
    with pytest.raises(InputError):
        write_whole(Path(name) if name == "." else tmp_path / name, "text")
    assert not list(tmp_path.iterdir())
