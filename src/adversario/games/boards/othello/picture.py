"""Pictures of the board of Othello."""

from __future__ import annotations

from collections.abc import Sequence

CELL, MARGIN = 48, 28
FELT, LINE, FRAME, INK = "#2e8b57", "#14532f", "#26332b", "#f2efe4"
FILLS = {"X": ("#4a4a4a", "#0c0c0c", "#000000"), "O": ("#ffffff", "#d9d6cc", "#8a877d")}


def board_svg(rows: Sequence[str], legal: frozenset[int], turn: int) -> str:
    """The board as SVG; `legal` has the legal squares, 8 * row + column."""
    size = len(rows)
    side, end = 2 * MARGIN + CELL * size, MARGIN + CELL * size
    grid = "".join(
        f"M{MARGIN} {at}H{end}M{at} {MARGIN}V{end}" for at in range(MARGIN, end + 1, CELL)
    )
    names = "".join(
        _name("abcdefgh"[index], _centre(index), MARGIN // 2)
        + _name(str(index + 1), MARGIN // 2, _centre(index))
        for index in range(size)
    )
    discs = "".join(
        _disc(mark, column, row) if mark in FILLS
        else _hint(turn, column, row) if 8 * row + column in legal
        else ""
        for row, marks in enumerate(rows)
        for column, mark in enumerate(marks)
    )  # fmt: skip
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" width="{side}" '
        f'height="{side}" role="img" font-family="sans-serif" font-size="14">'
        f"<title>{' / '.join(rows)}</title><defs>{_shades()}</defs>"
        f'<rect width="{side}" height="{side}" rx="6" fill="{FRAME}"/>'
        f'<rect x="{MARGIN}" y="{MARGIN}" width="{CELL * size}" height="{CELL * size}" '
        f'fill="{FELT}"/><path d="{grid}" stroke="{LINE}" stroke-width="1.5" fill="none"/>'
        f"{_dots(size)}{names}{discs}</svg>"
    )


def _centre(index: int) -> int:
    return MARGIN + CELL * index + CELL // 2


def _shades() -> str:
    return "".join(
        f'<radialGradient id="disc{mark}" cx="0.36" cy="0.3" r="0.8">'
        f'<stop offset="0" stop-color="{light}"/><stop offset="1" stop-color="{dark}"/>'
        f"</radialGradient>"
        for mark, (light, dark, _) in FILLS.items()
    )


def _dots(size: int) -> str:
    """The four dots of an 8x8 board, two squares from its corners."""
    if size < 8:
        return ""
    places = (MARGIN + 2 * CELL, MARGIN + 6 * CELL)
    return "".join(
        f'<circle cx="{x}" cy="{y}" r="4" fill="{LINE}"/>' for x in places for y in places
    )


def _name(text: str, x: int, y: int) -> str:
    return f'<text x="{x}" y="{y + 5}" text-anchor="middle" fill="{INK}">{text}</text>'


def _disc(mark: str, column: int, row: int) -> str:
    x, y, rim = _centre(column), _centre(row), FILLS[mark][2]
    return (
        f'<circle cx="{x + 1}" cy="{y + 2}" r="{CELL * 2 // 5}" fill="{LINE}" opacity="0.6"/>'
        f'<circle cx="{x}" cy="{y}" r="{CELL * 2 // 5}" fill="url(#disc{mark})" stroke="{rim}"/>'
    )


def _hint(turn: int, column: int, row: int) -> str:
    fill = FILLS["XO"[turn]][1]
    return (
        f'<circle cx="{_centre(column)}" cy="{_centre(row)}" r="{CELL // 8}" fill="{fill}" '
        f'opacity="0.55"/>'
    )
