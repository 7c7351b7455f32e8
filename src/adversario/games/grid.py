"""Boards of cells, drawn."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

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
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" font-family="sans-serif" font-size="22" fill="none" '
        f'stroke="black"><title>{escape(" / ".join(rows))}</title>'
        f'<rect width="100%" height="100%" fill="white" stroke="none"/>'
        f"{''.join(lines)}{''.join(marks)}</svg>"
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
