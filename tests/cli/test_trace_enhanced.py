"""`--with`: the trace and the drawing of the compiled search, from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.require import needs

pytestmark = needs("numba")

GAME = ("tictactoe", "XOX/OX./..O")


def test_a_trace_tells_what_the_enhancements_did(run: Any) -> None:
    done = run("trace", *GAME, "--depth", "3", "--with", "table,killers", "--lang", "en")
    assert done.code == 0
    assert ". . 6 ahead of its turn: it pruned at another node of this depth\n" in done.out
    assert ". . 6 first: the table has it as the best\n" in done.out
    done = run("trace", *GAME, "--depth", "3", "--with", "table, killers", "--lang", "es")
    assert ". . 6 primero: según la tabla es la mejor\n" in done.out


def test_it_is_saved_and_told_again(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "trace.jsonl"
    arguments = ("tictactoe", "X../.O./...", "--depth", "3", "--with", "all", "--lang", "en")
    told = run("trace", *arguments, "--save", str(file)).out
    assert "Depth 3:\n" in told
    assert run("trace", str(file), "--lang", "en").out == told


def test_without_enhancements_it_is_the_textbook_s(run: Any) -> None:
    plain = run("trace", *GAME, "-a", "alphabeta").out
    assert run("trace", *GAME, "--with", "quiescence").out == plain


def test_a_drawing_marks_what_the_table_knew(run: Any) -> None:
    arguments = ("tictactoe", "X../.O./...", "--depth", "4", "--most", "1000", "--lang", "en")
    assert "(known from the table)" in run("draw", *arguments, "--with", "table").out
    assert "known from the table" not in run("draw", *arguments, "-a", "alphabeta").out


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--with", "steam"], "no enhancement 'steam'. There are: table, scout"),
        (["--with", "all", "-a", "minimax"], "minimax has none"),
        (["--with", "all", "--strict"], "without other options"),
    ],
)
def test_bad_input(run: Any, arguments: list[str], problem: str) -> None:
    done = run("trace", *GAME, *arguments, "--lang", "en")
    assert done.code == 2
    assert problem in done.err


def test_other_games_are_refused(run: Any) -> None:
    done = run("trace", "pig", "--with", "all", "--lang", "en")
    assert done.code == 2
    assert "chance" in done.err
