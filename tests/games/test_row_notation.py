"""Boards as rows are read back, and anything else is refused."""

from __future__ import annotations

import pytest

from adversario.games.row_notation import label_rows, parse_rows, parse_rows_and_mover


def test_rows_are_read() -> None:
    assert parse_rows(" xo./... ", 2, 3, "XO") == ["XO.", "..."]
    assert parse_rows_and_mover("xo./...  o", 2, 3, "XO") == (["XO.", "..."], 1)


@pytest.mark.parametrize("text", ["", "XO.", "XO./..", "XO./...X/...", "XA./...", "X O/..."])
def test_other_boards_are_refused(text: str) -> None:
    assert parse_rows(text, 2, 3, "XO") is None
    assert parse_rows_and_mover(text + " X", 2, 3, "XO") is None


@pytest.mark.parametrize("mover", ["", " ", " .", " XO", " Z", " X O"])
def test_the_player_to_move_is_one_of_the_marks(mover: str) -> None:
    assert parse_rows_and_mover("XO./..." + mover, 2, 3, "XO") is None


def test_boards_have_names_of_rows_and_columns() -> None:
    assert label_rows(["XO.", "..."]) == "2 X O .\n1 . . .\n  a b c"
    assert label_rows(["X"], width=2) == " 1 X\n   a"
