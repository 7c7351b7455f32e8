"""Curves drawn as a small standalone SVG: depth across, a logarithmic scale upwards.

Every curve has a marker of its own, so that the picture is legible in black and white.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

WIDTH, HEIGHT = 900, 590
TOP, BOTTOM = 60, 440
LEFT, PANEL, GAP = 70, 360, 90
LEGEND_TOP, LEGEND_STEP, LEGEND_WIDTH = 510, 26, 320
LEAST, GREATEST = 1e-5, 1e9
"""Values outside this range are not drawn."""

COLOURS = ("#000000", "#b2182b", "#2166ac", "#1b7837", "#762a83", "#b35806")
STYLE = (
    "text{font:13px sans-serif;fill:#000}.small{font-size:12px}.head{font-size:15px}"
    ".grid{stroke:#ddd}.axis{stroke:#000;fill:none}.curve{fill:none;stroke-width:1.6}"
)
DASHES = ("7 4", "2 4")


@dataclass(frozen=True, slots=True)
class Curve:
    """Named points: depth, and a value above 0."""

    name: str
    points: Sequence[tuple[int, float]]


@dataclass(frozen=True, slots=True)
class Panel:
    """One of the plots side by side: measured curves with markers, and dashed ones for reference.

    The scale is that of the measured curves; references end where they leave it.
    """

    title: str
    curves: Sequence[Curve]
    references: Sequence[Curve]


@dataclass(frozen=True, slots=True)
class _Scale:
    """From depths and values to places in the picture."""

    left: float
    deepest: int
    low: int
    high: int

    def x(self, depth: float) -> float:
        return self.left + PANEL * (depth - 1) / max(1, self.deepest - 1)

    def y(self, value: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (log10(value) - self.low) / (self.high - self.low)


def draw(title: str, panels: Sequence[Panel]) -> str:
    """The SVG of the panels side by side, with one legend; all have the same curves."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}">',
        f"<style>{STYLE}</style>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text class="head" x="{LEFT}" y="26">{escape(title)}</text>',
    ]
    for number, panel in enumerate(panels):
        parts += _panel(panel, LEFT + number * (PANEL + GAP))
    references = [curve for panel in panels for curve in panel.references]
    parts += _legend(panels[0].curves, references)
    return "\n".join([*parts, "</svg>"]) + "\n"


def scale_of(panel: Panel, left: float) -> _Scale:
    """Whole powers of ten around the measured values."""
    values = [value for curve in panel.curves for _, value in curve.points]
    low = floor(log10(max(LEAST, min(values))))
    high = max(low + 1, ceil(log10(min(GREATEST, max(values)))))
    deepest = max(depth for curve in panel.curves for depth, _ in curve.points)
    return _Scale(left, deepest, low, high)


def _panel(panel: Panel, left: float) -> Iterator[str]:
    scale = scale_of(panel, left)
    right = left + PANEL
    yield f'<text x="{left}" y="{TOP - 12}">{escape(panel.title)}</text>'
    for power in range(scale.low, scale.high + 1):
        y = scale.y(10**power)
        yield f'<path class="grid" d="M{left} {y:.1f}H{right}"/>'
        label = f'10<tspan dy="-5" font-size="9">{power}</tspan>'
        yield f'<text class="small" x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{label}</text>'
    for depth in range(1, scale.deepest + 1):
        x = scale.x(depth)
        yield f'<path class="axis" d="M{x:.1f} {BOTTOM}v5"/>'
        yield (
            f'<text class="small" x="{x:.1f}" y="{BOTTOM + 19}" text-anchor="middle">{depth}</text>'
        )
    yield f'<path class="axis" d="M{left} {TOP}V{BOTTOM}H{right}"/>'
    middle = (left + right) / 2
    yield f'<text x="{middle}" y="{BOTTOM + 38}" text-anchor="middle">depth</text>'
    for number, curve in enumerate(panel.references):
        yield _line(_shown(curve, scale), "#000", DASHES[number])
    for number, curve in enumerate(panel.curves):
        places = _shown(curve, scale)
        yield _line(places, COLOURS[number], "none")
        for place in places:
            yield _marker(number, *place)


def _shown(curve: Curve, scale: _Scale) -> list[tuple[float, float]]:
    """The places of the points that are within the scale."""
    low, high = 10.0**scale.low, 10.0**scale.high
    return [(scale.x(d), scale.y(value)) for d, value in curve.points if low <= value <= high]


def _line(places: Sequence[tuple[float, float]], colour: str, dashes: str) -> str:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    drawn = f'stroke="{colour}" stroke-dasharray="{dashes}"'
    return f'<polyline class="curve" {drawn} points="{points}"/>'


def _marker(number: int, x: float, y: float) -> str:
    """The marker of a curve: three shapes, filled for the first three curves, then hollow."""
    shapes = (
        f"M{x - 4:.1f} {y - 4:.1f}h8v8h-8z",
        f"M{x:.1f} {y - 5:.1f}l5 9h-10z",
        f"M{x - 4.5:.1f} {y:.1f}a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z",
    )
    colour = COLOURS[number]
    fill = colour if number < len(shapes) else "#fff"
    return f'<path d="{shapes[number % len(shapes)]}" fill="{fill}" stroke="{colour}"/>'


def _legend(curves: Sequence[Curve], references: Sequence[Curve]) -> Iterator[str]:
    rows = 3
    for number, curve in enumerate([*curves, *references]):
        x = LEFT + number // rows * LEGEND_WIDTH
        y = LEGEND_TOP + number % rows * LEGEND_STEP
        ends = [(x, y), (x + 34, y)]
        if number < len(curves):
            yield _line(ends, COLOURS[number], "none")
            yield _marker(number, x + 17, y)
        else:
            yield _line(ends, "#000", DASHES[number - len(curves)])
        yield f'<text class="small" x="{x + 44}" y="{y + 4}">{escape(curve.name)}</text>'
