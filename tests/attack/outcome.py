"""What a process did, and what is wrong with that."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from enum import StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    """The kinds of findings, each with what it means."""

    TRACEBACK = "a traceback or an ignored exception is printed"
    INTERNAL = "the program reports an internal error (exit code 70)"
    SIGNAL = "the process is ended by a signal: memory is corrupted, or a library aborts"
    HANG = "no end within the limits of time"
    MEMORY = "memory grows without a limit"
    EXIT_CODE = "an exit code that is not promised"
    SILENT = "an input is refused without a message"
    WRONG = "an answer is wrong, or not a number"
    REFUSED = "an input that means the same is refused"
    LOST = "a file is lost, changed, or written in part"
    CODE = "data is run as code"
    OUTSIDE = "something is written, started or contacted outside of the folder"
    LEFT = "temporary files or processes are left behind"
    PROTOCOL = "the server or a worker breaks its protocol"


class Finding(NamedTuple):
    """Something that must not happen, and did."""

    kind: Kind
    detail: str


class Verdict(NamedTuple):
    """What was found in a case."""

    number: int
    family: str
    title: str
    findings: tuple[Finding, ...]
    commands: tuple[str, ...]


class Done(NamedTuple):
    """An ended process: its exit code (negative: the signal), its output, and what it used."""

    code: int
    out: str
    err: str
    cpu: float
    grown: int  # bytes of memory more than when it was forked
    timed_out: bool
    notes: tuple[tuple[Kind, str], ...] = ()  # what was seen while it ran


OK, BAD_INPUT, INTERNAL_ERROR, STOPPED = 0, 2, 70, 130
MOST_GROWTH = 1 << 30
"""Bytes of memory that reading a small file, or searching a small game, may take."""

TRACES = ("Traceback (most recent call last)", "Exception ignored in", "Fatal Python error")
NOT_A_NUMBER = re.compile(r"(?<![\w-])nan(?![\w-])", re.IGNORECASE)
TIME_SIGNALS = (-24,)  # SIGXCPU


def judge(
    done: Done, allowed: Collection[int] = (OK, BAD_INPUT), *, most_growth: int = MOST_GROWTH
) -> Iterator[Finding]:
    """Yield what is wrong with a process, whatever it was asked to do."""
    last = (done.err or done.out).strip().rpartition("\n")[2][-300:]
    if done.timed_out or done.code in TIME_SIGNALS:
        yield Finding(Kind.HANG, f"after {done.cpu:.1f} s of computing")
    elif done.code < 0 and done.code not in allowed:
        yield Finding(Kind.SIGNAL, f"signal {-done.code}: {last}")
    elif done.code == INTERNAL_ERROR:
        yield Finding(Kind.INTERNAL, done.err.strip()[:300])
    elif any(trace in done.err or trace in done.out for trace in TRACES):
        yield Finding(Kind.TRACEBACK, last)
    elif done.code not in allowed:
        yield Finding(Kind.EXIT_CODE, f"{done.code}: {last}")
    elif done.code == BAD_INPUT and not done.err.strip():
        yield Finding(Kind.SILENT, "exit code 2 without a word")
    elif done.code == OK and (found := NOT_A_NUMBER.search(done.out)):
        line = done.out[: found.end()].rpartition("\n")[2]
        yield Finding(Kind.WRONG, f"not a number in the answer: {line[-200:]}")
    if done.grown > most_growth:
        yield Finding(Kind.MEMORY, f"{done.grown >> 20} MiB")
    yield from (Finding(*note) for note in done.notes)
