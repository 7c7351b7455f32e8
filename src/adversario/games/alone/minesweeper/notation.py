"""Notation and pictures of boards of Minesweeper."""

from __future__ import annotations

from string import ascii_lowercase

from adversario.games.drawing.grid import CELL, coordinates, picture
from adversario.games.row_notation import label_rows

HIDDEN, MINE = -1, 9
"""The content of a cell, besides a number from 0 to 8."""

MARKS = "012345678*."
"""The mark of each content, the last one for HIDDEN."""

COLOURS = (
    "", "#1f4fd8", "#2b7a2b", "#c62828", "#1a237e", "#7f1d1d", "#00838f", "#212121", "#616161"
)  # fmt: skip


def cell_name(cell: int, rows: int, columns: int) -> str:
    """A cell as in b3: columns have letters, rows numbers from the bottom."""
    row, column = divmod(cell, columns)
    return f"{ascii_lowercase[column]}{rows - row}"


def parse_cell(text: str, rows: int, columns: int) -> int | None:
    """The cell of that name; None if there is none."""
    name = text.strip().lower()
    column, number = ascii_lowercase.find(name[:1]), name[1:]
    if not name or not (number.isascii() and number.isdecimal()):
        return None
    if not (0 <= column < columns and 1 <= int(number[:4]) <= rows):
        return None
    return (rows - int(number[:4])) * columns + column


def rows(cells: tuple[int, ...], columns: int) -> list[str]:
    """The rows from the top, a character for each cell."""
    marks = "".join(MARKS[held] for held in cells)
    return [marks[at : at + columns] for at in range(0, len(marks), columns)]


def parse_rows(text: str, rows: int, columns: int) -> tuple[int, ...] | None:
    """The cells of rows separated by /; None if they are not a board of that size."""
    lines = text.split("/")
    if [len(line) for line in lines] != [columns] * rows or set("".join(lines)) - set(MARKS):
        return None
    return tuple(HIDDEN if mark == "." else MARKS.index(mark) for line in lines for mark in line)


def board_text(cells: tuple[int, ...], opening: int, columns: int) -> str:
    """The board for a terminal, a ? for the cell being opened and a space for a 0."""
    marks = [" " if held == 0 else MARKS[held] for held in cells]
    if opening >= 0:
        marks[opening] = "?"
    return label_rows([marks[at : at + columns] for at in range(0, len(marks), columns)])


def board_svg(cells: tuple[int, ...], opening: int, columns: int) -> str:
    """The board as SVG: hidden cells are grey, a mine that was opened is on red."""
    edge, lines = 28, len(cells) // columns
    width, height = CELL * columns + 2 * edge, CELL * lines + 2 * edge
    drawn = ['<rect width="100%" height="100%" fill="white"/>']
    for cell, held in enumerate(cells):
        x, y = edge + CELL * (cell % columns), edge + CELL * (cell // columns)
        shade = {HIDDEN: "#b8bec6", MINE: "#e57373"}.get(held, "#f4f4f2")
        drawn.append(
            f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{shade}" stroke="#888"/>'
        )
        mark = "?" if cell == opening else "" if held in (HIDDEN, 0) else MARKS[held]
        if held == MINE:
            drawn.append(f'<circle cx="{x + CELL // 2}" cy="{y + CELL // 2}" r="{CELL // 4}"/>')
        elif mark:
            colour = "#333" if mark == "?" else COLOURS[held]
            drawn.append(
                f'<text x="{x + CELL // 2}" y="{y + CELL // 2 + 8}" text-anchor="middle" '
                f'font-weight="bold" fill="{colour}">{mark}</text>'
            )
    start = (edge + CELL // 2, edge + CELL // 2)
    drawn.append(coordinates(lines, columns, CELL, start))
    return picture(width, height, " / ".join(rows(cells, columns)), "".join(drawn))
