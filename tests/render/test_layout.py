from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from adversario.render.folding import fold
from adversario.render.labels import Shape
from adversario.render.layout import BESIDE, Picture, PlacedNode, layout, text_width
from adversario.trace.tree import TreeNode
from tests.render.samples import binary, chain, chances, classic, three_players, unusual, wide

TREES: dict[str, Callable[[], TreeNode]] = {
    "classic": classic,
    "chances": chances,
    "three players": three_players,
    "binary": lambda: binary(4),
    "folded": lambda: fold(binary(5, 5), 60),
    "deep": lambda: chain(1000),
    "wide": lambda: wide(500),
    "unusual": unusual,
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
