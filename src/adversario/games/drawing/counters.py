"""Pictures of heaps of counters and rows of pins."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

LONGEST = 50
"""The most counters of a row that are drawn, followed by dots."""

STEP, RADIUS, MARGIN, LABEL = 24, 9, 12, 30

Row = tuple[str, int]
"""The name of a row, and the number of counters in it."""


def counters_text(rows: Sequence[Row], mark: str = "●") -> str:
    """A line for each row: its name and a mark for each counter. No rows: a dash."""
    width = max((len(name) for name, _ in rows), default=0)
    return (
        "\n".join(f"{name:>{width}} {_marks(number, mark)}".rstrip() for name, number in rows)
        or "-"
    )


def _marks(number: int, mark: str) -> str:
    return mark * number if number <= LONGEST else mark * LONGEST + "…"


def counters_svg(rows: Sequence[Row], *, pins: bool = False) -> str:
    """A picture with a line for each row: its name and its counters, or pins."""
    longest = max((min(number, LONGEST + 1) for _, number in rows), default=0)
    width = 2 * MARGIN + LABEL + STEP * max(longest, 1)
    height = 2 * MARGIN + STEP * 3 // 2 * max(len(rows), 1)
    lines = [
        _line(row, MARGIN + STEP * 3 // 4 + STEP * 3 // 2 * at, pins) for at, row in enumerate(rows)
    ]
    title = ", ".join(f"{name}: {number}" if name != str(number) else name for name, number in rows)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" font-family="sans-serif" font-size="14">'
        f"<title>{escape(title or '-')}</title>"
        f'<rect width="100%" height="100%" fill="white"/>{"".join(lines)}</svg>'
    )


def _line(row: Row, y: int, pins: bool) -> str:
    """One row at the height `y`."""
    name, number = row
    left = MARGIN + LABEL + STEP // 2
    shape = _pin if pins else _counter
    drawn = "".join(shape(left + STEP * at, y) for at in range(min(number, LONGEST)))
    more = f'<text x="{left + STEP * LONGEST - 6}" y="{y + 5}">…</text>' if number > LONGEST else ""
    return f'<text x="{MARGIN}" y="{y + 5}">{escape(name)}</text>{drawn}{more}'


def _counter(x: int, y: int) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{RADIUS}" fill="black"/>'


def _pin(x: int, y: int) -> str:
    """A ball on a body."""
    body = f"M{x - 3} {y - 5}c1 5 -5 9 -1 18h8c4 -9 -2 -13 -1 -18z"
    return f'<path d="{body}"/><circle cx="{x}" cy="{y - 9}" r="5"/>'
