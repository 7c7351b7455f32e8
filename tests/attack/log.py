"""Verdicts as lines of JSON: from a worker, and in the log of a run that may be stopped."""

from __future__ import annotations

import json
from pathlib import Path

from tests.attack.outcome import Finding, Kind, Verdict


def line_of(verdict: Verdict) -> str:
    """A verdict as a line."""
    findings = [(kind.name, detail) for kind, detail in verdict.findings]
    return json.dumps([*verdict[:3], findings, verdict.commands]) + "\n"


def verdict_of(line: str) -> Verdict:
    """The verdict that a line contains."""
    number, family, title, findings, commands = json.loads(line)
    made = tuple(Finding(Kind[kind], detail) for kind, detail in findings)
    return Verdict(number, family, title, made, tuple(commands))


def append_verdict(path: Path, verdict: Verdict) -> None:
    """Add a verdict to a log."""
    with path.open("a", encoding="utf-8") as file:
        file.write(line_of(verdict))


def read_verdicts(path: Path) -> dict[int, Verdict]:
    """The verdicts of a log by number; lines that were not written whole are left out."""
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            verdict = verdict_of(line)
        except ValueError:
            continue
        found[verdict.number] = verdict
    return found
