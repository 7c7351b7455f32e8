"""Solved Markov decision processes: values and choices on a grid, and their convergence."""

from __future__ import annotations

from adversario.base.catalogue import text
from adversario.base.grid_world import Grid, marks
from adversario.base.numbers import show
from adversario.games.drawing.grid import CELL, picture
from adversario.render.convergence import Words, svg_decline
from adversario.solve.mdp import Mdp, Solution

ARROWS = "↑→↓←"
WIDEST = 16
"""The most columns of a grid whose values fit into a terminal; its arrows need less."""

SIDE = 72
FINEST = 40
"""The side of a drawn cell, and the most rows and columns of cells with values."""


def is_grid(mdp: Mdp) -> bool:
    """Whether the problem was made of a grid, and can be drawn as one."""
    return isinstance(mdp.source, Grid)


def grid_of(solution: Solution) -> Grid | None:
    """The grid of the problem, or None."""
    source = solution.mdp.source
    return source if isinstance(source, Grid) else None


def text_values(solution: Solution) -> str:
    """The values of a grid, if they fit, and its policy as arrows."""
    grid = grid_of(solution)
    assert grid is not None
    number = _numbers(grid)
    shown = marks(grid)
    values = [
        show(round(solution.value(at), 3)) if at >= 0 and grid.exits[cell] is None else shown[cell]
        for cell, at in enumerate(number)
    ]
    values = [_pad_decimals(word) for word in values]
    arrows = [
        ARROWS[int(solution.policy[at])] if at >= 0 and grid.exits[cell] is None else shown[cell]
        for cell, at in enumerate(number)
    ]
    blocks = [values, arrows] if grid.columns <= WIDEST else [arrows]
    return "\n\n".join(_lines(block, grid.columns) for block in blocks)


def _pad_decimals(word: str) -> str:
    """The number with three decimal places, like its neighbours."""
    head, point, tail = word.partition(".")
    return f"{head}.{tail:0<3}" if point and tail else word


def _lines(words: list[str], columns: int) -> str:
    width = max(map(len, words))
    return "\n".join(
        " ".join(word.rjust(width) for word in words[at : at + columns])
        for at in range(0, len(words), columns)
    )


def _numbers(grid: Grid) -> list[int]:
    """The number of each cell's state; -1 for a wall."""
    found, last = [], -1
    for wall in grid.walls:
        last += not wall
        found.append(-1 if wall else last)
    return found


def svg_values(solution: Solution) -> str:
    """A grid as SVG: cells shaded by their value (green is good), with the value and the choice."""
    grid = grid_of(solution)
    assert grid is not None
    fine = max(grid.rows, grid.columns) <= FINEST
    side = SIDE if fine else max(4, CELL * FINEST // max(grid.rows, grid.columns))
    low, high = float(solution.values.min()), float(solution.values.max())
    parts = ['<rect width="100%" height="100%" fill="white"/>']
    for cell, at in enumerate(_numbers(grid)):
        x, y = side * (cell % grid.columns), side * (cell // grid.columns)
        fill = "#444" if at < 0 else _shade(solution.value(at), low, high)
        stroke = ' stroke="#777"' if fine else ""
        parts.append(
            f'<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{fill}"{stroke}/>'
        )
        if at >= 0 and fine:
            parts.append(_labels(solution, grid, cell, at, x, y))
    title = f"{grid.rows} × {grid.columns}"
    return picture(side * grid.columns, side * grid.rows, title, "".join(parts))


def _labels(solution: Solution, grid: Grid, cell: int, at: int, x: int, y: int) -> str:
    middle = x + SIDE // 2
    if grid.exits[cell] is not None:
        return (
            f'<text x="{middle}" y="{y + 44}" text-anchor="middle" font-weight="bold">'
            f"{marks(grid)[cell]}</text>"
        )
    arrow = ARROWS[int(solution.policy[at])]
    return (
        f'<text x="{middle}" y="{y + 32}" text-anchor="middle">{arrow}</text>'
        f'<text x="{middle}" y="{y + 56}" text-anchor="middle" font-size="14">'
        f"{solution.value(at):.3f}</text>"
    )


def _shade(value: float, low: float, high: float) -> str:
    """From red at the least value to green at the greatest."""
    share = (value - low) / (high - low) if high > low else 1.0
    return f"hsl({round(120 * share)},55%,75%)"


def svg_convergence(solution: Solution, lang: str = "en") -> str:
    """The largest change of a value in each sweep, on a logarithmic scale, as SVG."""
    points = [(at + 1.0, change) for at, change in enumerate(solution.changes)]
    words = Words(*(text(f"mdp.plot.{name}", lang) for name in ("title", "sweep", "change")))
    return svg_decline(points, words)
