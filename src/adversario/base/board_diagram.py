"""Boards as data: cells with places and marks, for interfaces with a mouse.

A game defines what its board shows (`Game.diagram`) and which cells make an action
(`Game.action_cells`); the interface decides how that looks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal[
    "grid", "drop", "hex", "pits", "heaps", "tiles", "well", "table", "cards", "sea", "points"
]
"""Squares; squares into which pieces fall from above; hexagons; pits of seeds; rows of counters;
numbers that slide; a well into which shapes are dropped; a table, of which each column is chosen
once; rows of playing cards, `?` for a back and no mark for a place without a card; seas of ships;
points with piles of men.
"""

MOST_ROWS, LONGEST = 30, 50
"""The most heaps that are shown, and the most counters of a heap."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a board: its name in notation, and its content."""

    row: int
    column: int
    name: str
    mark: str = ""
    owner: int | None = None  # the player whose piece or place it is
    count: int | None = None  # the number of pieces, for piles


@dataclass(frozen=True, slots=True)
class Diagram:
    """A board: cells are identified by their index."""

    kind: Kind
    rows: int
    columns: int
    cells: tuple[Cell, ...]


def grid(
    rows: Sequence[str],
    *,
    marks: str = "XO",
    kind: Kind = "grid",
    upwards: bool = True,
    names: Sequence[str] = (),
) -> Diagram:
    """The board drawn by rows of marks, from the top; any other character is a free cell.

    Cells are indexed row by row and have the `names` given, or are named by column and row, as in
    b2, rows counted from the bottom if `upwards`. The marks are those of the players, in order.
    """
    cells = tuple(
        Cell(
            row=row,
            column=column,
            name=names[row * len(line) + column]
            if names
            else f"{ascii_lowercase[column]}{len(rows) - row if upwards else row + 1}",
            mark=mark if mark in marks else "",
            owner=marks.index(mark) if mark in marks else None,
        )
        for row, line in enumerate(rows)
        for column, mark in enumerate(line)
    )
    return Diagram(kind, len(rows), len(rows[0]), cells)


def runs(diagram: Diagram, length: int) -> tuple[int, ...]:
    """The cells of all rows of at least `length` pieces of one owner, in the order of cells."""
    owners = {(cell.row, cell.column): cell.owner for cell in diagram.cells}
    found: set[tuple[int, int]] = set()
    for (row, column), owner in owners.items():
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            line = [(row + down * step, column + right * step) for step in range(length)]
            if owner is not None and all(owners.get(place) == owner for place in line):
                found.update(line)
    return tuple(
        index for index, cell in enumerate(diagram.cells) if (cell.row, cell.column) in found
    )


def heap_rows(sizes: Sequence[int], name: Callable[[int], str], mark: str = "●") -> Diagram | None:
    """A row of counters for each heap, long ones cut; None if there are too many heaps."""
    if len(sizes) > MOST_ROWS:
        return None
    cells = tuple(
        Cell(row=row, column=column, name=f"{name(row)}{column + 1}", mark=mark)
        for row, size in enumerate(sizes)
        for column in range(min(size, LONGEST))
    )
    longest = max((min(size, LONGEST) for size in sizes), default=0)
    return Diagram("heaps", len(sizes), longest, cells)


def counters(sizes: Sequence[int], heap: int, first: int, last: int) -> tuple[int, ...]:
    """The cells of the counters of a heap from the first to the last, as far as they are shown."""
    if len(sizes) > MOST_ROWS or last >= LONGEST:
        return ()
    start = sum(min(size, LONGEST) for size in sizes[:heap])
    return tuple(range(start + first, start + last + 1))
