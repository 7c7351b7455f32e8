"""What a notebook shows for trees, searches, results and boards."""

from __future__ import annotations

from xml.etree import ElementTree

from adversario import alphabeta, game_tree, parse_tree, record, search_tree
from adversario.display import html, svg
from adversario.games import TicTacToe

TREE = parse_tree("A(B(3, 12), C(2, 4))")


def test_trees_traces_and_search_trees_show_as_svg() -> None:
    _, trace = record(TREE, algorithm="alphabeta")
    for shown in (TREE, trace, search_tree(trace), game_tree(TREE)):
        picture = shown._repr_svg_()
        assert picture is not None
        assert ElementTree.fromstring(picture).tag.endswith("svg")


def test_big_trees_fold() -> None:
    game = TicTacToe()
    picture = game_tree(game, depth=3)._repr_svg_()
    assert picture is not None
    assert len(picture) < 1_000_000


def test_results_show_as_a_table() -> None:
    shown = alphabeta(TREE)._repr_html_()
    assert shown is not None
    assert "<td>a1</td><td>3</td>" in shown
    assert "<td>≤ 2</td>" in shown


def test_what_nobody_draws_shows_as_nothing() -> None:
    assert svg(object()) is None
    assert html(object()) is None
