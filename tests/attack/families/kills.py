"""Work that is killed, at random times and at changes on disk, and resumed to the same end."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any, NamedTuple

from tests.attack.families.files import Samples
from tests.attack.jobs import JOBS, POSITIONS, Job
from tests.attack.outcome import OK, Done, Kind
from tests.attack.watch import Trigger
from tests.attack.workplace import Case, Workplace

KILLED = -int(signal.SIGKILL)
MOST_KILLS = 3
MOST_CHANGES = 24


def make_case(samples: Samples, index: int, random: Random) -> Case:
    """Case `index`: the jobs in turn."""
    job = JOBS[index % len(JOBS)]
    moments = [_make_moment(random) for _ in range(random.randrange(1, 1 + MOST_KILLS))]
    shown = ", ".join(map(str, moments))

    def perform(work: Workplace) -> None:
        work.write("p.txt", POSITIONS)
        for moment in moments:
            _kill(work, job, moment)
        _finish(work, job, samples)

    return Case("kills", f"{job.name}, killed {shown}", perform)


class Moment(NamedTuple):
    """When to kill: some calls after a change on disk, or (change 0) after some time."""

    change: int
    steps: int = 0
    seconds: float = 0.0

    def __str__(self) -> str:
        if not self.change:
            return f"after {self.seconds:.3f} s"
        return f"{self.steps} steps after change {self.change}"


def _make_moment(random: Random) -> Moment:
    if random.random() < 0.25:
        return Moment(0, seconds=random.uniform(0.0, 0.3))
    change = int(MOST_CHANGES ** random.random())  # most jobs have few
    return Moment(change, random.choice((0, 1, 2, 3, random.randrange(40), random.randrange(400))))


def learn_results(samples: Samples, work: Workplace) -> None:
    """Find what the jobs make if nobody kills them; RuntimeError if one of them fails."""
    work.write("p.txt", POSITIONS)
    for job in JOBS:
        done = _run(work, job)
        if done.code != OK or work.findings:
            raise RuntimeError(f"{job.name}: {done.code} {done.err} {work.findings}")
        samples.results[job.name] = job.result((work.folder / job.file).read_bytes())


def _run(work: Workplace, job: Job, **options: Any) -> Done:
    arguments = job.resume if (work.folder / job.file).exists() else job.start
    return work.adversario(*arguments, may_change=(job.file,), **options)


def _kill(work: Workplace, job: Job, moment: Moment) -> None:
    """Start or resume the job, kill it, and look at what it left."""
    path = work.folder / job.file
    before = path.read_bytes() if path.exists() else b""
    if moment.change:
        trigger = Trigger(signal.SIGKILL, "change", moment.change, moment.steps)
        _run(work, job, trigger=trigger, allowed=(OK, KILLED))
    else:
        _run(work, job, meddle=kill_after(moment.seconds), allowed=(OK, KILLED))
    after = path.read_bytes() if path.exists() else b""
    if after and not job.is_whole(after):
        work.report(Kind.LOST, f"{job.file} is written in part ({len(after)} bytes)")
    if before and not after:
        work.report(Kind.LOST, f"{job.file} is gone")
    if job.appends and not after.startswith(before[: before.rfind(b"\n") + 1]):
        work.report(Kind.LOST, f"lines of {job.file} are lost")


def kill_after(seconds: float, number: int = signal.SIGKILL) -> Callable[[int], None]:
    """A function that sends a signal to a process after that time."""

    def send(process: int) -> None:
        time.sleep(seconds)
        with suppress(ProcessLookupError):
            os.kill(process, number)

    return partial(send)


def _finish(work: Workplace, job: Job, samples: Samples) -> None:
    """Resume the job to its end, and compare what it made."""
    done = _run(work, job)
    path = work.folder / job.file
    if done.code != OK or not path.exists():
        work.report(Kind.LOST, f"cannot be resumed: exit code {done.code}: {done.err[-200:]}")
    elif job.result(path.read_bytes()) != samples.results[job.name]:
        work.report(Kind.WRONG, "the result is not that of a run without kills")
    left = [name for name in work.contents() if name.endswith(".part")]
    if left and job.cleans_up:
        work.report(Kind.LEFT, ", ".join(left))
