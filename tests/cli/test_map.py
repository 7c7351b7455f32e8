from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from adversario.solve import play_map as planning


def test_the_map_goes_to_a_file_with_a_word_about_it(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "x.svg"
    done = run("map", "tictactoe", "--for", "X", "-o", str(file), "--lang", "en")
    assert done.code == 0
    assert done.out == f"{file}: decisions: 91; endings: wins 71, draws 2, losses 0\n"
    assert ET.parse(file).getroot().tag.endswith("svg")
    assert run("map", "tictactoe", "--lang", "en").out == file.read_text(encoding="utf-8")


def test_the_player_goes_by_name_or_number(run: Any) -> None:
    by_name = run("map", "tictactoe", "--for", "o", "--json").json
    assert by_name == run("map", "tictactoe", "--for", "2", "--json").json
    assert by_name["player"] == "O"
    assert by_name["decisions"] == 768
    assert by_name["map"]["action"] is None
    assert set(by_name["map"]["replies"]) == set("012345678")


def test_position_depth_and_paper(run: Any) -> None:
    answer = run("map", "tictactoe", "XX./O../..O", "--json", "--depth", "1").json
    assert answer["map"] == {
        "position": "XX./O../..O",
        "action": "2",
        "outcome": "win",
        "plies": 1,
        "replies": {},
    }
    drawn = run("map", "mnk:rows=2,columns=4", "--paper", "a3", "--lang", "es").out
    root = ET.fromstring(drawn)
    assert root.attrib["width"] == "420mm"
    assert root[0].text == "MNK (rows=2,columns=4): juego perfecto para X"


def test_a_map_that_is_too_large_says_what_to_do(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "MAX_DECISIONS", 90)
    done = run("map", "tictactoe", "--lang", "en")
    assert done.code == 2
    assert "more than 90 decisions" in done.err
    assert "--depth" in done.err
    assert run("map", "tictactoe", "--depth", "2", "--json").json["decisions"] == 9


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["nim"], "no map of Nim"),
        (["tictactoe", "--for", "Z"], "players: X, O"),
        (["tictactoe", "--depth", "0"], "at least 1"),
        (["tictactoe", "XXX/OO./..."], "the game is over"),
    ],
)
def test_bad_input_exits_with_2_and_says_why(run: Any, arguments: list[str], problem: str) -> None:
    done = run("map", *arguments, "--lang", "en")
    assert done.code == 2
    assert problem in done.err
    assert not done.out
    assert run("map", *arguments, "--lang", "es").err != done.err
