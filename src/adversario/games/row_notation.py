"""Boards written as rows from the top, separated by slashes: `XO./.X./..O`, or `../X. O`.

Each character is a cell: a player's mark, or a dot for an empty one. If the player to move does not
follow from the pieces, its mark is written after a space.
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase


def parse_rows(text: str, rows: int, columns: int, marks: str) -> list[str] | None:
    """The rows of a board of that size; None if the text is not such a board."""
    found = text.strip().upper().split("/")
    if [len(row) for row in found] != [columns] * rows or set("".join(found)) - {*marks, "."}:
        return None
    return found


def parse_rows_and_mover(
    text: str, rows: int, columns: int, marks: str
) -> tuple[list[str], int] | None:
    """The rows, and the player to move, whose mark follows them; None if the text is wrong."""
    board, _, mover = text.strip().partition(" ")
    found, mark = parse_rows(board, rows, columns, marks), mover.strip().upper()
    if found is None or len(mark) != 1 or mark not in marks:
        return None
    return found, marks.index(mark)


def label_rows(rows: Sequence[Sequence[str]], width: int | None = None) -> str:
    """The board for a terminal: rows numbered from the bottom, columns with letters below.

    `width` is that of the numbers, by default the least possible.
    """
    wide = len(str(len(rows))) if width is None else width
    lines = [
        f"{len(rows) - at:>{wide}} {' '.join(cells)}".rstrip() for at, cells in enumerate(rows)
    ]
    return "\n".join([*lines, " " * (wide + 1) + " ".join(ascii_lowercase[: len(rows[0])])])
