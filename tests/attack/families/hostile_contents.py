"""Hostile contents: deep nesting, lies about sizes, impossible fields, endless numbers, code."""

from __future__ import annotations

import json
import pickle
import struct
import zlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from tests.attack.families.files import Samples
from tests.attack.form import Format
from tests.attack.mutate import zips
from tests.attack.mutate.arrays import opened_arrays, sealed_arrays
from tests.attack.samples import BOARD, FORMATS, NIM, TETRIS

DEEP = 100_000


class Hostile(NamedTuple):
    """A file, a command that reads it, and what else must be there."""

    title: str
    arguments: tuple[str, ...]
    files: dict[str, bytes]
    must_fail: bool = False
    stdin: bytes = b""


def formats(*names: str) -> Iterator[Format]:
    return (each for each in FORMATS if each.name in names)


def with_data(samples: Samples, file_format: Format, data: bytes | str) -> dict[str, bytes]:
    files = {file_format.file: data.encode() if isinstance(data, str) else data}
    if file_format.name == "batch answers":
        files["positions.txt"] = samples.files["positions.txt"]
    return files


def deep(samples: Samples) -> Iterator[Hostile]:
    """Brackets within brackets, in every format that has some."""
    nests = {
        "lists": "[" * DEEP + "]" * DEEP, "objects": '{"a":' * DEEP + "0" + "}" * DEEP,
        "open lists": "[" * DEEP, "open objects": '{"x":' * DEEP, "round": "(" * DEEP,
    }  # fmt: skip
    for file_format in FORMATS:
        if file_format.style in ("json", "lines", "text"):
            for name, nest in nests.items():
                files = with_data(samples, file_format, nest)
                title = f"{file_format.name}: {DEEP} {name}"
                yield Hostile(title, file_format.questions[0], files, must_fail=True)
    first = samples.files["match.jsonl"].splitlines()[0]
    nested = first + b"\n" + nests["lists"].encode() + b"\n"
    yield Hostile("match: a deep second line", ("read_games", "match.jsonl"),
                  {"match.jsonl": nested}, must_fail=True)  # fmt: skip
    tree = "(" * 3000 + "1" + ")" * 3000
    yield Hostile("tree: 3000 levels", ("search", "deep.tree"), {"deep.tree": tree.encode()})
    yield Hostile("tree: 3000 levels drawn", ("draw", "deep.tree", "-f", "svg"),
                  {"deep.tree": tree.encode()})  # fmt: skip


def arrays(samples: Samples) -> Iterator[Hostile]:
    """Zip files that lie, bombs, pickles, and arrays that no writer would write."""
    reading = {
        "table.npz": ("solve", NIM, "--method", "table", "--save", "table.npz", "--json"),
        "proof.npz": ("verify", "proof.npz"),
        "book.npz": ("solve", BOARD, "23", "--book", "book.npz", "--json"),
    }
    good = samples.files["table.npz"]
    for file, arguments in reading.items():
        for title, data in (
            ("a bomb", zips.bomb()), ("an array of 10^18", zips.claim((10**18,), "<i8")),
            ("a negative shape", zips.claim((-5,), "<i8")),
            ("a header that is code", zips.code_as_header()), ("a pickle", zips.pickled_array()),
            ("an encrypted member", zips.patched(good, 6, 1)),
            ("an unknown compression", zips.patched(good, 8, 99)),
            ("a plain pickle", pickle.dumps(zips.PickleBomb())), ("no members", zips.zip_file({})),
            ("one member that is no array", zips.zip_file({"header.npy": b"hello"})),
            ("a header that is deep", zips.with_header(b"[" * DEEP + b"]" * DEEP)),
            ("a header that is a list", zips.with_header(b"[]")),
            ("a header that is null", zips.with_header(b"null")),
            ("a header without a version", zips.with_header(b'{"kind":"table"}')),
            ("a header of 5000 digits", zips.with_header(b'{"version":' + b"9" * 5000 + b"}")),
            ("members of one name", zips.twice("header.npy", zips.npy((2,), "|u1", b"{}"))),
            ("a member with a path", zips.zip_file({"../x.npy": b""})),
        ):  # fmt: skip
            yield Hostile(f"arrays, {file}: {title}", arguments, {file: data}, must_fail=True)
    _, kept, _ = opened_arrays(samples.files["explored.npz"])
    for kind, table in (
        ("proof", np.zeros(8, np.int64)), ("proof", np.zeros((0, 2), np.uint64)),
        ("proof", np.full(1 << 10, -1, np.int64)), ("proof", np.zeros(1 << 10, np.float32)),
        ("alphabeta", np.zeros(3, np.uint64)), ("alphabeta", np.zeros((2, 2, 2), np.int8)),
    ):  # fmt: skip
        data = sealed_arrays(kind, {**kept, "repeated": False}, {"table": table})
        yield Hostile(
            f"arrays: {kind} of {table.shape} {table.dtype}",
            ("solve", "tictactoe", "XOX/OX./...", "--method", kind, "--save", "work.npz", "--json"),
            {"work.npz": data},
        )


def tables(samples: Samples) -> Iterator[Hostile]:
    """Endgame tables with right checksums and wrong headers."""
    good = samples.files["cells/all.dtw"]
    length = struct.unpack("<I", good[8:12])[0]
    header = json.loads(good[16 : 16 + length])
    rest = good[16 + length :]
    commands = next(formats("endgame table")).questions
    changes: dict[str, Any] = {
        "blocks": (10**18, -1, "x", None, 1.5, True), "options": ([], None, 5, "x"),
        "positions": ("x", None, -1, [1]), "metric": (5, None, "wdl", []), "name": (None, [],
        "\ud800"),
        "size": (-1, 10**18, "x"), "block": (0, -1, 10**18), "index": ("x", None, -1),
        "version": (99, None, [1], 1.0), "wins": (None, "x"), "game": (None, 5, {}),
    }  # fmt: skip
    for field, values in changes.items():
        for value in values:
            data = _table({**header, field: value}, rest)
            for command in commands:
                title = f"table: {field} = {value!a}, {command[1]}"
                yield Hostile(title, command, {"cells/all.dtw": data})
    bomb = zips.zeros_deflated(zips.BOMB, raw=False)
    index = struct.pack("<II", len(bomb), zlib.crc32(bomb))
    whole = {**header, "blocks": 1, "index": zlib.crc32(index)}
    for command in commands[:2]:
        yield Hostile(f"table: a bomb, {command[1]}", command,
                      {"cells/all.dtw": _table(whole, index + bomb)}, must_fail=True)  # fmt: skip
    deep = b"[" * DEEP + b"]" * DEEP
    start = b"ADVTABLE" + struct.pack("<II", len(deep), zlib.crc32(deep))
    for command in commands:
        yield Hostile(f"table: a deep header, {command[1]}", command,
                      {"cells/all.dtw": start + deep}, must_fail=True)  # fmt: skip


def fields(samples: Samples) -> Iterator[Hostile]:
    """Fields of JSON formats with values that once broke a reader."""
    wrong: dict[str, dict[str, tuple[Any, ...]]] = {
        "session": {"source": (5, None, "", "x" * 300, "-"), "start": (5, [], "\ud800"),
                    "settings": ([1], None, 5), "moves": (5, None, [1], ["\ud800"], "56")},
        "certificate": {"value": ("1/0", [0, 0], None, 10**400, "nan", "1e999999999"),
                        "position": (5, [], "\ud800"), "claims": (None, 5, [5], [{}], {}),
                        "graded": (5, None), "source": (5, "", "x" * 300)},
        "weights": {"weights": (None, [10**400], ["nan"], [None], {}, 5), "limit": (-1, "x",
        10**400),
                    "game": (5, None)},
        "training": {"every": (10**400, -1, 0, "nan", None, 0.5), "measured": (0, -1),
                     "games": (-1, "x", 10**400), "settings": (None, [], {}, 5), "start": ([], {}),
                     "latest": (None, {}, 5), "curve": (5, [5], [{}], None), "source": (5, "-")},
    }  # fmt: skip
    for name, fields in wrong.items():
        (file_format,) = formats(name)
        good = json.loads(samples.files[file_format.file])
        for field, values in fields.items():
            for value in values:
                data = json.dumps({**good, field: value})
                yield Hostile(
                    f"{name}: {field} = {value!a:.40}",
                    file_format.questions[0],
                    {file_format.file: data.encode()},
                    stdin=file_format.stdin,
                )
    head, *games = samples.files["match.jsonl"].splitlines()
    match_values: dict[str, tuple[Any, ...]] = {
        "number": (10**400, -1, "x", 1.5), "utilities": ("1/0", [1, 2, 3], [], None, ["nan", 0],
        [1e400, 0]),
        "fault": (9, -1, "x"), "ending": (5, "x"), "seconds": ([], None, ["x"]), "players": (5, []),
    }  # fmt: skip
    (match,) = formats("match")
    for field, values in match_values.items():
        for value in values:
            line = json.dumps({**json.loads(games[0]), field: value}).encode()
            for question in match.questions:
                yield Hostile(
                    f"match: {field} = {value!a:.40}, {question[0]}",
                    question,
                    {"match.jsonl": b"\n".join([head, line, *games[1:], b""])},
                )


def numbers() -> Iterator[Hostile]:
    """Numbers that take for ever, or are none."""
    for number in (
        "1e999999999",
        "1e-999999999",
        "1e308",
        "-1e308",
        '"1e99999999"',
        '"1/0"',
        '"nan"',
        '"inf"',
        "9" * 5000,
        '"' + "9" * 5000 + '"',
        "NaN",
        "5e-324",
    ):
        for place, text in (
            ("reward", '{"states":{"a":{"go":[["b",1,%s]]},"b":5}}'),
            ("end", '{"states":{"a":{"go":[["b",1,2]]},"b":%s}}'),
            ("probability", '{"states":{"a":{"go":[["b",%s,2]]},"b":5}}'),
            ("discount", '{"discount":%s,"states":{"a":{"go":[["a",1,2]]},"b":5}}'),
        ):
            data = {"p.json": (text % number).encode()}
            yield Hostile(f"MDP: {place} {number[:20]}", ("mdp", "p.json"), data)
    double = '{"states":{"a":{"go":[["b",1,1e308]],"on":[["a",1,1e308]]},"b":1e308}}'
    yield Hostile("MDP: rewards beyond floats", ("mdp", "p.json"), {"p.json": double.encode()})
    for number in ("1e999999999", "1e-999999999", "nan", "inf", "9" * 5000, "1/0", "1e400"):
        yield Hostile(f"tree: {number[:20]}", ("search", "t.tree"),
                      {"t.tree": f"({number}, 2)".encode()})  # fmt: skip
        chance = f"A:chance({number}: 1, 0.5: 2)".encode()
        yield Hostile(f"tree: chance {number[:20]}", ("search", "t.tree"), {"t.tree": chance})
        yield Hostile(f"grid: {number[:20]}", ("mdp", "g.txt"), {"g.txt": f"S . {number}".encode()})
        settings = f"discount = {number}\nslip = {number}\nS . 1".encode()
        yield Hostile(f"grid: settings {number[:20]}", ("mdp", "g.txt"), {"g.txt": settings})
    yield Hostile("PDN: a number of 5000 digits", ("read_pdn", "g.pdn"),
                  {"g.pdn": b"1. " + b"9" * 5000 + b"-15"}, must_fail=True)  # fmt: skip


def code(samples: Samples) -> Iterator[Hostile]:
    """Data files that name Python files beside them."""
    evil = b"open('canary', 'w').close()\nfrom adversario.games import Nim\n"
    evil += b"from adversario import Game, make_game\n"
    evil += b"class G(type(make_game('nim'))): pass\n"
    for source in (
        "evil.py",
        "evil.py:G",
        "./evil.py:G",
        "../case/evil.py",
        ":G",
        "evil.py:G:heaps=1",
    ):
        for name in ("certificate", "session", "training"):
            (file_format,) = formats(name)
            data = json.dumps({**json.loads(samples.files[file_format.file]), "source": source})
            files = {"evil.py": evil, file_format.file: data.encode()}
            yield Hostile(f"code: {name} names {source}", file_format.questions[0], files)
        kind, plain, arrays = opened_arrays(samples.files["table.npz"])
        data_bytes = sealed_arrays(kind, {**plain, "source": source}, arrays)
        yield Hostile(f"code: table names {source}", ("verify", "table.npz"),
                      {"evil.py": evil, "table.npz": data_bytes})  # fmt: skip
    session = json.loads(samples.files["game.json"])
    for opponent in ("evil.py", "evil.py:G", "alphabeta:evaluation=evil.py:G"):
        settings = {**session["settings"], "opponent": opponent}
        data = json.dumps({**session, "settings": settings})
        yield Hostile(f"code: opponent {opponent}", ("play", "--resume", "game.json", "-d", "1"),
                      {"evil.py": evil, "game.json": data.encode()})  # fmt: skip
    weights = json.loads(samples.files["weights.json"])
    data = json.dumps({**weights, "source": f"{TETRIS},weights=evil.py"})
    yield Hostile("code: weights name weights", ("train", "--resume", "weights.json", "-n", "4"),
                  {"evil.py": evil, "weights.json": data.encode()})  # fmt: skip


def _table(header: dict[str, Any], rest: bytes) -> bytes:
    text = json.dumps(header).encode()
    return b"ADVTABLE" + struct.pack("<II", len(text), zlib.crc32(text)) + text + rest
