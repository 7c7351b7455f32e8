"""Files are written whole or not at all, and errors name the file."""

from __future__ import annotations

import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from subprocess import PIPE, Popen
from time import sleep

import pytest

from adversario.base.errors import InputError
from adversario.base.files import (
    read_json_object,
    read_text,
    remove_partial,
    whole_file,
    write_errors,
    write_whole,
)

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
    write_whole(path, b"\x00\xff", durable=True)
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
    path.write_bytes(b"\xef\xbb\xbfa\xc3\xb1o")
    assert read_text(path) == "año"
    path.write_bytes(b"\xff")
    with pytest.raises(InputError, match="file: cannot be read"):
        read_text(path)
    with pytest.raises(InputError, match="none: cannot be read"):
        read_text(tmp_path / "none")
    with pytest.raises(InputError, match="cannot be read"):
        read_text("a\x00b")


def test_objects_are_read_from_json(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text('{"a": [1]}')
    assert read_json_object(path, "session.broken") == {"a": [1]}
    path.write_text('{\n"a": 1,\n}')
    with pytest.raises(InputError, match=r"game.json is not a saved game: line 3 is not JSON"):
        read_json_object(path, "session.broken")
    path.write_text("[]")
    with pytest.raises(InputError, match="not a saved game: it is not a JSON object"):
        read_json_object(path, "session.broken")
