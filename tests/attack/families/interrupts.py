"""Ctrl-C at start-up, while a game is compiled, and while a command works."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import tomllib
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random

from tests.attack.child import Limits
from tests.attack.families.files import Samples
from tests.attack.jobs import JOBS, POSITIONS
from tests.attack.misbehaving import faulty_file
from tests.attack.outcome import OK, STOPPED, Done, Kind, judge
from tests.attack.samples import TETRIS
from tests.attack.watch import Trigger
from tests.attack.workplace import ROOT, Case, Workplace

HEED = 15.0
"""Seconds of computing after which an interrupt was not heeded."""

LONG = (
    ("search", "connect4", "-d", "40"), ("search", "othello", "-d", "9", "--engine", "python"),
    ("search", "connect4", "-a", "mcts", "-t", "60"), ("analyse", "connect4", "-d", "40"),
    ("solve", "connect4:width=6,height=5"), ("solve", "othello:size=4", "--method", "proof"),
    ("count", "connect4", "14"), ("perft", "checkers", "11"),
    ("check", "checkers", "--playouts", "5000"), ("mdp", "twenty48:size=3"),
    ("train", TETRIS, "--games", "5000", "--engine", "python", "--save", "w.json"),
    ("match", "random", "random", "-g", "othello", "-n", "500", "--workers", "1",
     "--save", "m.jsonl"),
    ("tablebase", "build", "endings", "--folder", "t"), ("trace", "othello", "-d", "6"),
    ("book", "connect4:width=6,height=5", "--plies", "4", "--save", "b.npz"),
)  # fmt: skip
"""Commands that take long."""

IMPORTS = 700
"""About as many modules as a command imports."""

STARTER = """
import os, sys
entry, function, number = sys.argv[1], sys.argv[2], int(sys.argv[3])
counted, begun = 0, False
def hook(event, arguments):
    global counted, begun
    if event == "exec" and arguments[0].co_filename.endswith(entry):
        begun = True
    if begun and event == "import":
        counted += 1
        if counted == number:
            os.kill(os.getpid(), 2)
sys.addaudithook(hook)
sys.argv[1:] = sys.argv[4:]
module = __import__(entry.removesuffix(".py").removesuffix("/__init__").replace("/", "."),
                    fromlist=["main"])
sys.exit(getattr(module, function)())
"""
"""Starts the program as its console script does, and interrupts it at an import after the first
line of its own module."""


def make_case(samples: Samples, index: int, random: Random) -> Case:
    """Case `index`: at start-up, in compilation, at work and at a change on disk, in turn."""
    return (_at_start, _in_compilation, _at_work, _at_a_change)[index % 4](random)


def _at_start(random: Random) -> Case:
    number = random.randrange(1, IMPORTS)
    command = random.choice((["games"], ["search", "tictactoe", "-d", "2"], ["solve", "nim"]))

    def perform(work: Workplace) -> None:
        entry, function = _entry()
        arguments = [sys.executable, "-c", STARTER, entry, function, str(number), *command]
        environment = {
            **os.environ,
            **{name: value for name, value in work.environment.items() if value is not None},
        }
        done = subprocess.run(
            arguments, cwd=work.folder, env=environment, capture_output=True, text=True,
            check=False, timeout=300,
        )  # fmt: skip
        work.commands.append(f"adversario {' '.join(command)}  (interrupted at import {number})")
        ended = Done(done.returncode, done.stdout, done.stderr, 0.0, 0, False)
        work.findings += judge(ended, (OK, STOPPED))

    return Case("interrupts", f"at import {number} of {command[0]}", perform)


@cache
def _entry() -> tuple[str, str]:
    """The file and the function of the console script."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    module, _, function = project["project"]["scripts"]["adversario"].partition(":")
    path = module.replace(".", "/")
    package = (ROOT / "src" / path).is_dir()
    return (f"{path}/__init__.py" if package else f"{path}.py"), function


def _in_compilation(random: Random) -> Case:
    factor, seconds = random.randrange(10**6), random.uniform(0.0, 3.0)  # a game of its own
    text = faulty_file(f"def utility(self, s, p): return (s.sum * {factor} % 7 - 3) * (1 - 2 * p)")

    def perform(work: Workplace) -> None:
        work.write("game.py", text)
        work.environment["ADVERSARIO_CACHE"] = str(work.folder / "cache")
        _interrupt(work, seconds, "search", "game.py:Faulty", "-d", "40", "--engine", "native")

    return Case("interrupts", f"after {seconds:.2f} s of compiling", perform)


def _at_work(random: Random) -> Case:
    command, seconds = random.choice(LONG), random.uniform(0.0, 1.5)

    def perform(work: Workplace) -> None:
        _interrupt(work, seconds, *command)

    return Case("interrupts", f"{' '.join(command[:2])} after {seconds:.2f} s", perform)


def _at_a_change(random: Random) -> Case:
    """Interrupt a job that saves its work when it is about to change a file, then resume it."""
    job, number = random.choice(JOBS), random.randrange(1, 12)

    def perform(work: Workplace) -> None:
        work.write("p.txt", POSITIONS)
        trigger = Trigger(signal.SIGINT, "change", number)
        work.adversario(*job.start, trigger=trigger, allowed=(OK, STOPPED), may_change=(job.file,))
        path = work.folder / job.file
        if path.exists() and not job.is_whole(path.read_bytes()):
            work.report(Kind.LOST, f"{job.file} is written in part")
        arguments = job.resume if path.exists() else job.start
        done = work.adversario(*arguments, may_change=(job.file,))
        if done.code != OK:
            work.report(Kind.LOST, f"cannot be resumed: {done.err[-200:]}")

    return Case("interrupts", f"{job.name} at change {number}", perform)


def _interrupt(work: Workplace, seconds: float, *arguments: str) -> None:
    """Run a command and interrupt it once, after that time; it must end soon."""
    used: list[float] = []

    def meddle(process: int) -> None:
        time.sleep(seconds)
        used.append(_computed(process))
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGINT)

    done = work.adversario(
        *arguments, limits=Limits(cpu=90, wall=600.0, memory=4 << 30), allowed=(OK, STOPPED),
        meddle=meddle, starts_processes=True, runs_files=True, most_growth=8 << 30,
        writes=(Path(work.folder, "cache"),),
    )  # fmt: skip
    after = done.cpu - used[0]
    if not done.timed_out and after > HEED:
        work.report(Kind.HANG, f"{after:.1f} s of computing after Ctrl-C")


def _computed(process: int) -> float:
    """The seconds of computing of a process so far; 0 if that is not known."""
    try:
        fields = (
            Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        )
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
