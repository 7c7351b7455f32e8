"""Assignments: what is asked of programs, in a file of TOML, with tests and their points."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from hashlib import sha256
from pathlib import Path
from typing import Any

from adversario.arena.trusted import runs_no_code
from adversario.base.errors import InputError
from adversario.base.files import read_text
from adversario.base.formats.schema import (
    Choice,
    Flag,
    ListOf,
    Real,
    Record,
    Text,
    Whole,
    read_as,
)
from adversario.base.suggest import did_you_mean
from adversario.grading.process.limits import Limits

NAME = "assignment.toml"
"""The file's usual name, in the folder of the programs."""

KINDS: Mapping[str, tuple[str, ...]] = {
    "contract": ("evaluate", "order", "choose"),
    "values": ("evaluate", "search"),
    "moves": ("evaluate", "search", "choose"),
    "nodes": ("order", "search"),
    "match": ("evaluate", "choose"),
}
"""The kinds of tests, and the functions that each can be about."""

FUNCTIONS = ("evaluate", "order", "search", "choose")

PLACES = ("positions", "plies", "at", "seed")
ALWAYS = ("kind", "function", "name", "points", "partial", "hidden")
KEYS: Mapping[str, tuple[str, ...]] = {
    "contract": (*PLACES, "antisymmetric", "symmetric", "terminal", "bounds", "seconds"),
    "values": (*PLACES, "depth", "tolerance", "compare"),
    "moves": (*PLACES, "depth", "seconds"),
    "nodes": (*PLACES, "depth", "compare", "ratio", "algorithm"),
    "match": ("opponent", "games", "openings", "score", "depth", "seconds", "seed"),
}
"""The keys of each kind, besides those that all have."""

COMPARISONS = {"values": ("exact", "sign"), "nodes": ("most", "equal")}


@dataclass(frozen=True)
class Test:
    """A test: its kind, the function that it is about, and its points.

    - `partial`: points for a part of what is asked; otherwise all or none;
    - `hidden`: students see their points only;
    - `positions` random ones, `plies` deep, and those `at` named moves; `seed` draws them;
    - `depth`: of the reference; without it, the whole game;
    - `compare`: values `exact`, within `tolerance`, or their `sign`; node counts `equal` to those
      of `algorithm`, or at `most` `ratio` of them;
    - `opponent`, `games`, `openings`, `score`: a match, and the share of its points that is asked;
    - `seconds` to choose an action.
    """

    __test__ = False  # no test of pytest's

    kind: str
    function: str = ""
    name: str = ""
    points: float = 1.0
    partial: bool = True
    hidden: bool = False
    positions: int = 0
    plies: tuple[int, int] = (0, 6)
    at: tuple[str, ...] = ()
    seed: int | None = None
    depth: int | None = None
    tolerance: float = 1e-9
    compare: str = ""
    antisymmetric: bool = False
    symmetric: bool = False
    terminal: bool = False
    bounds: tuple[float, float] | None = None
    ratio: float = 1.0
    algorithm: str = "alphabeta"
    opponent: str = "random"
    games: int = 10
    openings: int = 2
    score: float = 0.5
    seconds: float = 1.0

    @property
    def title(self) -> str:
        """The test's name, by default what it is about."""
        return self.name or f"{self.kind}: {self.function}"


@dataclass(frozen=True)
class Assignment:
    """What is asked. `file` is where programs are if a submission is a folder."""

    title: str
    game: str
    tests: tuple[Test, ...]
    function: str = ""
    file: str = ""
    seed: int = 0
    forbid: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    digest: str = ""

    @property
    def points(self) -> float:
        """The most points."""
        return sum(test.points for test in self.tests)

    @property
    def functions(self) -> tuple[str, ...]:
        """The functions that are asked for, in the order of the tests."""
        return tuple(dict.fromkeys(test.function for test in self.tests))


class _Pair:
    """Two numbers, the second at least as great as the first."""

    def __init__(self, inner: Any) -> None:
        self.inner = ListOf(inner, size=2)

    def read(self, value: Any, path: str) -> tuple[Any, Any]:
        """The two numbers."""
        low, high = self.inner.read(value, path)
        return low, max(low, high)


TEST: Record[dict[str, Any]] = Record(
    {"kind": Choice(tuple(KINDS))},
    {
        "function": Choice(FUNCTIONS), "name": Text(80), "points": Real(0, 1e6), "partial": Flag(),
        "hidden": Flag(), "positions": Whole(0, 1000), "plies": _Pair(Whole(0, 500)),
        "at": ListOf(Text(2000)), "seed": Whole(), "depth": Whole(1, 60), "tolerance": Real(0),
        "compare": Choice(("exact", "sign", "most", "equal")), "antisymmetric": Flag(),
        "symmetric": Flag(), "terminal": Flag(), "bounds": _Pair(Real()), "ratio": Real(0.001, 1e6),
        "algorithm": Choice(("minimax", "alphabeta")), "opponent": Text(400, empty=False),
        "games": Whole(1, 1000), "openings": Whole(0, 100), "score": Real(0.001, 1),
        "seconds": Real(0.01, 600),
    },
)  # fmt: skip

LIMITS = Record(
    {},
    {
        "start": Real(0.1, 600), "call": Real(0.05, 600), "test": Real(0.1, 3600),
        "cpu": Whole(1, 3600), "memory": Whole(256, 1 << 20), "file": Whole(0, 1 << 20),
        "files": Whole(0, 1000), "output": Whole(0, 1024), "grace": Real(0, 60),
    },
    Limits,
)  # fmt: skip

ASSIGNMENT: Record[dict[str, Any]] = Record(
    {
        "title": Text(200, empty=False), "game": Text(4000, empty=False),
        "test": ListOf(TEST, least=1),
    },
    {
        "function": Choice(FUNCTIONS), "file": Text(100), "seed": Whole(), "limits": LIMITS,
        "forbid": ListOf(Text(100, empty=False)),
    },
)  # fmt: skip


def read_assignment(path: Path) -> Assignment:
    """The assignment of a file; raises InputError with its line, or the key that is wrong."""
    words = read_text(path)
    try:
        data = tomllib.loads(words)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError("grade.toml", file=path, problem=error) from None
    given: dict[str, Any] = read_as(ASSIGNMENT, data, path)
    usual = given.get("function", "")
    tests = tuple(
        _test(path, number, each, usual) for number, each in enumerate(given.pop("test"), start=1)
    )
    digest = sha256(words.encode()).hexdigest()[:16]
    return Assignment(**given, tests=tests, digest=digest)


def _test(path: Path, number: int, given: dict[str, Any], usual: str) -> Test:
    """The test with its function, checked."""
    kind = given["kind"]

    def wrong(id: str, **details: object) -> InputError:  # noqa: A002
        return InputError(id, file=path, number=number, kind=kind, **details)

    known = (*ALWAYS, *KEYS[kind])
    for key in given:
        if key not in known:
            raise wrong(
                "grade.key", key=key, close=did_you_mean(key, known), known=", ".join(known)
            )
    choices = KINDS[kind]
    function = given.get("function", usual if usual in choices or not choices else "")
    if function not in choices:
        raise wrong("grade.function", function=function or usual or "-", known=", ".join(choices))
    comparisons = COMPARISONS.get(kind, ("",))
    if given.get("compare", comparisons[0]) not in comparisons:
        raise wrong("grade.compare", compare=given["compare"], known=", ".join(comparisons))
    if not runs_no_code(given.get("opponent", "random")):
        raise wrong("grade.opponent", opponent=given["opponent"])
    if kind != "match" and not (given.get("positions") or given.get("at")):
        given["positions"] = 10
    names = {each.name for each in fields(Test)}
    assert names >= given.keys()
    return Test(**{**given, "function": function, "compare": given.get("compare", comparisons[0])})
