"""`adversario tablebase`: built, verified, asked and described, and refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("morris")


def test_a_table_from_beginning_to_end(run: Any, folder: Path) -> None:
    where = ("--folder", str(folder))
    built = run("tablebase", "build", "morris", *where, "--metric", "dtw")
    assert built.code == 0
    lines = [line.split() for line in built.out.splitlines()]
    assert lines[0] == ["layer", "metric", "positions", "wins", "draws", "losses", "longest"]
    assert lines[1] == ["hand-0", "dtw", "1520", "756", "332", "432", "6"]
    assert len(lines) == 8
    again = run("tablebase", "build", "morris", *where, "--metric", "dtw", "--json").json
    assert again["built"] == 0
    assert [each["name"] for each in again["layers"]] == [f"hand-{hand}" for hand in range(7)]

    verified = run("tablebase", "verify", "morris", *where)
    assert verified.out.startswith("Right: 3870 positions in 7 layers")
    assert run("tablebase", "verify", "morris", *where, "--json").json["hand-6"]["positions"] == 1

    start = run("tablebase", "probe", "morris", *where)
    assert start.out.splitlines() == [
        "X to move: a win", "plies to the end with perfect play: 9", "best: b2",
    ]  # fmt: skip
    known = run("tablebase", "probe", "morris", "X../.../... o", *where, "--json").json
    best = ["b3", "c3", "a2", "b2", "a1", "c1"]
    assert (known["value"], known["plies"], known["best"]) == (0, None, best)
    spanish = run("tablebase", "probe", "morris", *where, "--lang", "es")
    assert spanish.out.splitlines()[0] == "Mueve X: gana"

    described = run("tablebase", "info", *where)
    assert described.out.splitlines()[0].startswith("Morris {")
    assert run("tablebase", "info", *where, "--json").json[0]["file"] == "hand-0.dtw"

    analysed = run("analyse", "morris", "--depth", "5", "--tables", str(folder), "--json")
    assert '"distance": 9' in analysed.out.splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["build", "tictactoe", "--folder", "F"], "TicTacToe has no endgame tables"),
        (["build", "pig", "--folder", "F"], "Pig"),
        (["build", "morris", "--folder", "F", "--metric", "dtm"], "metric 'dtm' is unknown"),
        (["build", "morris", "--folder", "F", "--threads", "0"], "threads = 0"),
        (["build", "morris", "--folder", "F/f"], "cannot be written"),
        (["probe", "morris", "--folder", "G"], "there is no such folder"),
        (["info", "--folder", "G"], "there is no such folder"),
        (["info", "--folder", "F"], "no endgame tables there"),
        (["verify", "morris", "--folder", "F"], "no endgame tables of Morris there"),
    ],
)
def test_bad_input(run: Any, tmp_path: Path, arguments: list[str], said: str) -> None:
    (tmp_path / "f").write_text("")
    places = {"F": str(tmp_path), "F/f": str(tmp_path / "f"), "G": str(tmp_path / "none")}
    ended = run("tablebase", *(places.get(each, each) for each in arguments))
    assert ended.code == 2
    assert said in ended.err
    assert not ended.out


def test_tables_of_another_variant_are_refused(run: Any, folder: Path) -> None:
    ended = run("tablebase", "probe", "morris:moves=free", "--folder", str(folder), "--lang", "es")
    assert ended.code == 2
    assert "se hizo para otra cosa" in ended.err


def test_a_match_with_tables_against_one_without(run: Any, folder: Path) -> None:
    """Of random openings, each played from both sides, the tables lose the lost ones only."""
    players = (f"alphabeta:depth=2,tables={folder}", "alphabeta:depth=2")
    played = run("match", *players, "--game", "morris", "--games", "20", "--json")
    assert played.code == 0, played.err
    first, second = played.json["standings"]
    assert first["wins"] > second["wins"]
    refused = run("match", f"minimax:depth=2,tables={folder}", "random", "--game", "morris")
    assert refused.code == 2
    assert "endgame tables are for alphabeta" in refused.err
