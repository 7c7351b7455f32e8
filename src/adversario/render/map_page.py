"""The page of a map of optimal play: heading, board and legend, in millimetres of A4."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

MARGIN, HEAD, FOOT = 12.0, 37.0, 50.0
GREY = "#555"
SWATCH, STEP = 8.0, 11.0
TITLE, BODY, LEADING = 7.5, 3.9, 5.2


class Swatch(NamedTuple):
    """An entry of the legend: its picture, in a cell of side 1, and its words."""

    drawn: str
    words: str


class Page(NamedTuple):
    """A page, and the top left corner of the board; `cell` is the side of a cell."""

    width: int
    height: int
    left: float
    top: float
    cell: float
    bottom: float

    def heading(self, title: str, summary: Sequence[str]) -> Iterator[str]:
        """The title and the summary."""
        yield _words(title, MARGIN, 19, TITLE, 'font-weight="bold"')
        for number, line in enumerate(summary):
            yield _words(line, MARGIN, 26 + LEADING * number, BODY, f'fill="{GREY}"')

    def legend(self, guide: str, swatches: Sequence[Swatch]) -> Iterator[str]:
        """The instructions to read the map, below the board."""
        top = self.bottom + 9
        lines = list(_wrap(guide, self.width - 2 * MARGIN))
        for number, line in enumerate(lines):
            yield _words(line, MARGIN, top + LEADING * number, BODY)
        below = top + LEADING * len(lines)
        columns = 3 if self.width < self.height else 4
        wide = (self.width - 2 * MARGIN) / columns
        for number, swatch in enumerate(swatches):
            x = MARGIN + wide * (number % columns)
            y = below + STEP * (number // columns)
            yield f'<g transform="translate({x:.2f} {y:.2f}) scale({SWATCH:g})">{swatch.drawn}</g>'
            yield _words(swatch.words, x + SWATCH + 2.5, y + SWATCH / 2 + BODY / 3, BODY)


def page_for(rows: int, columns: int) -> Page:
    """The portrait or landscape page, whichever has the larger board."""
    pages = [_page(width, height, rows, columns) for width, height in ((210, 297), (297, 210))]
    return max(pages, key=lambda page: page.cell)


def _page(width: int, height: int, rows: int, columns: int) -> Page:
    across, down = width - 2 * MARGIN, height - HEAD - FOOT
    cell = min(across / columns, down / rows)
    left, bottom = (width - cell * columns) / 2, HEAD + cell * rows
    return Page(width, height, left, HEAD, cell, bottom)


def paper_size(page: Page, paper: str) -> tuple[int, int]:
    """Width and height in millimetres: A3 has the sides of two A4 pages."""
    if paper == "a4":
        return page.width, page.height
    return (297, 420) if page.width < page.height else (420, 297)


def _wrap(words: str, width: float) -> Iterator[str]:
    """Lines that fit the width; a character takes about half its height."""
    line = ""
    for word in words.split():
        if line and (len(line) + 1 + len(word)) * BODY * 0.5 > width:
            yield line
            line = word
        else:
            line = f"{line} {word}".strip()
    yield line


def _words(words: str, x: float, y: float, size: float, style: str = "") -> str:
    style = f" {style}" if style else ""
    return f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:g}"{style}>{escape(words)}</text>'
