"""The searches as pseudocode, and which of its lines a step of a search executes.

The catalogue has the text of each, in both languages: lines such as `leave.max|    return v`, in
which what stands before the bar says which events are told by the line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adversario.algorithms.core.algorithm import ALGORITHMS
from adversario.base.catalogue import text


@dataclass(frozen=True)
class Pseudocode:
    """Lines, and the place of each tag among them."""

    lines: list[str]
    tags: Mapping[str, int]

    def line(self, tag: str) -> int | None:
        """The line that a tag names, if there is one."""
        return self.tags.get(tag)


def pseudocode(
    algorithm: str,
    lang: str,
    *,
    hard: bool = False,
    strict: bool = False,
    deepening: bool = False,
) -> Pseudocode:
    """The pseudocode of an algorithm, in the form that is searched with."""
    pieces = (("deepening",) if deepening else ()) + ALGORITHMS[algorithm].pseudocode
    more, less = (">", "<") if strict else ("≥", "≤")
    top, bottom = ("β", "α") if hard else ("v", "v")
    lines: list[str] = []
    tags: dict[str, int] = {}
    for piece in pieces:
        written = text(
            f"web.pseudocode.{piece}", lang, more=more, less=less, top=top, bottom=bottom
        )
        for line in written.splitlines():
            tag, _, code = line.partition("|")
            for each in filter(None, tag.split(",")):
                tags[each.strip()] = len(lines)
            lines.append(code)
    return Pseudocode(lines, tags)
