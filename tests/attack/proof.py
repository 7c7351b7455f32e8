"""Proof that the attack can fail: faults that are put in on purpose, and must be found.

`python -m tests.attack.proof` runs them, and prints those that are not found.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import shutil
import signal
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tests.attack.child import Limits
from tests.attack.mutate.zips import PickleBomb
from tests.attack.outcome import BAD_INPUT, INTERNAL_ERROR, Kind
from tests.attack.watch import Trigger
from tests.attack.workplace import Workplace

QUICK = Limits(cpu=1, wall=20.0, memory=1 << 30)


class Fault(NamedTuple):
    """A task with a fault, and what must be found."""

    task: Callable[[], object]
    kind: Kind
    options: dict[str, Any] = {}  # noqa: RUF012 (never changed)


def _recurse() -> None:
    _recurse()


def _spin() -> None:
    while True:
        pass


def _fill() -> None:
    data = bytearray(300 << 20)
    data[::4096] = b"x" * len(data[::4096])


def _lose() -> None:
    Path("kept.txt").unlink()


def _rewrite_and_refuse() -> None:
    Path("kept.txt").write_text("half", encoding="utf-8")
    sys.stderr.write("refused\n")
    sys.exit(BAD_INPUT)


def _contact() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.connect(("127.0.0.1", 9))


def _exec_file() -> None:
    Path("data.txt").write_text("x = 1", encoding="utf-8")
    exec(compile("x = 1", str(Path("data.txt").resolve()), "exec"))


def _print_nan() -> None:
    sys.stdout.write('{"value": NaN}\n')


FAULTS = {
    "an exception": Fault(lambda: 1 / 0, Kind.TRACEBACK),
    "recursion": Fault(_recurse, Kind.TRACEBACK),
    "an internal error": Fault(lambda: sys.exit(INTERNAL_ERROR), Kind.INTERNAL),
    "a crash": Fault(lambda: ctypes.string_at(0), Kind.SIGNAL),
    "an abort": Fault(os.abort, Kind.SIGNAL),
    "an endless loop": Fault(_spin, Kind.HANG),
    "an endless wait": Fault(lambda: time.sleep(60), Kind.HANG, {"limits": Limits(wall=0.5)}),
    "much memory": Fault(_fill, Kind.MEMORY, {"most_growth": 100 << 20}),
    "an odd exit code": Fault(lambda: sys.exit(7), Kind.EXIT_CODE),
    "a silent refusal": Fault(lambda: sys.exit(BAD_INPUT), Kind.SILENT),
    "not a number": Fault(_print_nan, Kind.WRONG),
    "a lost file": Fault(_lose, Kind.LOST),
    "a file changed by a refusal": Fault(
        _rewrite_and_refuse, Kind.LOST, {"may_change": ("kept.txt",)}
    ),
    "a temporary file": Fault(lambda: Path("x.part").touch(), Kind.LEFT),
    "a file elsewhere": Fault(lambda: Path("../x").write_text("x"), Kind.OUTSIDE),
    "a folder elsewhere": Fault(lambda: Path("../y").mkdir(), Kind.OUTSIDE),
    "a process": Fault(lambda: os.system("true"), Kind.OUTSIDE),
    "a connection": Fault(_contact, Kind.OUTSIDE),
    "code from a file": Fault(_exec_file, Kind.CODE),
    "a pickle": Fault(lambda: pickle.loads(pickle.dumps(PickleBomb())), Kind.CODE),
}
"""Faults by name."""

SOUND = {
    "an answer": lambda: sys.stdout.write("score 1\n"),
    "a file": lambda: Path("new.txt").write_text("x", encoding="utf-8"),
    "a refusal": lambda: (sys.stderr.write("no\n"), sys.exit(BAD_INPUT)),
}
"""Tasks in which nothing may be found."""


def findings_of(place: Path, task: Callable[[], object], **options: Any) -> list[Kind]:
    """The kinds of findings in a task."""
    folder = place / "case"
    folder.mkdir()
    work = Workplace(folder, Random(0))
    work.write("kept.txt", "whole")
    work.run(task, **{"limits": QUICK, **options})
    shutil.rmtree(folder)
    return [finding.kind for finding in work.findings]


def _write_in_parts() -> None:
    with Path("kept.txt").open("w", encoding="utf-8") as file:
        file.write("who")
        file.flush()
        file.write("le")


def halves_of(place: Path) -> set[bytes]:
    """What kills at all steps of a writer that is not atomic leave of its file."""
    found = set()
    for steps in range(30):
        folder = place / "case"
        folder.mkdir()
        work = Workplace(folder, Random(0))
        work.write("kept.txt", "whole")
        trigger = Trigger(signal.SIGKILL, "change", 1, steps)
        work.run(_write_in_parts, trigger=trigger, allowed=(0, -signal.SIGKILL))
        found.add((folder / "kept.txt").read_bytes())
        shutil.rmtree(folder)
    return found


def main() -> int:
    """Run all tasks; 1 if a fault is not found, or something is found where nothing is."""
    missed = []
    with TemporaryDirectory(prefix="attack-") as name:
        place = Path(name).resolve()
        for title, fault in FAULTS.items():
            found = findings_of(place, fault.task, **fault.options)
            if fault.kind not in found:
                missed.append(f"{title}: {fault.kind.name} expected, {found} found")
        if (left := halves_of(place)) != {b"whole", b"", b"who"}:
            missed.append(f"kills of a writer in parts: {left} found")
        for title, task in SOUND.items():
            if found := findings_of(place, task):
                missed.append(f"{title}: {found} found")
    print("\n".join(missed) or f"{len(FAULTS)} faults found")  # noqa: T201
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
