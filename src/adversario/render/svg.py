"""Game trees as standalone SVG: black on white, no scripts, no fonts to fetch."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from adversario.base.catalogue import text
from adversario.render import labels
from adversario.render.joins import Join
from adversario.render.labels import Shape
from adversario.render.layout import (
    BESIDE,
    BOX,
    FONT,
    HALF,
    LINE,
    RADIUS,
    SMALL,
    Picture,
    PlacedNode,
    beside_edge,
    layout,
)
from adversario.trace.tree import TreeNode

_FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
_GREY = "#666"
_THIN, _THICK = 1.2, 3.6


def svg_tree(
    root: TreeNode, *, windows: bool = False, title: str | None = None, lang: str = "en"
) -> str:
    """The tree as an SVG document.

    MAX is a triangle pointing up, MIN one pointing down, chance a circle, a player of max^n a
    square, a leaf a box. The principal variation is thick; pruned branches are dashed, and struck
    through where the pruning starts. Dotted lines join the nodes of an information set. `windows`
    adds [α, β] and the reasons of cuts. `title` is the text for screen readers and tooltips.
    """
    picture = layout(root, windows=windows, lang=lang)
    size = f"{picture.width:.0f}", f"{picture.height:.0f}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" lang="{escape(lang)}" '
        f'width="{size[0]}" height="{size[1]}" viewBox="0 0 {size[0]} {size[1]}" '
        f'font-family="{_FONTS}" font-size="{FONT:g}" text-anchor="middle">',
        f"<title>{escape(labels.clean(title or text('render.title', lang)))}</title>",
        f"<desc>{escape(_description(picture, lang))}</desc>",
        '<rect width="100%" height="100%" fill="white"/>',
        *_margin(picture),
        f'<g stroke="black" stroke-width="{_THIN}" fill="none">',
        *(line for place in picture.places for line in _edge(picture, place)),
        "</g>",
        *(_join(picture, join) for join in picture.joined),
        f'<g stroke="white" stroke-width="4" stroke-linejoin="round" paint-order="stroke" '
        f'font-size="{SMALL:g}">',
        *(line for place in picture.places for line in _edge_label(picture, place)),
        "</g>",
        *(line for place in picture.places for line in _node(place, lang)),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _description(picture: Picture, lang: str) -> str:
    """The description for screen readers."""
    root = picture.places[0].node
    shown = [place for place in picture.places if place.shape is not Shape.MORE]
    line = [
        labels.edge(place.node) or labels.name(place.node) for place in shown[1:] if place.chosen
    ]
    return text(
        "render.description",
        lang,
        nodes=sum(1 + place.node.folded for place in shown),
        value=labels.value(root) or "?",
        line=", ".join(filter(None, line)) or "–",
        pruned=sum(picture.struck(place) for place in picture.places),
    )


def _margin(picture: Picture) -> Iterator[str]:
    """The player to move on each level."""
    for words, y in picture.levels:
        yield _text(words, 14, y, anchor="start", fill=_GREY)


def _edge(picture: Picture, place: PlacedNode) -> Iterator[str]:
    if place.parent is None:
        return
    start, end = picture.places[place.parent].bottom, place.top
    style = ""
    if place.shape is Shape.MORE:
        style = f' stroke="{_GREY}" stroke-dasharray="1 4" stroke-linecap="round"'
    elif place.pruned:
        style = f' stroke="{_GREY}" stroke-dasharray="5 4"'
    elif place.chosen:
        style = f' stroke-width="{_THICK}"'
    yield _line(start, end, style)
    if picture.struck(place):
        yield from _strike(start, end, place.strike_at)


def _join(picture: Picture, join: Join) -> str:
    """A dashed line between two neighbours of an information set."""
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in picture.join_points(join))
    style = f'fill="none" stroke="{_GREY}" stroke-width="1.6" stroke-dasharray="2 3"'
    return f'<polyline points="{points}" {style}/>'


def _strike(start: tuple[float, float], end: tuple[float, float], at: float) -> Iterator[str]:
    """Two short parallel strokes across a line, leaning up and away from the parent's middle."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = (across**2 + down**2) ** 0.5
    along = across / length, down / length
    slant = 3 if across < 0 else -3
    half = 6 * along[1] + slant * along[0], -6 * along[0] + slant * along[1]
    for gap in (-2.5, 2.5):
        x = start[0] + at * across + gap * along[0]
        y = start[1] + at * down + gap * along[1]
        ends = (x - half[0], y - half[1]), (x + half[0], y + half[1])
        yield _line(*ends, ' stroke-width="1.6"')


def _edge_label(picture: Picture, place: PlacedNode) -> Iterator[str]:
    if place.parent is not None and place.edge:
        start, end = picture.places[place.parent].bottom, place.top
        x, y = beside_edge(start, end, place.edge)
        yield _text(place.edge, x, y, fill=_GREY if place.pruned else "black")


def _node(place: PlacedNode, lang: str) -> Iterator[str]:
    ink = _GREY if place.pruned and place.shape is not Shape.BOX else "black"
    yield f'<g fill="{ink}">'
    yield f"<title>{escape(_tooltip(place, lang))}</title>"
    if place.shape is Shape.MORE:
        style = f' font-style="italic" font-size="{SMALL:g}"'
        yield _text(place.inside, place.x, place.top[1] + SMALL, fill=_GREY, style=style)
    else:
        yield _outline(place)
        if place.pruned and place.shape is Shape.BOX:
            yield _strike_out(place)
        if place.inside:
            yield _text(place.inside, place.x, place.y)
        yield from _words_around(place)
    yield "</g>"


def _strike_out(place: PlacedNode) -> str:
    """A stroke through a leaf's box: grey, so that the number can still be read."""
    half = place.box_width / 2 + 3, BOX / 2 + 3
    ends = (place.x - half[0], place.y + half[1]), (place.x + half[0], place.y - half[1])
    return _line(*ends, f' stroke="{_GREY}" stroke-width="1.4"')


def _tooltip(place: PlacedNode, lang: str) -> str:
    """Everything about the node, including texts that the picture has no room for."""
    if place.shape is Shape.MORE:
        return place.inside
    node = place.node
    parts = (
        labels.edge(node),
        labels.name(node),
        "" if node.set is None else f"@{labels.clean(node.set)}",
        labels.value(node),
        labels.window(node),
        labels.cut_reason(node, lang),
    )
    return " · ".join(filter(None, parts))


def _outline(place: PlacedNode) -> str:
    x, y = place.x, place.y
    style = f'fill="white" stroke="{_GREY if place.pruned else "black"}"'
    style += f' stroke-width="{2.6 if place.chosen else _THIN}"'
    if place.pruned:
        style += ' stroke-dasharray="4 3"'
    if place.shape is Shape.CIRCLE:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{HALF:g}" {style}/>'
    if place.shape in (Shape.UP, Shape.DOWN):
        sign = 1 if place.shape is Shape.UP else -1
        half, tip, base = RADIUS * 3**0.5 / 2, y - sign * RADIUS, y + sign * RADIUS / 2
        corners = f"{x:.1f},{tip:.1f} {x + half:.1f},{base:.1f} {x - half:.1f},{base:.1f}"
        return f'<polygon points="{corners}" stroke-linejoin="round" {style}/>'
    width, height = (place.box_width, BOX) if place.shape is Shape.BOX else (2 * HALF, 2 * HALF)
    corner = f'x="{x - width / 2:.1f}" y="{y - height / 2:.1f}"'
    return f'<rect {corner} width="{width:.1f}" height="{height:.1f}" {style}/>'


def _words_around(place: PlacedNode) -> Iterator[str]:
    if place.shape is Shape.BOX:
        if place.name:
            style = f' font-size="{SMALL:g}"'
            yield _text(place.name, place.x, place.y + BOX / 2 + 9, style=style, fill=_GREY)
        return
    if place.name:
        style = ' font-weight="bold"' if place.chosen else ""
        yield _text(place.name, place.x - BESIDE, place.middle, anchor="end", style=style)
    first = place.middle - LINE * (len(place.beside) - 1) / 2
    for row, words in enumerate(place.beside):
        style = f' font-size="{place.words_size:g}"'
        yield _text(words, place.x + BESIDE, first + LINE * row, anchor="start", style=style)


def _text(
    words: str, x: float, y: float, *, anchor: str = "", fill: str = "", style: str = ""
) -> str:
    """Words whose middle is at height y: not all programs support `dominant-baseline`."""
    anchor = f' text-anchor="{anchor}"' if anchor else ""
    fill = f' fill="{fill}"' if fill else ""
    place = f'x="{x:.1f}" y="{y:.1f}" dy=".35em"'
    return f"<text {place}{anchor}{fill}{style}>{escape(words)}</text>"


def _line(start: tuple[float, float], end: tuple[float, float], style: str) -> str:
    ends = f'x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}"'
    return f"<line {ends}{style}/>"
