"""Grids of cells with walls and exits, as text and as data, for grid worlds."""

from __future__ import annotations

from dataclasses import dataclass

from adversario.base.errors import InputError
from adversario.base.numbers import show

UP, RIGHT, DOWN, LEFT = range(4)
NAMES = ("up", "right", "down", "left")
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))

MAX_CELLS = 1_000_000
"""The most cells of a grid."""

MAX_EXIT = 1e100
"""The greatest size of the value of an exit: sums of more could be infinite."""


@dataclass(frozen=True)
class Grid:
    """The cells row by row: None for a free one, the value of an exit; and the walls.

    `start` is the initial cell, by default the first free one.
    """

    columns: int
    exits: tuple[float | None, ...]
    walls: tuple[bool, ...]
    start: int

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.exits) // self.columns

    def neighbour(self, cell: int, heading: int) -> int:
        """The cell that a step leads to; the same one if a wall or the edge is in the way."""
        down, across = STEPS[heading]
        row, column = cell // self.columns + down, cell % self.columns + across
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return cell
        there = self.columns * row + column
        return cell if self.walls[there] else there

    def name(self, cell: int) -> str:
        """A cell by its row and column, from 1 at the top left, as in 1,4."""
        return f"{cell // self.columns + 1},{cell % self.columns + 1}"


def parse_grid(text: str) -> Grid:
    """The grid of a text: rows on lines or separated by /, cells separated by spaces.

    `#` is a wall, `.` a free cell, `S` the free cell at the start, a number an exit of that value.
    Raises InputError with the wrong line.
    """
    lines = text.replace("/", "\n").splitlines()
    rows = [(number, line.split()) for number, line in enumerate(lines, 1) if line.strip()]
    if not rows:
        raise InputError("grid.empty")
    columns = len(rows[0][1])
    if columns * len(rows) > MAX_CELLS:
        raise InputError("grid.large", cells=columns * len(rows), most=MAX_CELLS)
    exits: list[float | None] = []
    walls: list[bool] = []
    starts: list[int] = []
    for number, words in rows:
        if len(words) != columns:
            raise InputError("grid.ragged", line=number, given=len(words), columns=columns)
        for word in words:
            if word == "S" and starts:
                raise InputError("grid.starts", line=number)
            if word == "S":
                starts.append(len(exits))
            exits.append(None if word in ("#", ".", "S") else _worth(word, number))
            walls.append(word == "#")
    free = [at for at, worth in enumerate(exits) if worth is None and not walls[at]]
    if not free:
        raise InputError("grid.no_room")
    return Grid(columns, tuple(exits), tuple(walls), starts[0] if starts else free[0])


def _worth(word: str, line: int) -> float:
    try:
        worth = float(word)
    except ValueError:
        worth = float("nan")
    if not abs(worth) <= MAX_EXIT:
        raise InputError("grid.cell", line=line, given=word)
    return worth


def marks(grid: Grid) -> list[str]:
    """The mark of every cell; the start is a free cell."""
    return [
        "#" if wall else "." if worth is None else show(int(worth) if worth % 1 == 0 else worth)
        for worth, wall in zip(grid.exits, grid.walls, strict=True)
    ]
