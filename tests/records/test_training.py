"""Games read back from the file of a match."""

from __future__ import annotations

from pathlib import Path

import pytest

from adversario import InputError, make_game, play_match
from adversario.records.training import read_games


def test_games_are_read_back(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    match = play_match(make_game("nim"), ["random", "random"], games=6, save=file)
    read = sorted(read_games(file), key=lambda game: game.number)
    assert [game.played for game in read] == [game.played for game in match.games]


def test_what_is_no_match(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    play_match(make_game("nim"), ["random", "random"], games=2, save=file)
    header = file.read_text(encoding="utf-8").partition("\n")[0]
    for words, line in (
        ("{}\n", 1), (header.replace('"format": 2', '"format": 1') + "\n", 1),
        (f"{header}\n{{}}\n", 2), ("nothing\n", 1),
    ):  # fmt: skip
        file.write_text(words, encoding="utf-8")
        with pytest.raises(InputError, match=rf"line {line}\b"):
            read_games(file)
    with pytest.raises(InputError, match="no such file"):
        read_games(tmp_path / "none")
