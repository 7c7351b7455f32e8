"""`adversario matrix`: what it reads, prints and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from adversario.base.formats.source_text import SourceError
from adversario.cli import main
from adversario.cli.app import app
from adversario.solve.equilibrium.matrix.reading import matrix_from_text
from tests.solve.equilibrium.matrix.published import PENNIES, PRISONERS


def test_the_same_game_in_every_form() -> None:
    for words in (
        "3,3 0,5; 5,0 1,1",
        "3,3 0,5\n5,0 1,1\n",
        "[[3,0],[5,1]] [[3,5],[0,1]]",
        "[[[3,3],[0,5]],[[5,0],[1,1]]]",
    ):
        assert matrix_from_text(words) == PRISONERS
    assert matrix_from_text("1 -1; -1 1") == matrix_from_text("[[1,-1],[-1,1]]") == PENNIES


@pytest.mark.parametrize("words", ["[[1,2]", "[[1,x]]", "1 2; 3,3 4", "[1,2]", "[[1/0]]", "1, ; 2"])
def test_malformed_tables_have_a_place(words: str) -> None:
    with pytest.raises(SourceError):
        matrix_from_text(words)


def test_the_place_of_a_mistake() -> None:
    with pytest.raises(SourceError) as failure:
        matrix_from_text("1 2\n3 x")
    assert (failure.value.line, failure.value.column) == (2, 3)


def test_the_command() -> None:
    run = CliRunner().invoke(app, ["matrix", "3,3 0,5; 5,0 1,1", "--lang", "es"])
    assert run.exit_code == 0
    assert "(0, 1)  (0, 1)  →  (1, 1)" in run.output
    assert run.output.count("dominada") == 2
    answer = json.loads(CliRunner().invoke(app, ["matrix", "[[1,-1],[-1,1]]", "--json"]).output)
    assert answer["value"] == "0"
    assert answer["equilibria"][0]["strategies"] == [["1/2", "1/2"], ["1/2", "1/2"]]


def test_games_of_textbooks_and_files_of_gambit(tmp_path: Path) -> None:
    run = CliRunner().invoke(app, ["matrix", "prisoners-dilemma", "--lang", "en"])
    assert run.exit_code == 0
    assert "strategy cooperate is strictly dominated by 1 · defect" in run.output
    file = tmp_path / "three.nfg"
    file.write_text('NFG 1 R "" { "a" "b" "c" } { 2 1 1 } 1 0 0  2 5 5', encoding="utf-8")
    run = CliRunner().invoke(app, ["matrix", str(file)])
    assert run.exit_code == 0
    assert "(0, 1)  (1)  (1)  →  (2, 5, 5)" in run.output


@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_malformed_file_is_an_error_with_its_place(
    lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wrong.nfg"
    file.write_text('NFG 1 R "" { "a" "b" }\n{ 1 1 }\n1 ?', encoding="utf-8")
    with pytest.raises(SystemExit, match="2"):
        main(["matrix", str(file), "--lang", lang])
    error = capsys.readouterr().err
    assert "wrong.nfg" in error
    assert "3" in error
    assert "Traceback" not in error
    with pytest.raises(SystemExit, match="2"):
        main(["matrix", "no-such-game", "--lang", lang])
    assert "stag_hunt" in capsys.readouterr().err
