"""Pictures of chess: pieces drawn once for both the package and the web app."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

from adversario.games.boards.chess import Chess
from adversario.games.drawing.chessmen import DETAILS, OUTLINES

DRAWN = Path(__file__).parents[4] / "frontend" / "src" / "board" / "chessmen.ts"


def test_the_web_app_draws_the_same_pieces() -> None:
    source = DRAWN.read_text(encoding="utf-8")
    found = re.findall(r'(\w): \{\s*outline:\s*"([^"]+)",\s*details: "([^"]+)"', source)
    assert {kind: (outline, details) for kind, outline, details in found} == {
        kind: (OUTLINES[kind], DETAILS[kind]) for kind in OUTLINES
    }


def test_every_piece_is_drawn_on_its_square() -> None:
    game = Chess()
    drawn = list(ElementTree.fromstring(game.svg(game.initial())).iter())
    assert sum("transform" in each.attrib for each in drawn) == 32
    corner = next(each for each in drawn if each.attrib.get("x") and each.tag.endswith("}rect"))
    assert corner.attrib["fill"] == "#f0d9b5"  # a8 is light


def test_moves_are_made_by_two_squares() -> None:
    game = Chess()
    state = game.parse_position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    move = game.parse_action(state, "O-O")
    names = [game.diagram(state).cells[cell].name for cell in game.action_cells(state, move)]
    others = [
        [game.diagram(state).cells[cell].name for cell in cells]
        for cells in game.other_action_cells(state, move)
    ]
    assert (names, others) == (["e1", "g1"], [["e1", "h1"]])
    small = Chess(variant="gardner")
    move = small.parse_action(small.initial(), "a3")
    cells = small.action_cells(small.initial(), move)
    assert [small.diagram(small.initial()).cells[cell].name for cell in cells] == ["a2", "a3"]
