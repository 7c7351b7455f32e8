"""Pictures of a board of Go."""

from __future__ import annotations

from collections.abc import Sequence

from adversario.games.boards.go.handicap import handicap_points, most_stones
from adversario.games.boards.go.notation import LETTERS
from adversario.games.drawing.grid import picture

STEP, EDGE = 32, 44
WOOD, LINE = "#e3b873", "#5b431c"
FILLS = {"X": ("#222", "#111"), "O": ("#fafafa", "#444")}


def board_svg(rows: Sequence[str], ko: tuple[int, int] | None) -> str:
    """The board as SVG: lines, star points, stones, and a square on the point of a ko."""
    size = len(rows)
    end = EDGE + STEP * (size - 1)
    side = end + EDGE
    lines = "".join(f"M{at} {EDGE}V{end}M{EDGE} {at}H{end}" for at in range(EDGE, end + 1, STEP))
    drawn = [
        f'<rect width="{side}" height="{side}" rx="4" fill="{WOOD}"/>',
        f'<path d="{lines}" stroke="{LINE}" fill="none"/>',
        *_stars(size),
        *_names(size, end),
        *_stones(rows),
    ]
    if ko is not None:
        x, y = EDGE + STEP * ko[1], EDGE + STEP * ko[0]
        drawn.append(
            f'<rect x="{x - 6}" y="{y - 6}" width="12" height="12" fill="none" stroke="{LINE}" '
            f'stroke-width="2"/>'
        )
    return picture(side, side, " / ".join(rows), "".join(drawn))


def _stars(size: int) -> list[str]:
    most = most_stones(size)
    points = handicap_points(size, most) if most else []
    return [
        f'<circle cx="{EDGE + STEP * column}" cy="{EDGE + STEP * row}" r="3.5" fill="{LINE}"/>'
        for row, column in points
    ]


def _names(size: int, end: int) -> list[str]:
    columns = [
        f'<text x="{EDGE + STEP * at}" y="{end + 34}">{LETTERS[at]}</text>' for at in range(size)
    ]
    rows = [f'<text x="14" y="{EDGE + STEP * at + 5}">{size - at}</text>' for at in range(size)]
    names = "".join(columns + rows)
    return [f'<g font-size="14" text-anchor="middle" fill="{LINE}">{names}</g>']


def _stones(rows: Sequence[str]) -> list[str]:
    return [
        f'<circle cx="{EDGE + STEP * column}" cy="{EDGE + STEP * row}" r="15" '
        f'fill="{FILLS[mark][0]}" stroke="{FILLS[mark][1]}"/>'
        for row, marks in enumerate(rows)
        for column, mark in enumerate(marks)
        if mark in FILLS
    ]
