"""A page of the course: a title, an opening, blocks, and questions at its end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from adversario.base.errors import AdversarioError
from adversario.base.files import decode_text, read_errors
from adversario.base.suggest import did_you_mean
from adversario.course.live import KINDS, Live, points_of, read_live
from adversario.course.markdown import Block, Spans, parse_blocks
from adversario.course.place import Place
from adversario.course.query import Figure, evaluate, parse_query
from adversario.course.question import Question, read_question

MOST_BYTES = 200_000

Part: TypeAlias = Block | Live | Question


@dataclass(frozen=True)
class Page:
    """A page: its name is that of its file; `title` is its first heading, `lead` what follows."""

    name: str
    file: str
    title: Spans
    lead: Spans
    parts: tuple[Part, ...]

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions, in order."""
        return tuple(part for part in self.parts if isinstance(part, Question))

    @property
    def lives(self) -> tuple[Live, ...]:
        """The live blocks, in order."""
        return tuple(part for part in self.parts if isinstance(part, Live))


def read_page(path: Path) -> Page:
    """The page of a file; raises InputError with file and line if it is not one."""
    with read_errors(path):
        raw = path.read_bytes()
    if len(raw) > MOST_BYTES:
        raise Place(str(path), 1).error("course.large", most=MOST_BYTES)
    return parse_page(decode_text(raw, path), path.stem, str(path))


def parse_page(text: str, name: str, file: str) -> Page:
    """The page of a text; `file` is for errors."""
    blocks = list(parse_blocks(text, file))
    if len(blocks) < 2 or blocks[0].level != 1 or blocks[1].kind != "paragraph":
        raise Place(file, 1).error("course.opening")
    for block in blocks[:2]:
        _check_figures(block, block.place)
    parts: list[Part] = []
    for block in blocks[2:]:
        if block.level == 1:
            raise block.place.error("course.titles")
        parts.append(_part(block))
        _check_figures(parts[-1], block.place)
    return Page(name, file, blocks[0].spans, blocks[1].spans, tuple(parts))


def _part(block: Block) -> Part:
    if block.kind != "fence":
        return block
    word = block.words[0]
    if word == "question":
        return read_question(block)
    if word in KINDS and len(block.words) == 1:
        return read_live(block)
    if word == "text":
        return block
    known = (*KINDS, "question", "text")
    raise block.place.error(
        "course.block", block=" ".join(block.words), close=did_you_mean(word, known),
        known=", ".join(known),
    )  # fmt: skip


def spans_of(part: Part) -> Iterator[Spans]:
    """Every line of text in a part."""
    if isinstance(part, Block):
        yield part.spans
        yield from part.items
        for row in part.rows:
            yield from row
    elif isinstance(part, Live):
        yield part.about
    else:
        yield part.ask
        yield part.because
        yield from part.hints
        yield from (option.spans for option in part.options)


def _check_figures(part: Part, place: Place) -> None:
    """Raise InputError, with the place, for a query that is none."""
    for line in spans_of(part):
        for span in line:
            if span.kind == "figure":
                try:
                    parse_query(span.text)
                except AdversarioError as error:
                    raise place.wrap(error) from None


def figures_of(page: Page) -> dict[str, Figure]:
    """Every figure of the page by its query, and the right answers, computed.

    Raises InputError if one cannot be computed.
    """
    found: dict[str, Figure] = {}
    for part in page.parts:
        for line in spans_of(part):
            found |= {span.text: evaluate(span.text) for span in line if span.kind == "figure"}
        if isinstance(part, Live) and part.kind == "plot":
            points_of(part)
        if isinstance(part, Question) and part.fields.all("answer"):
            found[part.fields.one("answer")] = part.right()
    for line in (page.title, page.lead):
        found |= {span.text: evaluate(span.text) for span in line if span.kind == "figure"}
    return found
