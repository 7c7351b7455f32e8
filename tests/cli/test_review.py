"""`adversario review`: mistakes in files of games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adversario.records.pgn import read_pgn

pytestmark = pytest.mark.needs("numba")

GAMES = """[White "Fool"]

1. f3 e5 2. g4 Qh4# 0-1
"""


def test_mistakes_are_listed_and_saved(run: Any, tmp_path: Path) -> None:
    file, saved = tmp_path / "games.pgn", tmp_path / "saved.pgn"
    file.write_text(GAMES)
    done = run("review", str(file), "--nodes", "2000", "--save", str(saved), "--lang", "en")
    assert done.code == 0, done.err
    assert "Game 1: Fool - ?, 0-1" in done.out
    assert "g4??" in done.out
    assert "Qh4#" in done.out
    marked = read_pgn(saved)[0].line[2]
    assert marked.glyphs == (4,)
    assert marked.after.endswith("Qh4#")
    assert len(marked.variations) == 1
    found = json.loads(run("review", str(file), "--nodes", "2000", "--json").out)
    assert [move["verdict"] for move in found[0]["moves"]] == ["", "", "??", ""]
    spanish = run("review", str(file), "--nodes", "2000", "--lang", "es")
    assert "Partida 1: Fool - ?, 0-1" in spanish.out


def test_games_of_draughts(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    file.write_text('[GameType "21"]\n\n1. 11-15 23-19 *\n')
    done = run("review", str(file), "--depth", "2", "--lang", "en")
    assert done.code == 0, done.err
    assert "Game 1" in done.out


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("games.txt", "1. e4", "ending .pgn, .pdn or .mat"),
        ("games.pgn", "1. e4\n2. Ke3", "line 2, column 4"),
        ("none.pgn", None, "none.pgn"),
    ],
)
def test_files_that_cannot_be_reviewed(
    run: Any, name: str, content: str | None, problem: str, tmp_path: Path
) -> None:
    file = tmp_path / name
    if content is not None:
        file.write_text(content)
    done = run("review", str(file), "--lang", "en")
    assert done.code == 2
    assert problem in done.err
