"""The layout of a drawing: pure geometry, shared by SVG and TikZ.

The unit is a pixel of text 13 high; x grows to the right, y downwards. Every subtree has a strip of
the width to itself, so subtrees never touch each other, and a parent is above the middle of its
children.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from itertools import pairwise

from adversario.render import labels
from adversario.render.joins import InSet, Join, joins, room, scattered
from adversario.render.labels import Shape
from adversario.trace.tree import TreeNode

RADIUS = 24.0  # of the circle around a triangle, whose centre is its text's
HALF = 17.0  # of a circle's or square's width
BOX = 22.0  # the height of a leaf's box
BESIDE = 23.0  # from the middle of a node to the words next to it
FONT, SMALL = 13.0, 11.0
LABEL_AT = 0.74  # the position of a label along its edge
LINE = 13.0  # between lines of small text

_MARGIN = 14.0
_TOP = {Shape.UP: RADIUS, Shape.DOWN: RADIUS / 2, Shape.BOX: BOX / 2, Shape.MORE: RADIUS}
_BOTTOM = {Shape.UP: RADIUS / 2, Shape.DOWN: RADIUS}
_ASIDE = 10.0  # from the middle of a node to the line that joins its set
_BELOW = {Shape.UP: RADIUS / 2, Shape.DOWN: 7.0, Shape.CIRCLE: 14.0}  # where that line starts
_WIDTHS = {"ijl.,:;'|!()[] ftI": 0.38, "mwMW@%—#&~^": 0.92, "ABCDEFGHJKLNOPQRSTUVXYZ≤≥≈=+<>∞": 0.72}
_WIDTH_OF = {char: width for chars, width in _WIDTHS.items() for char in chars}


@dataclass(frozen=True, slots=True)
class PlacedNode:
    """A node, or a mark for the folded ones (then `node` is their parent), and its position."""

    node: TreeNode
    shape: Shape
    parent: int | None  # position in the picture's places, always before this one
    depth: int
    inside: str  # written in the shape
    name: str  # left of the shape; below a leaf's box
    beside: tuple[str, ...]  # right of the shape, line by line
    edge: str  # next to the line from the parent
    x: float = 0.0
    y: float = 0.0

    @property
    def top(self) -> tuple[float, float]:
        """The end of the line from the parent."""
        return self.x, self.y - _TOP.get(self.shape, HALF)

    @property
    def bottom(self) -> tuple[float, float]:
        """The start of the lines to the children."""
        return self.x, self.y + _BOTTOM.get(self.shape, HALF)

    @property
    def middle(self) -> float:
        """The height of the words next to the shape."""
        return (self.top[1] + self.bottom[1]) / 2

    @property
    def box_width(self) -> float:
        """The width of a leaf's box."""
        return max(BOX, text_width(self.inside) + 10)

    @property
    def strike_at(self) -> float:
        """The point where a strike crosses the line from the parent: low, away from others."""
        return 0.45 if self.edge else 0.6

    @property
    def words_size(self) -> float:
        """The size of the words next to the shape."""
        return SMALL if len(self.beside) > 1 else FONT

    @property
    def pruned(self) -> bool:
        """Whether it was never visited."""
        return self.node.pruned

    @property
    def chosen(self) -> bool:
        """Whether it is on the principal variation."""
        return self.node.chosen and self.shape is not Shape.MORE


@dataclass(frozen=True, slots=True)
class Picture:
    """All places, parents before their children, with the size of the whole."""

    places: tuple[PlacedNode, ...]
    levels: tuple[tuple[str, float], ...]  # the player to move and the height; () if mixed
    joined: tuple[Join, ...]  # neighbours of an information set
    width: float
    height: float

    def join_points(self, join: Join) -> tuple[tuple[float, float], ...]:
        """The corners of the line that joins two neighbours, from left to right."""
        one, other = self.places[join.first], self.places[join.second]
        left, right, y = one.x + _ASIDE, other.x - _ASIDE, one.y + join.below
        start, end = (each.y + _BELOW.get(each.shape, HALF) for each in (one, other))
        return (left, start), (left, y), (right, y), (right, end)

    def struck(self, place: PlacedNode) -> bool:
        """Whether pruning starts at the line to the place."""
        return place.parent is not None and place.pruned and not self.places[place.parent].pruned


def layout(root: TreeNode, *, windows: bool, lang: str) -> Picture:
    """Places for all nodes of the tree."""
    places = _gather(root, windows, lang)
    across = _across(places)
    words = _level_words(places, lang)
    left = _MARGIN + (max(map(text_width, words)) + 24 if any(words) else 0)
    joined = tuple(joins(_in_sets(places, across)))
    heights = _heights(places, across, joined)
    placed = tuple(
        replace(place, x=left + x, y=heights[place.depth])
        for place, x in zip(places, across, strict=True)
    )
    levels = tuple((word, y) for word, y in zip(words, heights, strict=False) if word)
    right = max(place.x + _reach(place)[1] for place in placed)
    return Picture(placed, levels, joined, right + _MARGIN, heights[-1] + RADIUS + 2 * _MARGIN)


def text_width(words: str, size: float = FONT) -> float:
    """The approximate width of the words in a sans-serif font, rather too large than too small."""
    return size * sum(_char_width(char) for char in words)


def _char_width(char: str) -> float:
    if unicodedata.combining(char):
        return 0.0
    if unicodedata.east_asian_width(char) in ("W", "F"):
        return 1.05
    return _WIDTH_OF.get(char, 0.62)


def _gather(root: TreeNode, windows: bool, lang: str) -> list[PlacedNode]:
    """All places in depth-first order, still without coordinates."""
    places: list[PlacedNode] = []
    waiting: list[tuple[TreeNode, int | None, int, bool]] = [(root, None, 0, False)]
    while waiting:
        node, parent, depth, stub = waiting.pop()
        if stub:
            words = labels.more(node, lang)
            places.append(PlacedNode(node, Shape.MORE, parent, depth, words, "", (), ""))
            continue
        at = len(places)
        places.append(_describe(node, parent, depth, windows))
        if node.folded:
            waiting.append((node, at, depth + 1, True))
        waiting.extend((child, at, depth + 1, False) for child in reversed(node.children))
    named = scattered(_in_sets(places, [0.0] * len(places)))
    return [
        replace(place, name=f"{place.name} @{labels.clip(labels.clean(place.node.set))}".lstrip())
        if place.node.set is not None and place.node.set in named and place.shape is not Shape.MORE
        else place
        for place in places
    ]


def _in_sets(places: list[PlacedNode], across: list[float]) -> list[InSet]:
    """The nodes that are in an information set."""
    return [
        InSet(place.node.set, place.depth, at, x)
        for at, (place, x) in enumerate(zip(places, across, strict=True))
        if place.node.set is not None and place.shape is not Shape.MORE
    ]


def _describe(node: TreeNode, parent: int | None, depth: int, windows: bool) -> PlacedNode:
    """The texts at the node; a value too long for its shape is written next to it."""
    shape, value = labels.shape(node), labels.value(node)
    name, edge = labels.clip(labels.name(node)), labels.edge(node, short=True)
    if shape is Shape.BOX:
        inside, name = (value, name) if value else (name, "")
        return PlacedNode(node, shape, parent, depth, inside, name, (), edge)
    inside = labels.clip(labels.clean(node.player)) if shape is Shape.SQUARE else value
    outside = [value] if shape is Shape.SQUARE else []
    if len(inside) > 3:
        inside, outside = "", [inside, *outside]
    if windows:
        outside += [labels.window(node), labels.cut_inequality(node)]
    return PlacedNode(node, shape, parent, depth, inside, name, tuple(filter(None, outside)), edge)


def _reach(place: PlacedNode) -> tuple[float, float]:
    """The extent of the place to the left and to the right of its middle."""
    if place.shape is Shape.MORE:
        left = right = text_width(place.inside, SMALL) / 2
    elif place.shape is Shape.BOX:
        left = right = max(place.box_width, text_width(place.name, SMALL)) / 2
    else:
        left = BESIDE + text_width(place.name)
        right = BESIDE + max(
            (text_width(line, place.words_size) for line in place.beside), default=0.0
        )
    # Two neighbours' lines are closer at the height of their labels than at their ends.
    label = (text_width(place.edge, SMALL) + 20) / LABEL_AT / 2 if place.edge else 0.0
    return max(left, label), max(right, label)


def _across(places: list[PlacedNode]) -> list[float]:
    """The x of every place, from 0 for the left border."""
    children: list[list[int]] = [[] for _ in places]
    for at, place in enumerate(places):
        if place.parent is not None:
            children[place.parent].append(at)
    middle, width, shift = ([0.0] * len(places) for _ in range(3))
    for at in reversed(range(len(places))):  # strips, from the leaves up
        left, right = _reach(places[at])
        end = 0.0
        for before, child in zip([None, *children[at]], children[at], strict=False):
            gap = 0.0 if before is None else _gap(children[before], children[child])
            shift[child] = end + gap
            end = shift[child] + width[child]
        row = [shift[child] + middle[child] for child in children[at]]
        centre = (row[0] + row[-1]) / 2 if row else left
        indent = max(0.0, left - centre)
        for child in children[at]:
            shift[child] += indent
        middle[at] = centre + indent
        width[at] = max(end + indent, middle[at] + right)
    for at, place in enumerate(places):  # sums of shifts, from the root down
        if place.parent is not None:
            shift[at] += shift[place.parent]
    return [shift[at] + middle[at] for at in range(len(places))]


def _gap(one: list[int], other: list[int]) -> float:
    """The gap between two neighbours' strips: wide between families, otherwise narrow."""
    return 26.0 if one or other else 14.0


def _heights(
    places: list[PlacedNode], across: list[float], joined: tuple[Join, ...]
) -> list[float]:
    """The y of every level; levels with wide lines are higher, or the lines would be flat."""
    spread = [0.0] * (1 + max(place.depth for place in places))
    for place, x in zip(places, across, strict=True):
        if place.parent is not None:
            spread[place.depth] = max(spread[place.depth], abs(x - across[place.parent]))
    extra = [0.0] * len(spread)
    for join in joined:
        depth = places[join.first].depth
        extra[depth] = max(extra[depth], room(join.below))
    heights = [_MARGIN + RADIUS]
    for more, (_, wide) in zip(extra, pairwise(spread), strict=False):
        heights.append(heights[-1] + min(max(88.0, 0.45 * wide), 240.0) + more)
    return heights


def _level_words(places: list[PlacedNode], lang: str) -> list[str]:
    """The player to move on each level; empty if one level has different kinds."""
    by_level: list[list[TreeNode]] = [[] for _ in range(1 + max(place.depth for place in places))]
    for place in places:
        if place.shape is not Shape.MORE:
            by_level[place.depth].append(place.node)
    words = [labels.level(nodes, lang) for nodes in by_level]
    return [] if None in words else [word or "" for word in words]


def leans_left(start: float, end: float) -> bool:
    """Whether a line from x to x has its label on the left; an upright one has it on the right."""
    return end < start - 4


def beside_edge(
    start: tuple[float, float], end: tuple[float, float], words: str
) -> tuple[float, float]:
    """The centre of a small label that touches the line on its outer side, without crossing it."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = (across**2 + down**2) ** 0.5
    side = -1 if leans_left(start[0], end[0]) else 1
    normal = (side * down / length, -side * across / length)
    away = abs(normal[0]) * text_width(words, SMALL) / 2 + abs(normal[1]) * SMALL / 2 + 2
    return (
        start[0] + LABEL_AT * across + normal[0] * away,
        start[1] + LABEL_AT * down + normal[1] * away,
    )
