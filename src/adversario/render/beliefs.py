"""Pictures of a belief in the course of a game: the probability of each model after every move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from adversario.base.catalogue import text
from adversario.base.errors import InputError
from adversario.views.beliefs import Belief

WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 60, 440, 24, 300
STEP = 24
COLOURS = ("#2166ac", "#b2182b", "#1b7837", "#762a83", "#b35806", "#000000")
DASHES = ("", "8 4", "2 4", "10 4 2 4", "4 4", "12 6")
"""Lines have different dashes too, so that they differ in black and white."""


def svg_beliefs(history: Sequence[Belief[Any, Any]], lang: str = "en") -> str:
    """The probabilities of all models as SVG, one line each, starting with the prior.

    `history` is returned by `beliefs_in`: beliefs in the same models.
    """
    if not history or any(belief.names != history[0].names for belief in history):
        raise InputError("belief.history")
    parts = [*_axes(len(history) - 1, lang)]
    for number, name in enumerate(history[0].names):
        values = [float(belief.weights[number]) for belief in history]
        parts += _curve(number, name, values)
    last = ", ".join(
        f"{name} {float(weight):.2f}"
        for name, weight in zip(history[-1].names, history[-1].weights, strict=True)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" role="img" font-family="sans-serif" font-size="13">'
        f"<title>{escape(text('render.belief', lang, last=last))}</title>"
        f'<rect width="100%" height="100%" fill="white"/>{"".join(parts)}</svg>'
    )


def _axes(moves: int, lang: str) -> Iterator[str]:
    """The frame, probabilities at the left, moves below."""
    for tenth in range(0, 11, 2):
        y = _y(tenth / 10)
        yield f'<path d="M{LEFT} {y:.1f}H{RIGHT}" stroke="#ddd"/>'
        yield f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{tenth / 10:.1f}</text>'
    every = max(1, -(-moves // 10))
    for move in range(0, moves + 1, every):
        x = _x(move, moves)
        yield f'<text x="{x:.1f}" y="{BOTTOM + 20}" text-anchor="middle">{move}</text>'
    yield f'<path d="M{LEFT} {TOP}V{BOTTOM}H{RIGHT}" fill="none" stroke="black"/>'
    middle = (LEFT + RIGHT) / 2
    words = escape(text("render.belief.moves", lang))
    yield f'<text x="{middle}" y="{BOTTOM + 44}" text-anchor="middle">{words}</text>'


def _curve(number: int, name: str, values: Sequence[float]) -> Iterator[str]:
    """The line of a model, and its name in the legend."""
    colour, dash = COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)]
    style = f'fill="none" stroke="{colour}" stroke-width="2.2" stroke-dasharray="{dash}"'
    points = " ".join(
        f"{_x(move, len(values) - 1):.1f},{_y(value):.1f}" for move, value in enumerate(values)
    )
    yield f'<polyline points="{points}" {style}/>'
    y = TOP + 10 + STEP * number
    yield f'<path d="M{RIGHT + 20} {y}h32" {style}/>'
    yield f'<text x="{RIGHT + 60}" y="{y + 4}">{escape(name)}</text>'


def _x(move: int, moves: int) -> float:
    return LEFT + (RIGHT - LEFT) * move / max(1, moves)


def _y(value: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * value
