from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from adversario.render.folding import fold
from adversario.render.labels import Shape
from adversario.render.layout import BESIDE, Picture, PlacedNode, beside_edge, layout, text_width
from adversario.render.svg import svg_tree
from adversario.render.text import text_tree
from adversario.render.tikz import tikz_tree
from adversario.trace.tree import TreeNode, game_tree
from adversario.trees import parse_tree
from tests.render.samples import binary, chain, chances, classic, three_players, unusual, wide

PENNIES = "(H -> @x(H -> 1, T -> -1), T -> @x(-1, 1))"
CROSSED = f"({', '.join(f'left{at} -> @set{at % 6}(a -> 1, b -> = 2)' for at in range(12))})"

TREES: dict[str, Callable[[], TreeNode]] = {
    "classic": classic,
    "chances": chances,
    "three players": three_players,
    "binary": lambda: binary(4),
    "folded": lambda: fold(binary(5, 5), 60),
    "deep": lambda: chain(1000),
    "wide": lambda: wide(500),
    "unusual": unusual,
    "pennies": lambda: game_tree(parse_tree(PENNIES)),
    "crossed": lambda: game_tree(parse_tree(CROSSED)),
}


def extent(place: PlacedNode) -> tuple[float, float]:
    """From where to where the place reaches, with the words left and right of it."""
    if place.shape is Shape.MORE:
        half = text_width(place.inside, 11) / 2
        return place.x - half, place.x + half
    if place.shape is Shape.BOX:
        return place.x - place.box_width / 2, place.x + place.box_width / 2
    right = max((text_width(words, place.words_size) for words in place.beside), default=0)
    return place.x - BESIDE - text_width(place.name), place.x + BESIDE + right


def rows(picture: Picture) -> list[list[PlacedNode]]:
    depth = max(place.depth for place in picture.places)
    return [[place for place in picture.places if place.depth == row] for row in range(depth + 1)]


@pytest.mark.parametrize("windows", [False, True])
@pytest.mark.parametrize("tree", TREES)
def test_nothing_overlaps(tree: str, windows: bool) -> None:
    picture = layout(TREES[tree](), windows=windows, lang="en")
    for row in rows(picture):
        for one, other in pairwise(row):
            assert extent(one)[1] < extent(other)[0]
    for upper, lower in pairwise(rows(picture)):
        assert max(place.bottom[1] for place in upper) + 20 < min(place.top[1] for place in lower)


@pytest.mark.parametrize("tree", TREES)
def test_everything_is_inside(tree: str) -> None:
    picture = layout(TREES[tree](), windows=True, lang="en")
    for place in picture.places:
        left, right = extent(place)
        assert left > 0
        assert right < picture.width
        assert 0 < place.top[1] < place.bottom[1] < picture.height


@pytest.mark.parametrize("tree", TREES)
def test_parents_stand_in_the_middle_of_their_children(tree: str) -> None:
    places = layout(TREES[tree](), windows=False, lang="en").places
    for at, parent in enumerate(places):
        children = [place.x for place in places if place.parent == at]
        if children:
            assert parent.x == pytest.approx((children[0] + children[-1]) / 2)


def test_levels_are_named_where_each_has_one_kind() -> None:
    def words(root: TreeNode, lang: str) -> list[str]:
        return [words for words, _ in layout(root, windows=False, lang=lang).levels]

    assert words(chances(), "en") == ["MAX", "CHANCE", "MIN"]
    assert words(chances(), "es") == ["MAX", "AZAR", "MIN"]
    assert words(three_players(), "es") == ["Jugador A", "Jugador B", "Jugador C"]
    assert words(unusual(), "en") == []


def test_sets_are_joined_where_there_is_no_text() -> None:
    """Six sets that overlap: lines of different sets are apart, below names, above labels."""
    picture = layout(game_tree(parse_tree(CROSSED)), windows=False, lang="en")
    assert len(picture.joined) == 6
    assert len({join.below for join in picture.joined}) == 6
    labels = min(
        beside_edge(picture.places[place.parent].bottom, place.top, place.edge)[1]
        for place in picture.places
        if place.depth == 2 and place.parent is not None
    )
    for join in picture.joined:
        first, second = picture.places[join.first], picture.places[join.second]
        assert first.node.set == second.node.set
        (left, start), (_, y), (_, _), (right, _) = picture.join_points(join)
        assert first.x < left < right < second.x
        assert first.y < start < y
        assert first.bottom[1] + 4 < y < labels - 6


def test_sets_on_several_levels_are_named() -> None:
    picture = layout(
        game_tree(parse_tree("(@x(1, 2), (max@y(1, 2), min@x(3, 4)))")), windows=False, lang="en"
    )
    assert not picture.joined
    assert [place.name for place in picture.places if place.node.set] == ["B @x", "C1", "C2 @x"]


def test_sets_in_all_drawings() -> None:
    root = game_tree(parse_tree(PENNIES))
    assert text_tree(root).splitlines()[1] == "├─ H → ▽ B @x"
    assert svg_tree(root).count("<polyline") == tikz_tree(root).count("densely dotted") == 1
    assert "B · @x" in svg_tree(root)
    assert "polyline" not in svg_tree(classic())
