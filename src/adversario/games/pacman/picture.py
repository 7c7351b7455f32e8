"""Pictures of the maze of Pac-Man."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from adversario.games.drawing.grid import picture

CELL = 24
NIGHT, WALL, DOT, BODY, FEAR = "#0b0b1a", "#3447d4", "#ffd9b3", "#ffd400", "#3f6dff"
GHOSTS = ("#ff4b3e", "#ff9ecf", "#39d5e0", "#ffae42")
MOUTH = pi / 5


def maze_svg(rows: Sequence[str], score: int) -> str:
    """The maze as SVG: the marks of its layout, g for a scared ghost, X for an eaten Pac-Man."""
    width, height = CELL * len(rows[0]), CELL * len(rows) + 30
    drawn = [f'<rect width="{width}" height="{height}" fill="{NIGHT}"/>', _walls(rows)]
    ghosts = 0
    for row, marks in enumerate(rows):
        for column, mark in enumerate(marks):
            x, y = CELL * column + CELL // 2, CELL * row + CELL // 2
            if mark == "G":
                drawn.append(_ghost(x, y, GHOSTS[ghosts % len(GHOSTS)]))
                ghosts += 1
            else:
                drawn.append(_thing(mark, x, y))
    drawn.append(f'<text x="8" y="{height - 8}" fill="{BODY}">{score}</text>')
    return picture(width, height, " / ".join(rows), "".join(drawn))


def _walls(rows: Sequence[str]) -> str:
    """Lines between adjacent walls, and a dot for an isolated one."""
    path = []
    for row, marks in enumerate(rows):
        for column, mark in enumerate(marks):
            if mark == "%":
                x, y = CELL * column + CELL // 2, CELL * row + CELL // 2
                path.append(f"M{x} {y}h0")
                if column + 1 < len(marks) and marks[column + 1] == "%":
                    path.append(f"M{x} {y}h{CELL}")
                if row + 1 < len(rows) and rows[row + 1][column] == "%":
                    path.append(f"M{x} {y}v{CELL}")
    return (
        f'<path d="{"".join(path)}" fill="none" stroke="{WALL}" stroke-width="{CELL // 3}" '
        f'stroke-linecap="round"/>'
    )


def _thing(mark: str, x: int, y: int) -> str:
    if mark == ".":
        return f'<circle cx="{x}" cy="{y}" r="2.5" fill="{DOT}"/>'
    if mark == "o":
        return f'<circle cx="{x}" cy="{y}" r="6" fill="{DOT}"/>'
    if mark == "g":
        return _ghost(x, y, FEAR)
    if mark in "PX":
        return _pacman(x, y, MOUTH if mark == "P" else 0.85 * pi)
    return ""


def _pacman(x: int, y: int, mouth: float) -> str:
    """A disc without the slice of its mouth, which opens to the right by `mouth` on each side."""
    size = CELL * 0.45
    dx, dy = size * cos(mouth), size * sin(mouth)
    large = 1 if mouth < pi / 2 else 0
    return (
        f'<path d="M{x} {y}L{x + dx:.1f} {y + dy:.1f}'
        f'A{size} {size} 0 {large} 1 {x + dx:.1f} {y - dy:.1f}Z" fill="{BODY}"/>'
    )


def _ghost(x: int, y: int, fill: str) -> str:
    side, third = CELL * 0.42, CELL * 0.28
    return (
        f'<path d="M{x - side:.1f} {y + side:.1f}V{y}a{side:.1f} {side:.1f} 0 0 1 {2 * side:.1f} 0'
        f'V{y + side:.1f}l{-third:.1f} -4l{-third:.1f} 4l{-third:.1f} -4Z" fill="{fill}"/>'
        f'<circle cx="{x - 4}" cy="{y - 2}" r="2.5" fill="white"/>'
        f'<circle cx="{x + 4}" cy="{y - 2}" r="2.5" fill="white"/>'
    )
