"""The Markdown of the course: a small part of it, read strictly.

Blocks are headings, paragraphs, lists, tables and fences; inside lines there are emphasis, code,
links and figures, which are written `{{query}}`. HTML is refused. What is not understood is an
error with file and line: no text is shown in a way that its author did not mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from adversario.course.place import Place

SpanKind: TypeAlias = Literal["text", "strong", "emphasis", "code", "link", "figure"]
BlockKind: TypeAlias = Literal["heading", "paragraph", "list", "steps", "table", "fence"]

_SPAN = re.compile(
    r"\{\{(?P<figure>[^{}]+)\}\}|`(?P<code>[^`]+)`|\*\*(?P<strong>[^*]+)\*\*"
    r"|\*(?P<emphasis>[^*\s][^*]*)\*|\[(?P<link>[^\[\]]+)\]\((?P<target>[^()\s]+)\)"
)
_LEFT = re.compile(r"\{\{|\}\}|\*\*|`|\]\(")
_HTML = re.compile(r"</?[A-Za-z][^<>]*>|<!--")
_TARGET = re.compile(r"https://\S+|#/\S+|[\w-]+")
_HEADING = re.compile(r"(#{1,3}) +(\S.*)")
_ITEM = re.compile(r"- +(\S.*)")
_STEP = re.compile(r"\d{1,2}\. +(\S.*)")
_FENCE = re.compile(r"```(\w+)(?: +(\w+))?")


@dataclass(frozen=True)
class Span:
    """A piece of a line. `target` is the address of a link; the text of a figure is its query."""

    kind: SpanKind
    text: str
    target: str = ""


Spans: TypeAlias = tuple[Span, ...]


@dataclass(frozen=True)
class Block:
    """A block and its first line.

    `level` is that of a heading; `items` are those of a list; `rows` of a table begin with its
    head. A fence has its `words`, after the three backquotes, and its numbered `lines`.
    """

    kind: BlockKind
    place: Place
    level: int = 0
    spans: Spans = ()
    items: tuple[Spans, ...] = ()
    rows: tuple[tuple[Spans, ...], ...] = ()
    words: tuple[str, ...] = ()
    lines: tuple[tuple[Place, str], ...] = ()


def parse_spans(text: str, place: Place) -> Spans:
    """The pieces of a line."""
    spans: list[Span] = []
    end = 0
    for found in _SPAN.finditer(text):
        spans += _plain(text[end : found.start()], place)
        kind: SpanKind = found.lastgroup if found["link"] is None else "link"  # type: ignore[assignment]
        target = found["target"] or ""
        if kind == "link" and not _TARGET.fullmatch(target):
            raise place.error("course.link", target=target)
        spans.append(Span(kind, found[kind].strip() if kind == "figure" else found[kind], target))
        end = found.end()
    spans += _plain(text[end:], place)
    return tuple(spans)


def _plain(text: str, place: Place) -> Iterator[Span]:
    if found := _LEFT.search(text) or _HTML.search(text):
        wrong = "course.html" if _HTML.search(text) else "course.unclosed"
        raise place.error(wrong, text=found[0])
    if text:
        yield Span("text", text)


def parse_blocks(text: str, file: str) -> Iterator[Block]:
    """The blocks of a text, in order."""
    lines = [(Place(file, at), line.rstrip()) for at, line in enumerate(text.splitlines(), 1)]
    at = 0
    while at < len(lines):
        place, line = lines[at]
        if not line:
            at += 1
            continue
        if line.startswith("```"):
            end = _fence_end(lines, at)
            yield _fence(lines[at : end + 1])
            at = end + 1
            continue
        end = next((i for i in range(at, len(lines)) if _ends(lines, at, i)), len(lines))
        yield _block(place, lines[at:end])
        at = end


def _ends(lines: list[tuple[Place, str]], start: int, at: int) -> bool:
    """Whether the block that begins at `start` ends before the line `at`."""
    line = lines[at][1]
    if not line or line.startswith("```"):
        return True
    return at > start and bool(_HEADING.fullmatch(line) or _HEADING.fullmatch(lines[start][1]))


def _fence_end(lines: list[tuple[Place, str]], start: int) -> int:
    for at in range(start + 1, len(lines)):
        if lines[at][1] == "```":
            return at
    raise lines[start][0].error("course.open")


def _fence(lines: list[tuple[Place, str]]) -> Block:
    (place, head), *inside, _ = lines
    found = _FENCE.fullmatch(head)
    if found is None:
        raise place.error("course.fence", text=head)
    words = tuple(word for word in found.groups() if word)
    return Block("fence", place, words=words, lines=tuple(inside))


def _block(place: Place, lines: list[tuple[Place, str]]) -> Block:
    first = lines[0][1]
    if found := _HEADING.fullmatch(first):
        return Block("heading", place, level=len(found[1]), spans=parse_spans(found[2], place))
    if first.startswith("|"):
        return Block("table", place, rows=tuple(_rows(lines)))
    for kind, pattern in (("list", _ITEM), ("steps", _STEP)):
        if pattern.fullmatch(first):
            return Block(kind, place, items=tuple(_items(lines, pattern)))  # type: ignore[arg-type]
    if first.startswith(("#", ">", "- ", "---", "    ", "!")):
        raise place.error("course.syntax", text=first[:40])
    return Block("paragraph", place, spans=parse_spans(" ".join(line for _, line in lines), place))


def _items(lines: list[tuple[Place, str]], pattern: re.Pattern[str]) -> Iterator[Spans]:
    """The items of a list; a line that begins with spaces continues an item."""
    gathered: list[tuple[Place, str]] = []
    for place, line in lines:
        if found := pattern.fullmatch(line):
            gathered.append((place, found[1]))
        elif line.startswith("  "):
            start, before = gathered[-1]
            gathered[-1] = start, f"{before} {line.strip()}"
        else:
            raise place.error("course.item", text=line[:40])
    return (parse_spans(text, place) for place, text in gathered)


def _rows(lines: list[tuple[Place, str]]) -> Iterator[tuple[Spans, ...]]:
    """The rows of a table: a head, a rule, and rows of the same number of cells."""
    cells = [(place, [cell.strip() for cell in line.strip("|").split("|")])
             for place, line in lines]  # fmt: skip
    if len(cells) < 3 or not all(re.fullmatch(":?-+:?", cell) for cell in cells[1][1]):
        raise lines[0][0].error("course.table")
    for place, row in cells[:1] + cells[2:]:
        if len(row) != len(cells[0][1]):
            raise place.error("course.cells", cells=len(row), head=len(cells[0][1]))
        yield tuple(parse_spans(cell, place) for cell in row)
