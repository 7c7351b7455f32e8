"""A match of backgammon saved by `adversario play` as `.mat`."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from adversario.records.mat import read_mat


def test_a_match_that_is_played_is_saved_as_mat(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO())
    file = tmp_path / "own.mat"
    done = run(
        "play", "backgammon-cube", "--level", "1", "--seed", "1", "--save", str(file),
        "--no-review",
    )  # fmt: skip
    assert done.code == 0, done.err
    match = read_mat(file)
    assert match.players == ("X", "O")
    assert match.games[0].winner in (0, 1)
    assert "--resume" not in done.out


def test_other_games_are_not_saved_as_mat(run: Any, tmp_path: Path) -> None:
    done = run("play", "pig", "--save", str(tmp_path / "own.mat"))
    assert done.code == 2
    assert "backgammon-cube" in done.err
