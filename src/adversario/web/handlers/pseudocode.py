"""The searches as pseudocode, and the line that each step of a search executes.

The catalogue has the text of each, in both languages, as lines such as `leave.max| return v`: the
tag before the bar names the events that the line executes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adversario.algorithms.core.algorithm import ALGORITHMS
from adversario.base.catalogue import text


@dataclass(frozen=True)
class Pseudocode:
    """The lines, and the number of the line of each tag."""

    lines: list[str]
    tags: Mapping[str, int]

    def line(self, tag: str) -> int | None:
        """The line of a tag, or None."""
        return self.tags.get(tag)


def pseudocode(
    algorithm: str,
    lang: str,
    *,
    hard: bool = False,
    strict: bool = False,
    deepening: bool = False,
) -> Pseudocode:
    """The pseudocode of an algorithm, in the variant that the search uses."""
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
