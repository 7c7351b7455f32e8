"""Rock, paper, scissors: its picture, which says nothing too early."""

from __future__ import annotations

from xml.etree import ElementTree

from adversario.games.simultaneous.rock_paper_scissors import BACK, RockPaperScissors


def test_the_picture_shows_no_shape_before_both_have_chosen() -> None:
    game = RockPaperScissors()
    start = game.initial()
    pictures = [game.svg(game.result(start, shape)) for shape in game.actions(start)]
    body = {picture.partition("<g")[2] for picture in pictures}
    assert len(body) == 1
    assert pictures[0].count(BACK) == 2


def test_the_shapes_are_drawn_in_the_end() -> None:
    game = RockPaperScissors()
    drawn = set()
    for first in range(3):
        for second in range(3):
            end = game.result(game.result(game.initial(), first), second)
            picture = game.svg(end)
            assert ElementTree.fromstring(picture).tag.endswith("svg")
            assert BACK not in picture
            drawn.add(picture.partition("<g")[2])
    assert len(drawn) == 9
