"""`adversario train` as people run it, and its weights wherever a player or a game is named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from adversario.learn.interpreted import Episode

QUICK = ("--engine", "python", "--measured", "4", "--every", "5")


@pytest.fixture
def trained(run: Any, tmp_path: Path) -> Path:
    target = tmp_path / "four.json"
    ran = run("train", "connect4", "--games", "10", "--save", str(target), *QUICK)
    assert ran.code == 0, ran.err
    return target


def test_the_weights_are_shown_and_saved(run: Any, tmp_path: Path) -> None:
    target = tmp_path / "four.json"
    ran = run("train", "connect4", "--games", "10", "--save", str(target), *QUICK)
    assert "ConnectFour: 10 games learned from." in ran.out
    assert "threats_good_rows" in ran.out
    assert f"Saved to {target}." in ran.out
    assert json.loads(target.read_text())["games"] == 10
    spanish = run("train", "connect4", "--games", "5", *QUICK, "--lang", "es")
    assert "aprendido de 5 partidas" in spanish.out


def test_json_is_what_a_file_has(run: Any, trained: Path) -> None:
    ran = run("train", "connect4", "--games", "10", *QUICK, "--json")
    assert ran.json == json.loads(trained.read_text())


def test_the_seed_decides(run: Any, trained: Path) -> None:
    same = json.loads(trained.read_text())["latest"]
    for seed, equal in (("0", True), ("1", False)):
        ran = run("train", "connect4", "--games", "10", *QUICK, "--seed", seed, "--json")
        assert (ran.json["latest"] == same) is equal


def test_resumed_training_is_the_same(run: Any, trained: Path) -> None:
    more = run("train", "--resume", str(trained), "--games", "20", "--engine", "python")
    assert more.code == 0
    whole = run("train", "connect4", "--games", "20", *QUICK, "--json").json
    assert json.loads(trained.read_text()) == whole
    assert [point["games"] for point in whole["curve"]] == [5, 10, 15, 20]


def test_ctrl_c_keeps_what_there_is(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, play = tmp_path / "four.json", Episode.play

    def stopped(self: Episode) -> float:
        if self.number == 7:
            raise KeyboardInterrupt
        return play(self)

    with monkeypatch.context() as patched:
        patched.setattr(Episode, "play", stopped)
        ran = run("train", "connect4", "--games", "10", "--save", str(target), *QUICK)
    assert (ran.code, json.loads(target.read_text())["games"]) == (130, 7)
    assert "Stopped after 7 games." in ran.err
    run("train", "--resume", str(target), "--games", "10", "--engine", "python")
    whole = run("train", "connect4", "--games", "10", *QUICK, "--json").json
    assert json.loads(target.read_text())["latest"] == whole["latest"]


def test_the_curve_is_drawn(run: Any, tmp_path: Path) -> None:
    picture = tmp_path / "curve.svg"
    run("train", "connect4", "--games", "10", *QUICK, "--svg", str(picture))
    root = ElementTree.fromstring(picture.read_text(encoding="utf-8"))
    (line,) = root.iter("{http://www.w3.org/2000/svg}polyline")
    assert len(line.attrib["points"].split()) == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nim"], "no features"),
        (["negotiation"], "constant sum"),
        ([], "which game"),
        (["connect4", "--lambda", "2"], "from 0 to 1"),
        (["connect4", "--games", "0"], "games"),
        (["connect4", "--hold", "luck"], "There are: to_move"),
        (["connect4", "--measured", "0"], "measured"),
        (["--resume", "missing.json"], "missing.json"),
        (["connect4:weights=missing.json"], "no file 'missing.json'"),
        (["connect4", "--games", "5", "--save", "no/such/folder/w.json", *QUICK], "no/such"),
    ],
)
def test_bad_input_is_told(run: Any, arguments: list[str], words: str) -> None:
    ran = run("train", *arguments)
    assert ran.code == 2
    assert words in ran.err


def test_a_file_that_is_resumed_has_its_own_settings(run: Any, trained: Path) -> None:
    ran = run("train", "--resume", str(trained), "--rate", "0.5")
    assert (ran.code, "leave out: rate" in ran.err) == (2, True)
    ran = run("train", "tetris", "--resume", str(trained))
    assert (ran.code, "made for ConnectFour, not for Tetris" in ran.err) == (2, True)


def test_foreign_files_are_refused(run: Any, tmp_path: Path, trained: Path) -> None:
    (tmp_path / "other.json").write_text("{}")
    for command in (
        ["train", "--resume", str(tmp_path / "other.json")],
        ["search", f"connect4:weights={tmp_path / 'other.json'}"],
        ["match", "-g", "connect4", "random", f"alphabeta:weights={tmp_path / 'other.json'}"],
        ["search", f"tetris:weights={trained}"],
    ):
        ran = run(*command)
        assert (ran.code, ran.err.startswith("Error:")) == (2, True), command


def test_a_search_takes_the_weights(run: Any, trained: Path) -> None:
    plain = run("search", "connect4", "4455", "-d", "1", "--json").json
    other = run("search", f"connect4:weights={trained}", "4455", "-d", "1", "--json").json
    assert plain["value"] == 0
    assert other["value"] != 0


def test_a_match_is_played_with_them(run: Any, trained: Path, tmp_path: Path) -> None:
    player, target = f"alphabeta:depth=2,weights={trained}", tmp_path / "match.jsonl"
    command = (
        "match", "-g", "connect4", player, "random", "--games", "6", "--workers", "1",
        "--save", str(target), "--json",
    )  # fmt: skip
    first = run(*command)
    assert first.code == 0
    assert first.json["standings"][0]["wins"] >= 5
    data = json.loads(trained.read_text())
    trained.write_text(json.dumps({**data, "weights": [0.5] * 10}))
    changed = run(*command)  # the file is about other weights
    assert changed.code == 2


def test_an_opponent_has_them(run: Any, trained: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from io import StringIO

    monkeypatch.setattr("sys.stdin", StringIO("4\nquit\n"))
    ran = run("play", "connect4", "--opponent", f"alphabeta:depth=1,weights={trained}")
    assert ran.code in (0, 130), ran.err


def test_pacman_is_compared_with_them(run: Any) -> None:
    common = ("--games", "2", "--depth", "1", "--engine", "python", "--json")
    plain = run("compare", "pacman:layout=tiny", *common)
    fitted = run("compare", "pacman:layout=tiny,weights=fitted", *common)
    assert plain.code == fitted.code == 0, fitted.err
    assert [cell["score"] for cell in plain.json] != [cell["score"] for cell in fitted.json]
