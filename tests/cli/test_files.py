"""Hostile files through the command line: exit code 2, the file named, and never a traceback.

The files are those of `tests/hostile.py`: texts that are no JSON, files of ours with a part
replaced, and files of arrays and tables with the right checksums and the wrong contents.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from adversario.base.files import LineFile
from adversario.games import make_game
from adversario.native.kernels.solve.explore import Exploration
from adversario.records.session import Session
from tests.hostile import (
    arrays_of,
    bad_texts,
    bad_zips,
    mutations,
    resign,
    rewrite_table,
)
from tests.require import needs

compiled = needs("numba")

GAME = """
from adversario import Game
{imports}

class Take(Game[int, int]):
    players = 2

    def __init__(self, most: int = 3) -> None:
        self.most = most

    def initial(self): return 7
    def player(self, left): return (7 - left) % 2
    def actions(self, left): return range(1, min(self.most, left) + 1)
    def result(self, left, taken): return left - taken
    def is_terminal(self, left): return left == 0
    def utility(self, left, player): return {last} if player == 1 else -{last}
    def features(self, left, player): return (1.0, float(left))
"""
EVIL = "open('ran', 'w').close()"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return tmp_path


def write_game(name: str = "take.py", *, last: int = 1, imports: str = "") -> str:
    Path(name).write_text(GAME.format(last=last, imports=imports), encoding="utf-8")
    return name


# A file of each format in JSON, how it is made, and the commands that read it.

TRAIN = ["train", "--games", "2", "--measured", "2", "--engine", "python"]

READERS: dict[str, tuple[list[str], list[list[str]]]] = {
    "certificate": (
        ["solve", "nim:heaps=1-2", "--method", "table", "--certificate", "F"], [["verify", "F"]],
    ),
    "weights": (
        [*TRAIN, "connect4", "--save", "F"],
        [["search", "connect4:weights=F", "-d", "1"], ["train", "--resume", "F", "--games", "2"]],
    ),
    "session": (["play", "nim:heaps=1-2", "--as", "0", "--save", "F"], [["play", "--resume", "F"]]),
    "match": (
        ["match", "random", "random", "-g", "nim", "-n", "2", "--workers", "1", "--save", "F"], [
            ["match", "random", "random", "-g", "nim", "-n", "2", "--workers", "1", "--save", "F"]
        ],
    ),
    "trace.jsonl": (["trace", "((1, 2), (3, 4))", "--save", "F"], [["trace", "F"]]),
    "answers": (
        ["solve", "nim", "--batch", "positions", "--save", "F"],
        [["solve", "nim", "--batch", "positions", "--save", "F"]],
    ),
}  # fmt: skip


def named(words: list[str], file: str) -> list[str]:
    return [word.replace("F", file) if word == "F" or "=F" in word else word for word in words]


@pytest.fixture
def made(run: Any) -> Callable[[str], bytes]:
    Path("positions").write_text("3-4-5\n", encoding="utf-8")

    def make(kind: str) -> bytes:
        assert run(*named(READERS[kind][0], kind)).code == 0
        return Path(kind).read_bytes()

    return make


def check(run: Any, words: list[str], name: str) -> None:
    done = run(*words, "--lang", "en")
    assert done.code in (0, 2), (name, done.err)
    assert done.code == 0 or done.err.startswith("Error: "), (name, done.err)


@pytest.mark.parametrize("kind", READERS)
def test_texts_that_are_no_file_of_ours(run: Any, made: Any, kind: str) -> None:
    made(kind)
    for name, text in bad_texts():
        data = text + b"\n" if kind == "match" and text else text  # a first line may be cut short
        Path(kind).write_bytes(data)
        for words in READERS[kind][1]:
            done = run(*named(words, kind), "--lang", "en")
            if name == "empty" and kind in ("match", "answers"):  # nothing was played or solved yet
                assert done.code == 0
                continue
            assert (done.code, kind in done.err) == (2, True), (name, done.err)
            if kind in ("match", "answers"):
                assert Path(kind).read_bytes() == data, name  # never lost


def documents(data: bytes) -> list[Any]:
    """The values of a file: one, or one for each line."""
    text = data.decode()
    try:
        return [json.loads(text)]
    except ValueError:
        return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("kind", READERS)
def test_files_of_ours_with_a_part_replaced(run: Any, made: Any, kind: str) -> None:
    parts = documents(made(kind))
    for at in sorted({0, 1, 2, len(parts) // 2, len(parts) - 1} & set(range(len(parts)))):
        for number, (name, value) in enumerate(thin(mutations(parts[at]))):
            lines = [*parts[:at], value, *parts[at + 1 :]]
            text = "\n".join(json.dumps(line, ensure_ascii=False) for line in lines) + "\n"
            Path(kind).write_text(text, encoding="utf-8")
            words = READERS[kind][1][number % len(READERS[kind][1])]
            check(run, named(words, kind), name)


def thin(cases: Iterator[tuple[str, Any]], most: int = 60) -> list[tuple[str, Any]]:
    """At most that many cases, evenly spread."""
    found = list(cases)
    return found[:: -(-len(found) // most)]


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        ("certificate", {"claims": [{"player": 0, "at_least": [0, 0], "moves": {}}]}),
        ("certificate", {"value": "1/0"}),
        ("weights", {"limit": -1}),
        ("weights", {"weights": [10**250] * 9 + [1e308]}),
        ("session", {"source": 5}), ("session", {"start": 5}), ("session", {"settings": [1]}),
        ("session", {"settings": {"seat": "x"}}), ("session", {"settings": {"seat": None}}),
        ("session", {"settings": {"opponent": 5}}), ("session", {"moves": ["9" * 5000]}),
    ],
)  # fmt: skip
def test_contents_that_were_taken_once(
    run: Any, made: Any, kind: str, changes: dict[str, Any]
) -> None:
    found = json.loads(made(kind))
    Path(kind).write_text(json.dumps(found | changes), encoding="utf-8")
    done = run(*named(READERS[kind][1][0], kind), "--lang", "en")
    if kind == "weights" and "weights" in changes:
        assert done.code in (0, 2)
        return
    assert (done.code, kind in done.err) == (2, True), done.err


# Files of arrays.


def small_table(run: Any) -> Path:
    assert run("solve", "nim:heaps=1-2", "--method", "table", "--save", "t.npz").code == 0
    return Path("t.npz")


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "nim:heaps=1-2", "--save", "a.npz"],
        ["solve", "connect4", "--book", "a.npz"],
        ["book", "connect4:width=4,height=4", "--plies", "1", "--save", "a.npz"],
        ["verify", "a.npz"],
    ],
)
def test_zip_files_that_are_no_arrays(run: Any, words: list[str]) -> None:
    for name, data in bad_zips():
        Path("a.npz").write_bytes(data)
        done = run(*words, "--lang", "en")
        assert (done.code, "a.npz" in done.err) == (2, True), (name, done.err)
        assert Path("a.npz").read_bytes() == data


def test_tables_with_the_right_checksum_and_other_contents(run: Any) -> None:
    file = small_table(run)
    arrays, first = arrays_of(file), file.read_bytes()
    for name, array in arrays.items():
        for wrong in (
            None, array.astype(np.float32), array[:-1], array.astype(">i8"), array + 2**20,
            array - 2**20, array[:0], array.reshape(-1, 1, 1),
        ):  # fmt: skip
            file.write_bytes(first)
            replaced: dict[str, Any] = {name: wrong}
            resign(file, **replaced)
            for words in (["solve", "nim:heaps=1-2", "--save", "t.npz"], ["verify", "t.npz"]):
                done = run(*words, "--lang", "en")
                if name == "states" and wrong is not None and wrong.dtype == np.int64:
                    assert done.code == 2, (name, done.out)
                elif name != "best" or words[0] == "verify":
                    assert (done.code, "t.npz" in done.err or "wrong" in done.err) == (2, True)
    file.write_bytes(first)
    resign(file, compiled=np.zeros(3))
    assert "exactly these arrays" in run("verify", "t.npz", "--lang", "en").err


def test_saved_tables_are_the_same_bit_for_bit(run: Any) -> None:
    first = small_table(run).read_bytes()
    Path("t.npz").unlink()
    assert small_table(run).read_bytes() == first


EXPLORED = "connect4:width=4,height=4"


@compiled
def test_explorations_are_derived_again_from_the_rules(run: Any) -> None:
    words = ["solve", EXPLORED, "--method", "table", "--engine", "native", "--save", "e.npz"]
    assert run(*words, "--most", "5000").code == 2
    file = Path("e.npz")
    first, arrays = file.read_bytes(), arrays_of(file)
    counts, rows, targets = arrays["counts"], arrays["rows"], arrays["targets"]

    def refused(**changed: Any) -> str:
        file.write_bytes(first)
        resign(file, **changed)
        done = run(*words, "--lang", "en")
        assert (done.code, "e.npz" in done.err) == (2, True), done.out
        return str(done.err)

    def other(array: Any, place: Any, value: int) -> Any:
        new = array.copy()
        new[place] = value
        return new

    for place in range(Exploration.size):
        for value in (-5, 10**9, 10**18):
            refused(counts=other(counts, place, value))
        for more in (1, -1):  # right, if the last state expanded is terminal
            file.write_bytes(first)
            resign(file, counts=other(counts, place, int(counts[place]) + more))
            done = run(*words, "--json")
            assert done.code == 2 or done.json["score"] == 0
    assert "type int64" in refused(rows=rows.astype(np.float32))
    assert "exactly these arrays" in refused(compiled=np.zeros(1))
    assert "shape" in refused(rows=rows[:, :-1])
    middle = len(targets) // 2
    assert "numbers from 0 to" in refused(targets=other(targets, middle, len(rows)))
    assert "follow from the rules" in refused(targets=other(targets, middle, 0))
    for place in (1, len(rows) // 2, len(rows) - 1):
        for value in (int(rows[place, 0]) ^ 1, -1, 2**62):
            assert "follow from the rules" in refused(rows=other(rows, (place, 0), value))
    for name in ("ends", "kinds", "movers", "plies"):
        array = arrays[name]
        refused(**{name: other(array, 7, int(array[7]) + 1)})
    assert "follow" in refused(utilities=arrays["utilities"] + 1)
    file.write_bytes(first)
    done = run(*words, "--json")
    assert done.json["score"] == run("solve", EXPLORED, "--json").json["score"]


@compiled
def test_tables_of_searches_are_checked_before_they_are_used(run: Any) -> None:
    for method in ("alphabeta", "proof"):
        words = ["solve", EXPLORED, "1122", "--method", method, "--save", "s.npz"]
        assert run(*words).code == 0
        for table in (np.zeros(0, np.int64), np.zeros(24, np.int64), np.zeros(8), np.zeros(9)):
            resign(Path("s.npz"), table=table)
            done = run(*words, "--lang", "en")
            assert (done.code, "s.npz" in done.err) == (2, True), (method, done.err)
        Path("s.npz").unlink()


# Endgame tables.


@compiled
def test_endgame_tables_with_the_right_checksums_and_other_contents(run: Any) -> None:
    words = ["nim:heaps=2-3", "--folder", "tables"]
    assert run("tablebase", "build", *words).code == 0
    file = next(Path("tables").iterdir())
    first = file.read_bytes()

    def refused(name: str, **changes: Any) -> None:
        file.write_bytes(first)
        rewrite_table(file, **changes)
        for command in ("probe", "verify", "build"):
            done = run("tablebase", command, *words, "--lang", "en")
            assert (done.code, file.name in done.err) == (2, True), (name, command, done.out)

    import zlib

    short = zlib.compress(zlib.decompress(rewritten_block(first))[:-1])
    refused("short block", blocks=lambda found: [short])
    refused("empty block", blocks=lambda found: [zlib.compress(b"")])
    refused("bomb", blocks=lambda found: [zlib.compress(bytes(10**8))])
    refused("no zlib", blocks=lambda found: [b"nothing"])
    refused("more blocks", blocks=lambda found: found * 2)
    refused("deep header", header=lambda found: b"[" * 10**5)
    for key, value in (
        ("blocks", 10**18), ("options", []), ("options", None), ("positions", "x"), ("size", -1),
        ("size", 10**18), ("metric", "x"), ("rules", 3), ("longest", 1), ("version", []),
        ("version", 9), ("index", 1e300),
    ):  # fmt: skip
        refused(f"{key} {value}", header=lambda found, key=key, value=value: found | {key: value})
    done = run("tablebase", "info", "--folder", "tables", "--lang", "en")
    assert done.code == 2
    for byte in (0, 1, 2, 255):  # the right sizes and sums, and invented values
        file.write_bytes(first)
        whole = zlib.decompress(rewritten_block(first))
        made = zlib.compress(bytes([byte]) * len(whole))
        rewrite_table(file, blocks=partial(_instead, [made]))
        done = run("tablebase", "probe", *words, "--lang", "en")
        assert (done.code, done.out) == (2, ""), byte


def _instead(made: list[bytes], found: list[bytes]) -> list[bytes]:
    return made


def rewritten_block(data: bytes) -> bytes:
    """The first block of a table."""
    import struct

    (length, _) = struct.unpack("<II", data[8:16])
    blocks = json.loads(data[16 : 16 + length])["blocks"]
    (size, _) = struct.unpack("<II", data[16 + length : 24 + length])
    at = 16 + length + 8 * blocks
    return data[at : at + size]


# Data never names code.


def test_data_does_not_run_code(run: Any) -> None:
    game = write_game()
    assert run("solve", game, "--method", "table", "--certificate", "c.json").code == 0
    assert run("solve", game, "--method", "table", "--save", "t.npz").code == 0
    assert run("play", game, "--as", "0", "--save", "s.json").code == 0
    assert run(*TRAIN, game, "--save", "w.json").code == 0
    write_game(imports=EVIL)
    for words in (
        ["verify", "c.json"], ["verify", "t.npz"], ["play", "--resume", "s.json"],
        ["train", "--resume", "w.json"],
    ):  # fmt: skip
        done = run(*words, "--lang", "en")
        assert done.code == 2
        assert f"add --game {game}" in done.err
        assert not Path("ran").exists()  # although the module may be loaded already
        given = run(*words, "--game", game, "--lang", "en")
        assert "with other rules" in given.err  # the file was changed
        Path("ran").unlink(missing_ok=True)
    write_game()
    for words in (["verify", "c.json"], ["verify", "t.npz"], ["play", "--resume", "s.json"]):
        assert run(*words, "--game", game).code == 0, words
    assert run("train", "--resume", "w.json", "--game", game, "--games", "3").code == 0
    assert run("train", game, "--resume", "w.json", "--games", "4").code == 0


def test_a_saved_game_does_not_name_players_in_files(run: Any) -> None:
    assert run("play", "nim:heaps=1-2", "--as", "0", "--save", "s.json").code == 0
    Path("evil.py").write_text(EVIL, encoding="utf-8")
    found = json.loads(Path("s.json").read_text(encoding="utf-8"))
    for name in ("evil.py", "evil.py:Player", "alphabeta:evaluate=evil.py:f"):
        settings = {"seat": 0, "opponent": name, "level": None}
        Path("s.json").write_text(json.dumps(found | {"settings": settings}), encoding="utf-8")
        done = run("play", "--resume", "s.json", "--lang", "en")
        assert (done.code, "add --opponent" in done.err) == (2, True)
        assert not Path("ran").exists()


def test_a_saved_game_does_not_name_programs(run: Any) -> None:
    session = Session("chess", settings={"seat": 0, "opponent": "", "level": None})
    session.save(Path("s.json"), make_game("chess"))
    found = json.loads(Path("s.json").read_text(encoding="utf-8"))
    for protocol in ("uci", "xboard", "gtp", " uci"):
        found["settings"]["opponent"] = f"{protocol}:touch ran"
        Path("s.json").write_text(json.dumps(found), encoding="utf-8")
        done = run("play", "--resume", "s.json", "--lang", "en")
        assert (done.code, "add --opponent" in done.err) == (2, True), done.err
        assert not Path("ran").exists()


# Saved work belongs to the rules.


def test_work_saved_before_an_edit_of_the_rules_is_refused(run: Any) -> None:
    game = write_game()
    Path("positions").write_text("7\n", encoding="utf-8")
    commands = {
        "t.npz": ["solve", game, "--method", "table", "--save", "t.npz"],
        "m.jsonl": ["match", "random", "random", "-g", game, "-n", "2", "--workers", "1",
                    "--save", "m.jsonl"],
        "c.json": ["verify", "c.json", "--game", game],
        "s.json": ["play", "--resume", "s.json", "--game", game],
        "w.json": ["train", "--resume", "w.json", "--game", game, "--games", "2"],
    }  # fmt: skip
    assert run("solve", game, "--certificate", "c.json", "--method", "table").code == 0
    assert run("play", game, "--as", "0", "--save", "s.json").code == 0
    assert run(*TRAIN, game, "--save", "w.json").code == 0
    for words in commands.values():
        assert run(*words).code == 0, words
    before = {name: Path(name).read_bytes() for name in commands}
    write_game(last=-1)
    for name, words in commands.items():
        done = run(*words, "--lang", "en")
        assert (done.code, done.out) == (2, ""), words
        assert f"{name}: made for Take with other rules or options" in done.err
        assert Path(name).read_bytes() == before[name]
    done = run("search", f"{game}:weights=w.json", "--lang", "en")
    assert (done.code, "before the code of Take changed" in done.err) == (2, True)
    other = write_game("other.py", last=-1)
    assert run("solve", other, "--method", "table", "--save", "t.npz").code == 2


@compiled
def test_endgame_tables_of_other_rules_are_refused(run: Any) -> None:
    game = write_game()
    assert run("tablebase", "build", game, "--folder", "t").code == 0
    assert run("tablebase", "probe", game, "--folder", "t").code == 0
    write_game(last=-1)
    for command in ("probe", "build", "verify"):
        done = run("tablebase", command, game, "--folder", "t", "--lang", "en")
        assert (done.code, "with other rules or options" in done.err) == (2, True)


# Names and places.


@pytest.mark.parametrize(
    "words",
    [
        ["search", "L"], ["search", "L.py"], ["search", "L.txt"], ["mdp", "L"], ["mdp", "L.json"],
        ["search", "pacman:layout=L"], ["search", "othello:weights=L"], ["verify", "L"],
        ["play", "--resume", "L"], ["train", "--resume", "L"], ["trace", "L.jsonl"],
        ["solve", "nim", "--book", "L"], ["tablebase", "probe", "nim", "--folder", "L"],
        ["tablebase", "info", "--folder", "L"], ["solve", "nim", "--save", "L"],
        ["solve", "nim", "--batch", "L"], ["book", EXPLORED, "--plies", "0", "--save", "L"],
        ["match", "random", "random", "-g", "nim", "-n", "2", "--workers", "1", "--save", "L"],
        ["match", "random", "L.py", "-g", "nim"],
        ["match", "random", "alphabeta:weights=L", "-g", "connect4"],
    ],
)  # fmt: skip
def test_names_that_no_file_can_have(run: Any, words: list[str]) -> None:
    for name in ("a" * 300, "a/" * 3000, "\udcff" * 3):
        done = run(*(word.replace("L", name) for word in words), "--lang", "en")
        assert done.code in ((0, 2) if "--save" in words else (2,))
        assert "Traceback" not in done.err
        done.err.encode()


def test_files_that_cannot_be_written_or_read(run: Any, monkeypatch: Any) -> None:
    match = ["match", "random", "random", "-g", "nim", "-n", "2", "--workers", "1", "--save"]
    for words in (match, ["solve", "nim", "--method", "table", "--save"],
                  ["solve", "nim", "--method", "table", "--certificate"]):  # fmt: skip
        done = run(*words, "none/file", "--lang", "en")
        assert (done.code, "none/file: cannot be written" in done.err) == (2, True), words
    os.symlink("/dev/zero", "zero")
    for words in ([*match, "zero"], ["play", "--resume", "zero"], ["search", "./zero"]):
        done = run(*words, "--lang", "en")
        assert (done.code, "zero: cannot be read" in done.err) == (2, True), words
    monkeypatch.setattr(LineFile, "__init__", full_disk)
    done = run(*match, "m.jsonl", "--lang", "en")
    assert (done.code, "m.jsonl: cannot be written" in done.err) == (2, True), done.err
    assert run("book", EXPLORED, "--plies", "9", "--save", "none/file").code == 2  # at once


def full_disk(self: Any, path: Path, *, fresh: bool = False) -> None:
    """A file of lines on a disk that is full."""
    self.path, self._out = path, Path("/dev/full").open("ab", buffering=0)  # noqa: SIM115


def test_text_that_cannot_be_printed(run: Any) -> None:
    tree = {"root": {"children": [{"action": "\ud800", "node": 1}, 2]}}
    Path("tree.json").write_text(json.dumps(tree), encoding="utf-8")
    done = run("search", "tree.json", "--lang", "en")
    assert (done.code, "half of a character" in done.err) == (2, True)
    assert run("search", '"\udcff"(1, 2)').code == 2
    assert run("search", "nim", "\udcff").code == 2
