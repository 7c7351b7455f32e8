"""Beliefs drawn."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from adversario import InputError, parse_tree
from adversario.algorithms.models.models import EpsilonGreedy, Uniform
from adversario.render.beliefs import BOTTOM, LEFT, RIGHT, TOP, svg_beliefs
from adversario.views.beliefs import Belief

TREE = parse_tree("A:MIN(1, 3)")


def test_the_lines_are_the_probabilities() -> None:
    belief = Belief.over({"<random>": Uniform(TREE), "greedy": EpsilonGreedy(TREE, 0.5)})
    first = next(iter(TREE.actions(TREE.initial())))
    history = [belief, belief.after(TREE.initial(), first)]
    drawn = ElementTree.fromstring(svg_beliefs(history))
    lines = [each.attrib["points"] for each in drawn if each.tag.endswith("polyline")]
    share = 0.5 / (0.5 + 0.75)
    for line, values in zip(lines, ((0.5, share), (0.5, 1 - share)), strict=True):
        wanted = [
            f"{x:.1f},{BOTTOM - (BOTTOM - TOP) * value:.1f}"
            for x, value in zip((LEFT, RIGHT), values, strict=True)
        ]
        assert line.split() == wanted
    words = [each.text for each in drawn if each.tag.endswith("text")]
    assert "<random>" in words
    assert "observed moves" in words
    assert "jugadas observadas" in svg_beliefs(history, "es")


def test_beliefs_in_different_models_are_no_history() -> None:
    one, two = Belief.over({"a": Uniform(TREE)}), Belief.over({"b": Uniform(TREE)})
    for history in ([], [one, two]):
        with pytest.raises(InputError, match="same models"):
            svg_beliefs(history)
