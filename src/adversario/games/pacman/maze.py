"""Mazes of Pac-Man: read from text, checked, and measured.

The text form is the common one: `%` is a wall, `.` food, `o` a capsule, `P` Pac-Man, `G` a ghost
and a space is empty. Everything outside of the text is wall. As in the reader of Berkeley's
project, which has such files, lines that are longer than the first are cut, and spaces at their
ends do not count; ghosts may be where Pac-Man cannot go.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from adversario.base.errors import InputError
from adversario.base.files import is_file, read_text
from adversario.base.suggest import did_you_mean

LAYOUTS = Path(__file__).parent / "layouts"
SUFFIX = ".lay"
MARKS = "%.oPG "
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Rows and columns of a step up, right, down and left; the opposite of a direction is it ^ 2."""

MOST_CAPSULES = 62

MAX_PLACES = 2000
"""The most open places: the distances of all pairs are computed before the game begins."""

Place = tuple[int, int]
"""A row and a column, both from 0."""


@dataclass(frozen=True)
class Maze:
    """A valid maze. Cells are the open places that Pac-Man or a ghost can reach, by number."""

    rows: tuple[str, ...]
    places: tuple[Place, ...]

    @cached_property
    def cell_at(self) -> dict[Place, int]:
        """The cells by place."""
        return {place: cell for cell, place in enumerate(self.places)}

    @cached_property
    def onward(self) -> tuple[tuple[int, ...], ...]:
        """By cell and direction the cell one step further; -1 if there is a wall."""
        return tuple(
            tuple(self.cell_at.get((row + down, column + right), -1) for down, right in STEPS)
            for row, column in self.places
        )

    @cached_property
    def distances(self) -> tuple[tuple[int, ...], ...]:
        """The steps from every cell to every other, along the maze.

        They are the number of cells, more than on any way, if there is none.
        """
        return tuple(self._steps_from(cell) for cell in range(len(self.places)))

    def cells(self, mark: str) -> tuple[int, ...]:
        """The cells that have that mark, in the order of reading."""
        return tuple(
            cell for cell, (row, column) in enumerate(self.places) if self.rows[row][column] == mark
        )

    def _steps_from(self, start: int) -> tuple[int, ...]:
        steps, front = {start: 0}, [start]
        while front:
            found = []
            for cell in front:
                for after in self.onward[cell]:
                    if after >= 0 and after not in steps:
                        steps[after] = steps[cell] + 1
                        found.append(after)
            front = found
        far = len(self.places)
        return tuple(steps.get(cell, far) for cell in range(far))


def maze_of(layout: str) -> Maze:
    """The maze of that name, of a file, or of a text of several lines.

    Raises InputError if there is none.
    """
    if "\n" in layout:
        return parse_maze(layout, "-")
    if layout in layout_names():
        return parse_maze(read_text(LAYOUTS / (layout + SUFFIX)), layout)
    path = Path(layout)
    if not is_file(path):
        known, close = ", ".join(layout_names()), did_you_mean(layout, layout_names())
        raise InputError("pacman.no_layout", layout=layout, close=close, known=known)
    return parse_maze(read_text(path), layout)


def layout_names() -> list[str]:
    """The names of the mazes that come with the package."""
    return sorted(file.stem for file in LAYOUTS.glob("*" + SUFFIX))


def parse_maze(text: str, source: str) -> Maze:
    """The maze that the text draws; raises InputError with the source and the wrong line."""
    rows = _even_rows(text, source)
    marked: dict[str, list[Place]] = {mark: [] for mark in MARKS}
    for number, row in enumerate(rows):
        for column, mark in enumerate(row):
            if mark not in marked:
                raise InputError("pacman.mark", file=source, line=number + 1, mark=mark)
            marked[mark].append((number, column))
    _check_pacman(marked["P"], source, len(rows))
    reached = _reachable_places(rows, marked["P"])
    _check_marks(marked, reached, source, len(rows))
    places = _reachable_places(rows, marked["P"] + marked["G"])
    if len(places) > MAX_PLACES:
        raise InputError("pacman.large", file=source, most=MAX_PLACES)
    return Maze(rows, tuple(sorted(places)))


def _even_rows(text: str, source: str) -> tuple[str, ...]:
    """The lines of a layout, all as long as the first."""
    rows = tuple(text.rstrip("\r\n").splitlines())
    if all(len(row) == len(rows[0]) for row in rows):
        return rows
    rows = tuple(row.rstrip() for row in text.rstrip().splitlines())
    first = len(rows[0])
    for number, row in enumerate(rows, start=1):
        if len(row) < first:
            raise InputError("pacman.ragged", file=source, line=number, width=len(row), first=first)
    return tuple(row[:first] for row in rows)


def _reachable_places(rows: tuple[str, ...], starts: list[Place]) -> set[Place]:
    """The places that can be reached from some."""
    reached, todo = set(starts), list(starts)
    while todo:
        row, column = todo.pop()
        for down, right in STEPS:
            place = row + down, column + right
            inside = 0 <= place[0] < len(rows) and 0 <= place[1] < len(rows[0])
            if inside and rows[place[0]][place[1]] != "%" and place not in reached:
                reached.add(place)
                todo.append(place)
    return reached


def _check_pacman(found: list[Place], source: str, lines: int) -> None:
    if not found:
        raise InputError("pacman.no_pacman", file=source, line=max(1, lines))
    if len(found) > 1:
        raise InputError("pacman.two_pacmen", file=source, line=found[1][0] + 1)


def _check_marks(
    marked: dict[str, list[Place]], reached: set[Place], source: str, lines: int
) -> None:
    """Raise InputError if there is no food, or if Pac-Man cannot reach something that matters."""
    if not marked["."]:
        raise InputError("pacman.no_food", file=source, line=lines)
    for mark in ".o":
        for row, column in marked[mark]:
            if (row, column) not in reached:
                raise InputError(
                    "pacman.unreachable", file=source, line=row + 1, column=column + 1, mark=mark
                )
    if len(marked["o"]) > MOST_CAPSULES:
        row = marked["o"][MOST_CAPSULES][0]
        raise InputError("pacman.capsules", file=source, line=row + 1, most=MOST_CAPSULES)
