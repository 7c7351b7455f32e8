"""The saved report: a section for each task, from the run that measured it last."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

HEADING = """\
# Benchmarks

Speeds are medians over the rounds; the spread, (greatest - least) / median, is the noise of the \
machine; a ratio is the median of the ratios within each round. See \
[how this is measured](../../docs/benchmarks.md).
"""

MARK = "## "


def section(title: str, parts: Iterable[Iterable[str]]) -> str:
    """A section: its title, and blocks of lines with an empty line before each."""
    blocks = ["\n".join(lines) for lines in parts]
    return "\n\n".join([f"{MARK}{title}", *filter(None, blocks)]) + "\n"


def sections(report: str) -> dict[str, str]:
    """The sections of a report by their titles."""
    texts = ("\n" + report).split(f"\n{MARK}")[1:]
    return {text.partition("\n")[0]: f"{MARK}{text.rstrip()}\n" for text in texts}


def replaced(report: str, new: str, titles: Iterable[str]) -> str:
    """The report with a section in place of the one of its title, in the order of the titles.

    A section under any other title is of a task that is no more, and left out.
    """
    known = {**sections(report), **sections(new)}
    return "\n".join([HEADING, *(known[title] for title in titles if title in known)])


def keep(file: Path, new: str, titles: Iterable[str]) -> None:
    """Have a section replaced in a file; one that is not there yet begins with it."""
    old = file.read_text(encoding="utf-8") if file.exists() else ""
    file.parent.mkdir(exist_ok=True)
    part = file.with_suffix(".part")
    part.write_text(replaced(old, new, titles), encoding="utf-8")
    os.replace(part, file)
