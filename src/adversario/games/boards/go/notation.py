"""Points and positions of Go as text. Columns have letters without I, rows numbers from below."""

from __future__ import annotations

import re
from typing import NamedTuple

LETTERS = "ABCDEFGHJKLMNOPQRST"
"""The letters of columns: I is left out, as it looks like 1."""

MARKS = "XO"
"""Black and White."""

POSITION = re.compile(
    r"(?P<rows>[XO./]+)\s+(?P<turn>[XO])"
    r"(?:\s+ko\s+(?P<ko>[A-HJ-T]\d{1,2}))?"
    r"(?P<passes>(?:\s+pass){0,2})"
    r"(?:\s+prisoners\s+(?P<prisoners>[+-]?\d{1,6}))?",
    re.IGNORECASE,
)


class Position(NamedTuple):
    """The parts of a written position; `rows` are those from the top, of X, O and dots."""

    rows: list[str]
    turn: int
    ko: tuple[int, int] | None
    passes: int
    prisoners: int


def vertex_name(row: int, column: int, size: int) -> str:
    """The name of a point, as in D4; the row is counted from the top."""
    return f"{LETTERS[column]}{size - row}"


def parse_vertex(text: str, size: int) -> tuple[int, int] | None:
    """Row from the top and column of a point by name; None if there is no such point."""
    found = re.fullmatch(r"([A-HJ-T])([1-9]\d?)", text.strip().upper())
    if found is None:
        return None
    column, number = LETTERS.index(found[1]), int(found[2])
    return (size - number, column) if max(column + 1, number) <= size else None


def write_position(position: Position) -> str:
    """Rows, player to move, and what else there is: ko, passes in a row, prisoners.

    For example `.X./XO./... X ko B2 prisoners -1`; prisoners are White's lost stones less Black's.
    """
    size = len(position.rows)
    words = ["/".join(position.rows), MARKS[position.turn]]
    if position.ko is not None:
        words += ["ko", vertex_name(*position.ko, size)]
    words += ["pass"] * position.passes
    if position.prisoners:
        words += ["prisoners", str(position.prisoners)]
    return " ".join(words)


def parse_position(text: str, size: int) -> Position | None:
    """The inverse of `write_position`; None if the text is no position of a board of that size."""
    found = POSITION.fullmatch(text.strip())
    if found is None:
        return None
    rows = found["rows"].upper().split("/")
    if [len(row) for row in rows] != [size] * size:
        return None
    ko = parse_vertex(found["ko"], size) if found["ko"] else None
    if found["ko"] and ko is None:
        return None
    turn = MARKS.index(found["turn"].upper())
    passes = len(found["passes"].split())
    return Position(rows, turn, ko, passes, int(found["prisoners"] or 0))
