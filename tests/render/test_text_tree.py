from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from adversario.algorithms.core.events import Node, Reason
from adversario.base.catalogue import LANGUAGES
from adversario.render.folding import fold
from adversario.render.text import text_tree
from adversario.trace.tree import TreeCut, TreeNode
from tests.render.samples import (
    binary,
    chain,
    chances,
    classic,
    inner,
    leaf,
    three_players,
    unusual,
    wide,
)

GOLDEN = Path(__file__).parent.parent / "golden" / "render"


def test_the_classic_tree() -> None:
    assert text_tree(classic()).splitlines() == [
        "△ A = 3 ★",
        "┣━ a1 → ▽ B = 3 ★",
        "│  ┣━ b1 = 3 ★",
        "│  ├─ b2 = 12",
        "│  └─ △ B3 ≥ 8 (pruned: v = 8 ≥ β = 3)",
        "│     ├─ b31 = 8",
        "│     ├╳ b32 = 7",
        "│     └╳ b33 = 3",
        "├─ a2 → ▽ C ≤ 2 (pruned: v = 2 ≤ α = 3)",
        "│  ├─ c1 = 2",
        "│  ├╳ c2 = 4",
        "│  └╳ c3 = 6",
        "└─ a3 → ▽ D ≤ 1 (cut, with nothing left to prune: v = 1 ≤ α = 3)",
        "   ├─ d1 = 14",
        "   ├─ d2 = 5",
        "   └─ d3 = 1",
    ]


@pytest.mark.parametrize(
    ("file", "root"),
    [
        ("classic.txt", classic),
        ("chances.txt", chances),
        ("three-players.txt", three_players),
        ("folded.txt", lambda: fold(binary(4, 3), 20)),
        ("unusual.txt", unusual),
    ],
)
def test_golden(file: str, root: Callable[[], TreeNode]) -> None:
    drawn = text_tree(root(), windows=True, lang="es") + "\n"
    assert drawn == (GOLDEN / file).read_text(encoding="utf-8")


def test_heavy_strokes_run_down_to_the_chosen_child() -> None:
    root = inner("A", Node.MAX, leaf("x", 1), leaf("y", 2, chosen=True), leaf("z", 0))
    assert text_tree(root).splitlines() == ["△ A", "┠─ x = 1", "┣━ y = 2 ★", "└─ z = 0"]


def test_color_only_adds_emphasis() -> None:
    colored = text_tree(classic(), color=True)
    for code in ("\x1b[1m", "\x1b[2m", "\x1b[0m"):
        assert code in colored
        colored = colored.replace(code, "")
    assert colored == text_tree(classic())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("reason", Reason)
def test_every_reason_of_a_cut_has_words(reason: Reason, lang: str) -> None:
    node = replace(inner("A", Node.MAX), cut=TreeCut(reason, (1, 2), 3))
    assert "{" not in text_tree(node, lang=lang)


def test_control_characters_do_not_reach_the_terminal() -> None:
    assert "\x1b" not in text_tree(unusual())
    assert len(text_tree(inner("a\nb\tc", Node.MAX)).splitlines()) == 1


def test_extreme_trees() -> None:
    assert text_tree(inner("", Node.MAX)) == "△"
    assert len(text_tree(chain(1000)).splitlines()) == 1001
    assert len(text_tree(wide(500)).splitlines()) == 501
