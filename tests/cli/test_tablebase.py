"""`adversario tablebase`: built, verified, asked and described, and refused."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from adversario import make_game
from adversario.solve.endgame import build_tables
from tests.require import needs


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the tables of three men's morris."""
    made = tmp_path_factory.mktemp("morris")
    build_tables(make_game("morris"), made, metric="dtw")
    return made


def test_a_table_from_beginning_to_end(run: Any, tmp_path: Path) -> None:
    where = ("--folder", str(tmp_path))
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

    analysed = run("analyse", "morris", "--depth", "5", "--tables", str(tmp_path), "--json")
    assert '"distance": 9' in analysed.out.splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["build", "pig", "--folder", "F"], "Pig"),
        (["build", "morris", "--folder", "F", "--metric", "dtm"], "metric 'dtm' is unknown"),
        (["build", "morris", "--folder", "F", "--threads", "0"], "threads = 0"),
        (["build", "morris", "--folder", "F", "--engine", "fire"], "engine 'fire' is unknown"),
        (["build", "morris", "--folder", "F", "--workers", "2"], "for the engine ray only"),
        (["build", "morris", "--folder", "F", "--address", "auto"], "for the engine ray only"),
        (["build", "morris", "--folder", "F", "--engine", "ray", "--workers", "0"], "workers = 0"),
        (["build", "morris", "--folder", "F", "--machines", "0"], "machines = 0"),
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


def test_without_ray_it_says_what_to_install(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    before = dict(os.environ)
    for lang, said in (("en", "needs Ray, which is not installed"), ("es", "no está instalado")):
        ended = run(
            "tablebase", "build", "morris", "--folder", str(tmp_path), "--engine", "ray",
            "--lang", lang,
        )  # fmt: skip
        assert ended.code == 2
        assert said in ended.err
        assert "pip install 'adversario[ray]'" in ended.err
    assert os.environ == before


@needs("ray")
@pytest.mark.parametrize("address", ["127.0.0.1:1", "nonsense"])
def test_no_cluster_at_the_address(run: Any, tmp_path: Path, address: str) -> None:
    where = ("--folder", str(tmp_path), "--engine", "ray", "--address", address)
    ended = run("tablebase", "build", "morris", *where)
    assert ended.code == 2
    assert f"no Ray cluster could be reached at {address}" in ended.err


def test_what_more_pieces_would_take(run: Any, tmp_path: Path) -> None:
    """Mazes of two "pieces" have six more kinds, each of as many rooms."""
    mazes = str(Path(__file__).parent.parent / "solve" / "mazes.py")
    build = ("tablebase", "build", f"{mazes}:Mazes:mazes=8", "--pieces", "2", "--machines", "3")
    told = run(*build, "--folder", str(tmp_path / "told"))
    assert told.code == 0, told.err
    lines = told.out.splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("Measured: "))
    assert "on 3 machines" in lines[at + 1]
    assert lines[at + 2].split()[0] == "pieces"
    rows = [line.split()[:3] for line in lines[at + 3 : at + 9]]
    assert rows == [[str(n), str(n * 3 * 48), "48"] for n in range(3, 9)]
    assert lines[at + 9].startswith("Not measured: the network")

    found = run(*build, "--folder", str(tmp_path / "json"), "--json").json
    rates = found["rates"]
    assert rates["speed"] == pytest.approx(1 / (rates["expanding"] + rates["finishing"]))
    assert found["built"] == 2 * 3 * 48
    eight = found["estimates"][-1]
    assert eight["finishing"] == pytest.approx(rates["finishing"] * 8 * 3 * 48 / 3600)
    again = run(*build, "--folder", str(tmp_path / "json"))
    assert again.code == 2
    assert "nothing was measured" in again.err


def test_tables_of_another_variant_are_refused(run: Any, folder: Path) -> None:
    ended = run("tablebase", "probe", "morris:moves=free", "--folder", str(folder), "--lang", "es")
    assert ended.code == 2
    assert "se hizo para otra cosa" in ended.err


def test_a_match_with_tables_against_one_without(run: Any, folder: Path) -> None:
    """Of random openings, each played from both sides, the tables lose the lost ones only."""
    players = (f"alphabeta:depth=2,tables={folder}", "alphabeta:depth=2")
    played = run("match", *players, "--game", "morris", "--games", "20", "--workers", "1", "--json")
    assert played.code == 0, played.err
    first, second = played.json["standings"]
    assert first["wins"] > second["wins"]
    refused = run("match", f"minimax:depth=2,tables={folder}", "random", "--game", "morris")
    assert refused.code == 2
    assert "endgame tables are for alphabeta" in refused.err
