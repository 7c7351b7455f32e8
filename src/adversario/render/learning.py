"""Learning curves: scores as a line of blocks and as SVG."""

from __future__ import annotations

from collections.abc import Sequence

from adversario.base.catalogue import text
from adversario.base.numbers import show
from adversario.games.drawing.grid import picture
from adversario.learn.alphazero.trainer import StrengthPoint
from adversario.learn.trainer import Point

BLOCKS = "▁▂▃▄▅▆▇█"
WIDTH, HEIGHT, EDGE = 640, 400, 64


def text_curve(points: Sequence[Point | StrengthPoint], width: int = 60) -> str:
    """The last `width` scores as blocks, low to high."""
    scores = [point.score for point in points][-width:]
    if not scores:
        return ""
    low, span = min(scores), max(scores) - min(scores)
    return "".join(BLOCKS[round(7 * (score - low) / span) if span else 3] for score in scores)


def svg_curve(points: Sequence[Point | StrengthPoint], lang: str = "en") -> str:
    """The scores over the games played, with their 95% intervals, as SVG."""
    low = min((point.score - point.half for point in points), default=0.0)
    high = max((point.score + point.half for point in points), default=1.0)
    if low == high:
        low, high = low - 1, high + 1
    last = max((point.games for point in points), default=1)

    def place(games: float, score: float) -> tuple[float, float]:
        return (
            EDGE + games / last * (WIDTH - EDGE - 20),
            20 + (high - score) / (high - low) * (HEIGHT - EDGE - 20),
        )

    upper = [place(point.games, point.score + point.half) for point in points]
    lower = [place(point.games, point.score - point.half) for point in points]
    line = [place(point.games, point.score) for point in points]
    parts = ['<rect width="100%" height="100%" fill="white"/>']
    for part in range(5):
        x, y = place(last * part / 4, low + (high - low) * part / 4)
        parts += [
            f'<path d="M{EDGE} {y:.1f}H{WIDTH - 20}M{x:.1f} 20V{HEIGHT - EDGE}" stroke="#ddd"/>',
            f'<text x="{EDGE - 6}" y="{y + 4:.1f}" text-anchor="end" font-size="12">'
            f"{show(round(low + (high - low) * part / 4, 3))}</text>",
            f'<text x="{x:.1f}" y="{HEIGHT - EDGE + 18}" text-anchor="middle" font-size="12">'
            f"{round(last * part / 4)}</text>",
        ]
    parts += [
        f'<polygon points="{_path([*upper, *lower[::-1]])}" fill="#1b6ca8" fill-opacity="0.2"/>',
        f'<polyline points="{_path(line)}" fill="none" stroke="#1b6ca8" stroke-width="2"/>',
        f'<text x="{WIDTH // 2}" y="{HEIGHT - 10}" text-anchor="middle" font-size="14">'
        f"{text('train.plot.games', lang)}</text>",
        f'<text x="14" y="{HEIGHT // 2}" text-anchor="middle" font-size="14" '
        f'transform="rotate(-90 14 {HEIGHT // 2})">{text("train.plot.score", lang)}</text>',
    ]
    return picture(WIDTH, HEIGHT, text("train.plot.title", lang), "".join(parts))


def _path(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
