"""Files and names made by hand to break their readers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from tests.attack.families import hostile_contents as contents
from tests.attack.families.files import Samples
from tests.attack.families.hostile_contents import Hostile
from tests.attack.jobs import JOBS, POSITIONS
from tests.attack.outcome import OK, Kind
from tests.attack.samples import BOARD, FUNCTIONS, NIM
from tests.attack.workplace import Case, Workplace


def make_case(samples: Samples, index: int, random: Random) -> Case:
    """Case `index`: all of them in turn."""
    hostile = _all(samples)[index % len(_all(samples))]

    def perform(work: Workplace) -> None:
        for name, data in hostile.files.items():
            work.write(name, data)
        function = FUNCTIONS.get(hostile.arguments[0])
        if function is not None:
            done = work.call(function, Path(hostile.arguments[1]))
        else:
            changing = tuple(hostile.files)
            done = work.adversario(
                *hostile.arguments, "--lang", "en", stdin=hostile.stdin, may_change=changing
            )
        if (work.folder / "canary").exists():
            work.report(Kind.CODE, "the canary was created")
        if hostile.must_fail and done.code == OK:
            work.report(Kind.WRONG, f"accepted: {done.out[:200]!r}")

    return Case("hostile", hostile.title, perform)


def count(samples: Samples) -> int:
    """The number of different cases."""
    return len(_all(samples))


@cache
def _all(samples: Samples) -> tuple[Hostile, ...]:
    found = [
        *contents.deep(samples), *contents.arrays(samples), *contents.tables(samples),
        *contents.fields(samples), *contents.numbers(), *contents.code(samples), *_names(),
        *_large(), *_foreign(), *_others(),
    ]  # fmt: skip
    Random(0).shuffle(found)  # so that the first ones are of all sorts
    return tuple(found)


def _names() -> Iterator[Hostile]:
    """Names that no file system takes, and some that it takes badly."""
    long, none = "a" * 300, {}  # type: tuple[str, dict[str, bytes]]
    for arguments in (
        ("search", long), ("search", f"{long}.py"), ("search", f"{long}.tree"),
        ("search", f"pacman:layout={long}"), ("search", f"othello:weights={long}"),
        ("mdp", long), ("mdp", f"{long}.json"), ("verify", long), ("trace", f"{long}.jsonl"),
        ("play", "--resume", long), ("train", "--resume", long),
        ("solve", NIM, "--save", long), ("solve", NIM, "--book", long),
        ("solve", NIM, "--batch", long), ("solve", NIM, "--certificate", f"{long}.json"),
        ("tablebase", "info", "--folder", long), ("book", BOARD, "--plies", "1", "--save", long),
        ("match", "random", "random", "-g", "tictactoe", "-n", "2", "--save", long),
        ("search", "a\0b"), ("search", "a\0b.tree"), ("verify", "a\0b"), ("mdp", "\0.json"),
        ("search", "pacman:layout=a\0b"), ("solve", NIM, "--save", "a\0b"),
        ("search", "\udcff.tree"), ("search", "\udcff"), ("verify", "\udcff.json"),
        ("search", "."), ("search", "/"), ("search", ""), ("search", ".."), ("verify", "."),
        ("mdp", "."), ("trace", "."), ("play", "--resume", "."), ("train", "--resume", "."),
        ("solve", NIM, "--save", "."), ("solve", NIM, "--batch", "."),
        ("solve", NIM, "--certificate", "no/such/folder/c.json"),
        ("search", "tictactoe", "a\0b"), ("search", "tictactoe", "\udcff"), ("search",
        "nim:heaps="),
        ("search", f"nim:heaps={'9' * 5000}"), ("search", "nim:heaps=1e999999999"),
        ("search", f"nim:{'x' * 3000}=1"), ("search", "connect4:width=-1"),
        ("search", "connect4:width=1000000000"), ("search", "othello:size=10000"),
        ("search", "mnk:rows=0"), ("search", "pig:target=-5"), ("search", "hex:size=100000"),
        ("search", "9" * 5000), ("search", "1e999999999"), ("search", "nan"), ("search", "inf"),
        ("search", "(1,2", "-d", "-3"), ("search", "tictactoe", "-d", "9" * 30),
        ("search", "tictactoe", "--nodes", "-1"), ("search", "tictactoe", "-t", "nan"),
        ("solve", NIM, "--most", "9" * 30), ("solve", NIM, "-t", "nan"), ("solve", NIM, "-t",
        "inf"),
    ):  # fmt: skip
        shown = " ".join(arguments)
        title = f"names: {shown[:60]!a}" + (f" ({len(shown)} characters)" if shown[60:] else "")
        yield Hostile(title, arguments, dict(none))


def _large() -> Iterator[Hostile]:
    """Files of some megabytes, which are refused or read within the limits."""
    yield Hostile(
        "grid of 3000 by 3000",
        ("mdp", "g.txt", "--sweeps", "1"),
        {"g.txt": b"S" + b" ." * 2999 + b"\n" + (b". " * 3000 + b"\n") * 2999},
    )
    wall = b"%" * 1000 + b"\n"
    maze = wall + b"%P" + b"." * 996 + b"G%\n" + (b"%" + b"." * 998 + b"%\n") * 997 + wall
    yield Hostile("maze of 1000 by 1000", ("search", "pacman:layout=m.lay", "-d", "1"),
                  {"m.lay": maze})  # fmt: skip
    yield Hostile("tree of 200000 leaves", ("search", "t.tree", "-d", "1"),
                  {"t.tree": b"(" + b"1," * 199_999 + b"1)"})  # fmt: skip
    yield Hostile("batch of 10^6 empty lines", ("solve", NIM, "--batch", "b.txt"),
                  {"b.txt": b"\n" * 10**6})  # fmt: skip
    yield Hostile("one line of 5 MB", ("solve", "tictactoe", "--batch", "b.txt"),
                  {"b.txt": b"x" * 5_000_000}, must_fail=True)  # fmt: skip


def _foreign() -> Iterator[Hostile]:
    """Files of the user that are no saved work: they must not be overwritten."""
    for text in (b"My thesis\n", b"My thesis, chapter 1", b"{", b"", b"PK", b"1\n2\n"):
        for job in JOBS:
            if job.start == job.resume and job.name != "certificate":
                files = {"p.txt": POSITIONS, job.file: text}
                title = f"{job.name}: resumed from {text!r}"
                yield Hostile(title, job.start, files, must_fail=bool(text.strip(b"{")))


def _others() -> Iterator[Hostile]:
    surrogate = '{"root":{"children":[{"action":"\\ud800","node":1},2]}}'
    for command in (("search", "t.json"), ("draw", "t.json"), ("draw", "t.json", "-f", "svg"),
                    ("draw", "t.json", "-f", "tikz"), ("trace", "t.json"),
                    ("search", "t.json", "--json"), ("compare", "t.json")):  # fmt: skip
        yield Hostile(f"tree JSON: a lone surrogate, {' '.join(command)}", command,
                      {"t.json": surrogate.encode()})  # fmt: skip
    escape = '{"root":{"name":"\\u001b]0;owned\\u0007\\u001b[2J","children":[1,2]}}'
    yield Hostile("tree JSON: terminal codes", ("draw", "t.json"), {"t.json": escape.encode()})
    entity = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]>'
    yield Hostile(
        "a page as a tree", ("search", "x.tree"), {"x.tree": entity.encode()}, must_fail=True
    )
