from __future__ import annotations

from collections.abc import Callable
from xml.etree import ElementTree as ET

import pytest

from adversario.algorithms.core.events import Node
from adversario.base.catalogue import LANGUAGES
from adversario.render.folding import fold
from adversario.render.svg import svg_tree
from adversario.trace.tree import TreeNode
from tests.render.samples import (
    binary,
    chain,
    chances,
    classic,
    inner,
    three_players,
    unusual,
    wide,
)

SVG = "{http://www.w3.org/2000/svg}"
TREES: dict[str, Callable[[], TreeNode]] = {
    "single": lambda: inner("A", Node.MAX, value=3),
    "classic": classic,
    "chances": chances,
    "three players": three_players,
    "folded": lambda: fold(binary(5, 5), 60),
    "deep": lambda: chain(1000),
    "wide": lambda: wide(500),
    "unusual": unusual,
}


def texts(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("tree", TREES)
def test_well_formed_and_accessible(tree: str, lang: str) -> None:
    root = ET.fromstring(svg_tree(TREES[tree](), windows=True, lang=lang))
    assert root.get("role") == "img"
    assert [child.tag for child in root[:2]] == [f"{SVG}title", f"{SVG}desc"]
    assert all(child.text for child in root[:2])
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags <= {"svg", "title", "desc", "g", "rect", "circle", "polygon", "line", "text"}


def test_shapes() -> None:
    root = ET.fromstring(svg_tree(chances()))
    assert len(root.findall(f".//{SVG}polygon")) == 1 + 5
    assert len(root.findall(f".//{SVG}circle")) == 2
    assert len(root.findall(f".//{SVG}rect")) == 1 + 10


def test_pruned_branches_are_dashed_and_struck_through() -> None:
    root = ET.fromstring(svg_tree(classic()))
    lines = root.findall(f".//{SVG}line")
    assert len([line for line in lines if line.get("stroke-dasharray")]) == 4
    assert len([line for line in lines if line.get("stroke-width") == "1.6"]) == 2 * 4
    assert len([line for line in lines if line.get("stroke-width") == "1.4"]) == 4


def test_the_chosen_line_is_thick() -> None:
    lines = ET.fromstring(svg_tree(classic())).findall(f".//{SVG}line")
    assert len([line for line in lines if line.get("stroke-width") == "3.6"]) == 2


def test_windows_only_on_demand() -> None:
    assert "8 ≥ β = 3" in texts(ET.fromstring(svg_tree(classic(), windows=True)))
    assert "[3, ∞]" in texts(ET.fromstring(svg_tree(classic(), windows=True)))
    assert not [words for words in texts(ET.fromstring(svg_tree(classic()))) if "[" in words]


def test_title_and_description() -> None:
    root = ET.fromstring(svg_tree(classic(), title="A < B & C", lang="en"))
    assert root[0].text == "A < B & C"
    assert root[1].text == (
        "Game tree of 16 nodes. Value at the root: 3. Best line: a1, b1. Pruned branches: 4."
    )


def test_folded_nodes_are_counted() -> None:
    assert "+7 more" in texts(ET.fromstring(svg_tree(unusual())))
    assert "+7 más" in texts(ET.fromstring(svg_tree(unusual(), lang="es")))


def test_names_are_escaped_and_whole_in_the_tooltip() -> None:
    name = "<&> " + "long " * 20 + "end"
    root = ET.fromstring(svg_tree(inner(name, Node.MAX)))
    assert [element.text for element in root.findall(f".//{SVG}g/{SVG}title")] == [name]
    assert texts(root)[-1] == "<&> long long long long…"
