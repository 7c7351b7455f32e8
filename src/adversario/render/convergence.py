"""Errors that decline: a curve on a logarithmic scale."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from adversario.base.catalogue import text
from adversario.games.drawing.grid import picture
from adversario.solve.equilibrium.tree.answer import Point

POINTS = 1000
"""The most points of a curve: more cannot be seen."""

WIDTH, HEIGHT, EDGE = 640, 400, 56

Place: TypeAlias = Callable[[float, float], tuple[float, float]]


class Words(NamedTuple):
    """What is written on a plot."""

    title: str
    across: str
    up: str


def svg_curve(curve: Sequence[Point], lang: str = "en") -> str:
    """Exploitability against iterations, both on logarithmic scales, as SVG."""
    names = ("title", "iterations", "exploitability")
    words = Words(*(text(f"equilibrium.plot.{name}", lang) for name in names))
    points = [(float(point.iterations), point.exploitability) for point in curve]
    return svg_decline(points, words, log_across=True)


def svg_decline(
    points: Sequence[tuple[float, float]], words: Words, *, log_across: bool = False
) -> str:
    """A curve of numbers above 0 on a logarithmic scale; numbers at 0 are left out.

    The steps across are numbered from 1 on, with `log_across` on a logarithmic scale too.
    """
    last = max([2.0, *(step for step, _ in points)])
    shown = [(step, math.log10(size)) for step, size in points if size > 0]
    shown = shown[:: max(1, len(shown) // POINTS)]
    logs = [log for _, log in shown] or [0.0]
    low, high = math.floor(min(logs)), max(math.ceil(max(logs)), math.floor(min(logs)) + 1)

    def place(step: float, log: float) -> tuple[float, float]:
        across = math.log(step) / math.log(last) if log_across else (step - 1) / (last - 1)
        return (
            EDGE + across * (WIDTH - EDGE - 20),
            20 + (high - log) / (high - low) * (HEIGHT - EDGE - 20),
        )

    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in shown))
    steps = _powers(last) if log_across else _quarters(last)
    parts = [
        '<rect width="100%" height="100%" fill="white"/>',
        *_axes(low, high, steps, place),
        f'<polyline points="{line}" fill="none" stroke="#1b6ca8" stroke-width="2"/>',
        f'<text x="{WIDTH // 2}" y="{HEIGHT - 8}" text-anchor="middle" font-size="14">'
        f"{words.across}</text>",
        f'<text x="14" y="{HEIGHT // 2}" text-anchor="middle" font-size="14" '
        f'transform="rotate(-90 14 {HEIGHT // 2})">{words.up}</text>',
    ]
    return picture(WIDTH, HEIGHT, words.title, "".join(parts))


def _quarters(last: float) -> list[int]:
    return sorted({1, *(round(1 + (last - 1) * part / 4) for part in range(1, 5))})


def _powers(last: float) -> list[int]:
    return [10**power for power in range(int(math.log10(last)) + 1)]


def _axes(low: int, high: int, steps: Sequence[int], place: Place) -> Iterator[str]:
    """Lines at some powers of ten and at some steps, with their labels."""
    right, bottom = WIDTH - 20, place(1, low)[1]
    for power in range(low, high + 1, max(1, (high - low) // 8)):
        x, y = place(1, power)
        yield f'<path d="M{x:.1f} {y:.1f}H{right}" stroke="#ddd"/>'
        yield (
            f'<text x="{x - 6:.1f}" y="{y + 4:.1f}" text-anchor="end" font-size="12">'
            f"1e{power}</text>"
        )
    for step in steps:
        x, _ = place(step, low)
        yield f'<path d="M{x:.1f} 20V{bottom:.1f}" stroke="#ddd"/>'
        yield (
            f'<text x="{x:.1f}" y="{bottom + 18:.1f}" text-anchor="middle" font-size="12">'
            f"{step}</text>"
        )
