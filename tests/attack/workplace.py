"""The folder of one case, the commands that are run in it, and what was found."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from adversario.base.errors import AdversarioError
from adversario.cli import main
from tests.attack.child import Limits, Setting, run_forked
from tests.attack.outcome import BAD_INPUT, MOST_GROWTH, OK, Done, Finding, Kind, judge
from tests.attack.watch import Trigger, Watch

ROOT = Path(__file__).parents[2]
CACHE = Path(os.environ.get("ADVERSARIO_TEST_CACHE", ROOT / ".test_cache"))
"""Compiled programs, shared with the other tests."""


class Case(NamedTuple):
    """A numbered attempt to break something; the same for the same seed and number."""

    family: str
    title: str
    perform: Callable[[Workplace], object]


class Workplace:
    """A folder, the commands run in it, and the findings so far."""

    def __init__(self, folder: Path, random: Random) -> None:
        self.folder, self.random = folder, random
        self.findings: list[Finding] = []
        self.commands: list[str] = []
        self.environment: dict[str, str | None] = {
            "HOME": str(folder), "COLUMNS": "100", "ADVERSARIO_CACHE": str(CACHE),
            "XDG_CACHE_HOME": None, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT))),
        }  # fmt: skip

    def report(self, kind: Kind, detail: str) -> None:
        """Add a finding."""
        self.findings.append(Finding(kind, detail))

    def write(self, name: str, data: bytes | str) -> Path:
        """Write a file of the case."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return path

    def contents(self) -> dict[str, bytes]:
        """All files of the folder, by name."""
        return {
            str(path.relative_to(self.folder)): path.read_bytes()
            for path in sorted(self.folder.rglob("*"))
            if path.is_file()
        }

    def adversario(self, *arguments: str, **options: Any) -> Done:
        """Run a command of the command line in a forked child, and judge it; see `run`."""
        self.commands.append("adversario " + shlex.join(arguments))
        return self.run(partial(as_program, *arguments), **options)

    def call(self, function: Callable[..., object], *arguments: Any, **options: Any) -> Done:
        """Call a function of the library in a forked child, whose errors of input are exit 2."""
        name = getattr(function, "__name__", str(function))
        self.commands.append(f"{name}{arguments!r}")
        return self.run(partial(_as_command, function, *arguments), **options)

    def run(
        self,
        task: Callable[[], object],
        *,
        stdin: bytes = b"",
        limits: Limits = Limits(),  # noqa: B008 (immutable)
        allowed: Collection[int] = (OK, BAD_INPUT),
        trigger: Trigger | None = None,
        meddle: Callable[[int], None] | None = None,
        may_change: Collection[str] = (),
        starts_processes: bool = False,
        runs_files: bool = False,
        talks: bool = False,
        most_growth: int = MOST_GROWTH,
        writes: tuple[Path, ...] = (),
    ) -> Done:
        """Run a task in a forked child, and judge it.

        Files other than those of `may_change` must be as before, unless the process was killed;
        and so must those too, if the input is refused.
        """
        before = self.contents()
        setting = Setting(self.folder, self.environment, stdin, limits)
        done = run_forked(
            task,
            setting,
            lambda note: Watch(
                self.folder, (CACHE, *writes), note, trigger=trigger,
                starts_processes=starts_processes, runs_files=runs_files, talks=talks,
            ),
            meddle,
        )  # fmt: skip
        self.findings += judge(done, allowed, most_growth=most_growth)
        if done.code >= 0:
            self._compare(before, done, may_change)
        return done

    def _compare(self, before: dict[str, bytes], done: Done, may_change: Collection[str]) -> None:
        after = self.contents()
        for name, data in before.items():
            if name.endswith(".part") and name not in after:
                continue  # left behind by a process that was killed, and removed by the next
            if after.get(name) != data and (done.code == BAD_INPUT or name not in may_change):
                what = "gone" if name not in after else "changed"
                self.report(Kind.LOST, f"{name} is {what}, and the exit code is {done.code}")
        for name in after.keys() - before.keys():
            if name.endswith(".part"):
                self.report(Kind.LEFT, name)


def as_program(*arguments: str) -> None:
    """Run the program as its console script does, in this process."""
    sys.argv = ["adversario", *arguments]
    main()


def _as_command(function: Callable[..., object], *arguments: Any) -> None:
    try:
        function(*arguments)
    except AdversarioError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(BAD_INPUT)
