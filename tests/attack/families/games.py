"""Games with faults, and games made at random, in both engines.

A game that is at fault must be reported or searched as if it were not; a game made at random must
have the same answer compiled and interpreted, or be refused.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from tests.attack.child import Limits
from tests.attack.families.files import Samples
from tests.attack.misbehaving import COMMANDS, FILES, METHODS, faulty_file, random_game
from tests.attack.outcome import BAD_INPUT, OK, STOPPED, Done, Kind
from tests.attack.workplace import ROOT, Case, Workplace

LIMITS = Limits(cpu=60, wall=600.0)
UNBOUNDED = 1 << 62
COLLECTION = ROOT / "tests" / "faulty_games.py"
ENGINES = ("python", "native")
JOBS = {
    "check": ("check", "--playouts", "5"),
    "search": ("search", "-d", "12"),  # to the end: a fault that is never met is not noticed
    "solve": ("solve", "--method", "table"),
    "mcts": ("search", "-a", "mcts", "--nodes", "100"),
}
"""What the collection of faulty games is tried with."""


def make_case(samples: Samples, index: int, random: Random) -> Case:
    """Case `index`: made at random, from the collection, and from here, in turn."""
    turn, at = index % 3, index // 3
    if turn == 0:
        return _made_at_random(random)
    if turn == 1 and COLLECTION.is_file():
        return _from_collection(at)
    return _misbehaving(at)


def _misbehaving(at: int) -> Case:
    every = [
        (name, faulty_file(method), "game.py:Faulty", command)
        for command in COMMANDS
        for name, method in METHODS.items()
    ]
    every += [(name, text, "game.py", COMMANDS[1]) for name, text in FILES.items()]
    Random(0).shuffle(every)
    name, text, source, (word, *options) = every[at % len(every)]

    def perform(work: Workplace) -> None:
        work.write("game.py", text.encode("utf-8", "surrogateescape"))
        interrupted = (STOPPED,) if name == "interrupts" else ()  # as if by Ctrl-C
        _run(work, word, source, *options, allowed=(OK, BAD_INPUT, *interrupted))

    return Case("games", f"{word}: {name}", perform)


def _made_at_random(random: Random) -> Case:
    text = random_game(random)
    (worth,) = (line for line in text.splitlines() if "worth = " in line)

    def perform(work: Workplace) -> None:
        work.environment["ADVERSARIO_CACHE"] = str(work.folder / "cache")
        work.write("game.py", text)
        arguments = ("solve", "game.py:Made", "--method", "table", "--json", "--engine")
        interpreted = _run(work, *arguments, "python")
        compiled = _run(work, *arguments, "native")
        if compiled.code == OK:
            if interpreted.code != OK:
                work.report(Kind.WRONG, f"compiled: {_answer(compiled)}; Python: {interpreted.err}")
            elif _answer(compiled) != _answer(interpreted):
                found = f"compiled {_answer(compiled)}, interpreted {_answer(interpreted)}"
                work.report(Kind.WRONG, found)

    return Case("games", f"made at random: {worth.strip()[:120]}", perform)


def _from_collection(at: int) -> Case:
    faulty = collection()
    every = [(name, job, engine) for job in JOBS for engine in ENGINES for name in faulty]
    Random(0).shuffle(every)
    name, job, engine = every[at % len(every)]
    entry = faulty[name]

    def perform(work: Workplace) -> None:
        word, *options = JOBS[job]
        if job == "search" and "evaluate" in vars(entry.make):
            options = ["-d", "4"]  # a search to the end asks for no evaluation
        more = () if job == "check" else ("--engine", engine)
        arguments = (word, f"{COLLECTION}:{name}", *options, "--json")
        done = _run(work, *arguments, *more)
        if entry.noticed_by(job) and done.code == OK:
            work.report(Kind.WRONG, f"not noticed ({entry.fault}): {done.out[:150]!r}")
        if job == "solve" and done.code == OK:
            if entry.value is not None and json.loads(done.out)["score"] != entry.value:
                work.report(Kind.WRONG, f"the score is {entry.value}: {done.out[:150]!r}")
            if entry.arithmetic and engine == "native":
                other = _run(work, *arguments, "--engine", "python")
                if other.code == OK and _answer(other) != _answer(done):
                    work.report(Kind.WRONG, f"compiled {_answer(done)}, Python {_answer(other)}")

    return Case("games", f"{job}, {engine}: {name}", perform)


@cache
def collection() -> dict[str, Any]:
    """The games of `tests/faulty_games.py`, by name."""
    name = "tests.faulty_games"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, COLLECTION)
        assert spec is not None and spec.loader is not None  # noqa: PT018
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    found: dict[str, Any] = sys.modules[name].FAULTY
    return found


def _run(work: Workplace, *arguments: str, allowed: tuple[int, ...] = (OK, BAD_INPUT)) -> Done:
    return work.adversario(
        *arguments, "--lang", "en", limits=LIMITS, allowed=allowed, runs_files=True,
        most_growth=UNBOUNDED, starts_processes=True, may_change=("game.py",),
        writes=(Path(work.folder, "cache"),),
    )  # fmt: skip


def _answer(done: Done) -> object:
    found = json.loads(done.out)
    return found["score"], found["best"]
