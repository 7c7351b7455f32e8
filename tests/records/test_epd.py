"""EPD: positions with best moves, read and written; mistakes have their line."""

from __future__ import annotations

from pathlib import Path

import pytest

from adversario.base.formats.source_text import SourceError
from adversario.records.epd import read_epd, write_epd

SUITE = """# two of "Win at Chess"
2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";
8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2; id "WAC.002";
4k3/8/8/8/8/8/4R3/4K3 b - - 7 40 am Kd7 Kd8; c0 "a; b"; hmvc 7;
"""


def test_positions_are_read() -> None:
    first, second, third = read_epd(SUITE)
    assert (first.name, second.name, third.name) == ("WAC.001", "WAC.002", "")
    best = first.game.parse_action(first.state, "Qg6")
    assert first.moves("bm") == (best,)
    assert first.is_solved_by(best)
    assert not first.is_solved_by(None)
    assert not third.is_solved_by(third.moves("am")[0])
    assert third.is_solved_by(third.game.parse_action(third.state, "Kf8"))
    assert third.operations["c0"] == ("a; b",)
    assert third.state.clock == 7


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    positions = read_epd(SUITE)
    file = tmp_path / "suite.epd"
    file.write_text(write_epd(positions))
    again = read_epd(file)
    assert again == positions
    assert write_epd(again) == write_epd(positions)


@pytest.mark.parametrize(
    ("text", "problem", "line"),
    [
        ("4k3/8/8/8/8/8/8/4K3 w -", "four fields", 1),
        ("\n4k3/8/8/8/8/8/8/4K3 w - - bm Ke2", "not an operation", 2),
        ("4k3/8/8/8/8/8/8/R3K3 w - - bm Ke7;", "not a legal action", 1),
        ("\n\n8/8/8/8/8/8/8/4K3 w - - id 3;", "0 kings", 3),
    ],
)
def test_mistakes_have_their_line(text: str, problem: str, line: int) -> None:
    with pytest.raises(SourceError, match=problem) as caught:
        read_epd(text)
    assert caught.value.line == line
