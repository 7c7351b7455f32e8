"""Pictures of boards of cells."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from string import ascii_lowercase

CELL = 48


def grid_svg(rows: Sequence[str]) -> str:
    """A grid of cells, one character each, as SVG: X as a cross, O as a ring, a dot as nothing."""
    width, height = CELL * len(rows[0]) + 8, CELL * len(rows) + 8
    lines = [f'<path d="M4 {4 + CELL * row}H{width - 4}"/>' for row in range(len(rows) + 1)] + [
        f'<path d="M{4 + CELL * column} 4V{height - 4}"/>' for column in range(len(rows[0]) + 1)
    ]
    marks = [
        _mark(mark, 4 + CELL * column + CELL // 2, 4 + CELL * row + CELL // 2)
        for row, cells in enumerate(rows)
        for column, mark in enumerate(cells)
    ]
    page = '<rect width="100%" height="100%" fill="white" stroke="none"/>'
    drawn = f'<g fill="none" stroke="black">{page}{"".join(lines)}{"".join(marks)}</g>'
    return picture(width, height, " / ".join(rows), drawn)


def stones_svg(rows: Sequence[str]) -> str:
    """A wooden board as SVG: X is a black stone on a crossing of lines, O a white one."""
    size, edge = 32, 40
    right, bottom = edge + size * (len(rows[0]) - 1), edge + size * (len(rows) - 1)
    width, height = right + edge, bottom + edge
    lines = [f"M{edge} {edge + size * row}H{right}" for row in range(len(rows))]
    lines += [f"M{edge + size * column} {edge}V{bottom}" for column in range(len(rows[0]))]
    stones = [
        f'<circle cx="{edge + size * column}" cy="{edge + size * row}" r="14" '
        f'fill="{"#222" if mark == "X" else "#fafafa"}" stroke="#222"/>'
        for row, marks in enumerate(rows)
        for column, mark in enumerate(marks)
        if mark != "."
    ]
    drawn = (
        f'<rect width="100%" height="100%" fill="#e3b873"/>'
        f'<path d="{"".join(lines)}" stroke="#5b431c"/>{"".join(stones)}'
        f"{coordinates(len(rows), len(rows[0]), size, (edge, edge))}"
    )
    return picture(width, height, " / ".join(rows), drawn)


def checkered_svg(rows: Sequence[str]) -> str:
    """A board of dark and light squares as SVG: X is a light piece, O a dark one."""
    edge = 28
    width, height = CELL * len(rows[0]) + 2 * edge, CELL * len(rows) + 2 * edge
    drawn = ['<rect width="100%" height="100%" fill="white"/>']
    for row, marks in enumerate(rows):
        for column, mark in enumerate(marks):
            x, y = edge + CELL * column, edge + CELL * row
            light = (len(rows) - row + column) % 2
            shade = "#f0d9b5" if light == 0 else "#b58863"
            drawn.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{shade}"/>')
            if mark != ".":
                fill, line = ("#fafafa", "#333") if mark == "X" else ("#333", "#111")
                drawn.append(
                    f'<circle cx="{x + CELL // 2}" cy="{y + CELL // 2}" r="{CELL // 3}" '
                    f'fill="{fill}" stroke="{line}" stroke-width="2"/>'
                )
    start = (edge + CELL // 2, edge + CELL // 2)
    drawn.append(coordinates(len(rows), len(rows[0]), CELL, start))
    return picture(width, height, " / ".join(rows), "".join(drawn))


def coordinates(rows: int, columns: int, size: int, start: tuple[int, int]) -> str:
    """Letters below the columns and numbers left of the rows, counted from the bottom, as SVG.

    `size` is the distance between two cells, `start` the centre of the one at the top left.
    """
    left, below = start[0] - size // 2 - 11, start[1] + size * (rows - 1) + size // 2 + 18
    numbers = [
        f'<text x="{left}" y="{start[1] + size * row + 5}">{rows - row}</text>'
        for row in range(rows)
    ]
    letters = [
        f'<text x="{start[0] + size * column}" y="{below}">{ascii_lowercase[column]}</text>'
        for column in range(columns)
    ]
    return f'<g font-size="14" text-anchor="middle">{"".join(numbers + letters)}</g>'


def picture(width: int, height: int, title: str, drawn: str) -> str:
    """An SVG picture of that size, with a title for screen readers."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" font-family="sans-serif" font-size="22">'
        f"<title>{escape(title)}</title>{drawn}</svg>"
    )


def _mark(mark: str, x: int, y: int) -> str:
    arm = CELL // 3
    if mark == "X":
        path = f"M{x - arm} {y - arm}l{2 * arm} {2 * arm}m0 {-2 * arm}l{-2 * arm} {2 * arm}"
        return f'<path d="{path}" stroke-width="4" stroke-linecap="round"/>'
    if mark == "O":
        return f'<circle cx="{x}" cy="{y}" r="{arm}" stroke-width="4"/>'
    if mark == ".":
        return ""
    return (
        f'<text x="{x}" y="{y + 8}" text-anchor="middle" fill="black" stroke="none">'
        f"{escape(mark)}</text>"
    )
