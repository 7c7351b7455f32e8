"""Game trees as TikZ for LaTeX documents: named nodes and plain paths, easy to edit by hand."""

from __future__ import annotations

from collections.abc import Iterator

from adversario.render.joins import Join
from adversario.render.labels import Shape
from adversario.render.latex import latex, typeset
from adversario.render.layout import (
    BESIDE,
    BOX,
    HALF,
    LABEL_AT,
    LINE,
    RADIUS,
    SMALL,
    Picture,
    PlacedNode,
    layout,
    leans_left,
)
from adversario.trace.tree import TreeNode

_POINTS = 0.78  # a pixel of the layout, where the tree fits on a page that TeX can make
_MOST_POINTS = 12000.0  # TeX has no lengths above 16383pt

_DOCUMENT = r"""\documentclass[tikz,border=4pt]{standalone}
\usetikzlibrary{shapes.geometric}
\begin{document}
%s\end{document}
"""


def tikz_tree(
    root: TreeNode, *, windows: bool = False, standalone: bool = True, lang: str = "en"
) -> str:
    r"""The tree as a LaTeX document or, not `standalone`, as a tikzpicture to put into one.

    A document that includes the picture needs `\usepackage{tikz}` and
    `\usetikzlibrary{shapes.geometric}`. The conventions are those of the SVG drawing; the styles at
    the top say how each kind of node and line looks.
    """
    picture = layout(root, windows=windows, lang=lang)
    lines = _styles(picture)
    lines += (f"  {_margin(words, y)}" for words, y in picture.levels)
    for at, place in enumerate(picture.places):
        lines += (f"  {line}" for line in _node(at, place))
    below = range(1, len(picture.places))
    lines += (f"  {_edge(picture, at)}" for at in below)
    lines += (f"  {_join(picture, join)}" for join in picture.joined)
    lines += (f"  {_action(picture, at)}" for at in below if picture.places[at].edge)
    drawn = "\n".join(lines) + "\n\\end{tikzpicture}\n"
    return _DOCUMENT % drawn if standalone else drawn


def _styles(picture: Picture) -> list[str]:
    """The head of the picture. If the unit must shrink, nodes shrink with it."""
    unit = min(_POINTS, _MOST_POINTS / max(picture.width, picture.height))
    scale = unit / _POINTS
    triangle = f"regular polygon, regular polygon sides=3, minimum size={2 * RADIUS * _POINTS:g}pt"
    across, high = f"{2 * HALF * _POINTS:g}pt", f"{BOX * _POINTS:g}pt"
    return [
        rf"\begin{{tikzpicture}}[x={unit:.5f}pt, y=-{unit:.5f}pt, line width={0.5 * scale:.3g}pt,",
        *([f"  every node/.style={{scale={scale:.5f}}},"] if unit < _POINTS else []),
        r"  words/.style={font=\small, inner sep=1pt},",
        r"  note/.style={font=\scriptsize, inner sep=1pt},",
        r"  outline/.style={draw, font=\small, inner sep=0pt, outer sep=0pt},",
        rf"  max/.style={{outline, {triangle}}},",
        rf"  min/.style={{outline, {triangle}, shape border rotate=180}},",
        rf"  chance/.style={{outline, circle, minimum size={across}}},",
        rf"  own/.style={{outline, rectangle, minimum size={across}}},",
        rf"  leaf/.style={{outline, rectangle, minimum size={high}, inner xsep=3pt}},",
        r"  more/.style={note, anchor=north, outer sep=0pt, font=\scriptsize\itshape, black!60},",
        rf"  best/.style={{line width={1.8 * scale:.3g}pt}},",
        r"  pruned/.style={dashed, draw=black!60},",
        r"  folded/.style={dotted, black!60},",
        rf"  action/.style={{note, fill=white, outer sep=0.5pt, auto, pos={LABEL_AT}}},",
        r"  strike/.style={sloped, solid, black, font=\bfseries, inner sep=0pt},",
        r"  struck/.style={black!60, shorten <=-2pt, shorten >=-2pt}]",
    ]


def _margin(words: str, y: float) -> str:
    return rf"\node[words, anchor=west, black!60] at (14, {y:.1f}) {{{latex(words)}}};"


def _node(at: int, place: PlacedNode) -> Iterator[str]:
    options = _options(place.shape.value, best=place.chosen, pruned=place.pruned)
    y = place.top[1] if place.shape is Shape.MORE else place.y
    yield rf"\node[{options}] (n{at}) at ({place.x:.1f}, {y:.1f}) {{{typeset(place.inside)}}};"
    if place.shape is Shape.BOX:
        if place.name:
            yield _words("note", "north", place.x, place.y + BOX / 2, place.name, faint=True)
        if place.pruned:
            yield rf"\draw[struck] (n{at}.south west) -- (n{at}.north east);"
        return
    faint = place.pruned
    if place.name:
        style = "words, font=\\small\\bfseries" if place.chosen else "words"
        yield _words(style, "east", place.x - BESIDE, place.middle, place.name, faint=faint)
    style = "note" if place.words_size == SMALL else "words"
    first = place.middle - LINE * (len(place.beside) - 1) / 2
    for row, words in enumerate(place.beside):
        yield _words(style, "west", place.x + BESIDE, first + LINE * row, words, faint=faint)


def _words(style: str, anchor: str, x: float, y: float, words: str, *, faint: bool) -> str:
    options = f"{style}, anchor={anchor}" + (", black!60" if faint else "")
    return rf"\node[{options}] at ({x:.1f}, {y:.1f}) {{{typeset(words)}}};"


def _edge(picture: Picture, at: int) -> str:
    """The line to a place, struck through where pruning starts."""
    place = picture.places[at]
    kind = "folded" if place.shape is Shape.MORE else ""
    options = _options(kind, best=place.chosen, pruned=place.pruned)
    strike = f" node[strike, pos={place.strike_at}] {{/\\kern-0.2em/}}"
    end = strike if picture.struck(place) else ""
    return rf"\draw[{options}] (n{place.parent}.south) -- (n{at}.north){end};"


def _join(picture: Picture, join: Join) -> str:
    """A dotted line between two neighbours of an information set."""
    path = " -- ".join(f"({x:.1f}, {y:.1f})" for x, y in picture.join_points(join))
    return rf"\draw[densely dotted, thick, black!60] {path};"


def _action(picture: Picture, at: int) -> str:
    """The label on the outer side of the line to a place, drawn after all lines."""
    place = picture.places[at]
    parent = picture.places[place.parent or 0]
    side = ", swap" if leans_left(parent.x, place.x) else ""
    ends = f"(n{place.parent}.south) -- (n{at}.north)"
    return rf"\path {ends} node[action{side}] {{{latex(place.edge)}}};"


def _options(first: str, *, best: bool, pruned: bool) -> str:
    return ", ".join(filter(None, [first, "best" if best else "", "pruned" if pruned else ""]))
