"""`adversario play`: all that can be typed, games kept and taken up again, and the review."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from adversario import Limit, make_game
from adversario.analysis.review import review, review_move
from adversario.base.errors import InputError
from adversario.records.session import Session, load_session


def type_in(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    lines = iter(words)

    def read(prompt: str = "") -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", read)


def test_play_to_the_end_without_input(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch)
    done = run("play", "tictactoe", "--explain", "--lang", "en")
    assert done.code == 0
    assert "No more input" in done.out
    assert "A draw (X 0, O 0)" in done.out
    assert "Line of best play" in done.out


def test_play_with_all_that_can_be_typed(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "?", "hint", "tree", "undo", "9", "0", "undo", "4", "quit")
    done = run("play", "tictactoe", "--lang", "en")
    assert done.code == 0
    for words in ("Your moves: 0, 1", "Hint: ", "△", "nothing to take back", "'9' is not a legal"):
        assert words in done.out
    assert "Stopped at" in done.out


def test_play_as_second_in_spanish_and_with_dice(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "salir")
    assert "Detenido en" in run("play", "nim:heaps=1-2", "--as", "2", "--lang", "es").out
    type_in(monkeypatch)
    done = run("play", "pig:target=6", "--depth", "3", "--lang", "en")
    assert done.code == 0
    assert "Chance: " in done.out
    assert "wins" in done.out


def test_why_names_what_refutes_a_move(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "why 1", "why 2", "1", "why", "why 9", "quit")
    done = run("play", "tictactoe", "X../.O./...", "--lang", "en", "--depth", "9")
    assert "1 is as good as any: it draws." in done.out
    assert "'9' is not a legal" in done.out
    type_in(monkeypatch, "why", "why 1", "review", "quit")
    done = run("play", "tictactoe", "XO./.../...", "--lang", "en")
    assert "You have not moved yet" in done.out
    assert "1 is not a legal" in done.out.replace("'", "")
    type_in(monkeypatch, "why 2", "quit")  # O must take the middle, or loses
    done = run("play", "tictactoe", "X../.../...", "--as", "2", "--lang", "en")
    assert "2 loses; 4 would draw." in done.out


def test_a_game_is_kept_move_by_move_and_taken_up_again(
    run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "mine.json"
    type_in(monkeypatch, "4", "quit")
    run("play", "tictactoe", "--level", "3", "--save", str(file), "--lang", "en")
    session = load_session(file)
    assert (session.source, session.moves[0], len(session.moves)) == ("tictactoe", "4", 2)
    assert session.settings["level"] == 3
    type_in(monkeypatch, "undo", "0", "save", "quit")
    done = run("play", "--resume", str(file), "--lang", "en")
    assert "Going on after 2 moves" in done.out
    assert load_session(file).moves[0] == "0"
    type_in(monkeypatch)
    assert (
        "wins" in (out := run("play", "--resume", str(file), "--lang", "en").out) or "draw" in out
    )


@pytest.mark.parametrize(
    "content", ["", "{}", "[1]", '{"format": "adversario game 1"}', '{"format": 3}', "\x00"]
)
def test_a_file_that_is_no_game_is_refused(run: Any, tmp_path: Path, content: str) -> None:
    file = tmp_path / "broken.json"
    file.write_text(content)
    done = run("play", "--resume", str(file), "--lang", "en")
    assert done.code == 2
    assert re.search(r"broken\.json.*(expected|not well-formed)", done.err)


def test_an_illegal_move_in_a_file_is_named(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "cheat.json"
    Session("tictactoe", None, ("4", "4")).save(file, make_game("tictactoe"))
    done = run("play", "--resume", str(file), "--lang", "en")
    assert done.code == 2
    assert "cheat.json" in done.err
    assert "'4' is not a legal" in done.err
    assert json.loads(file.read_text())["moves"] == ["4", "4"]


def test_who_plays_is_one_thing_or_the_other(run: Any) -> None:
    assert "not both" in run("play", "nim", "--level", "2", "-a", "random", "--lang", "en").err
    assert run("play", "nim", "--level", "11", "--lang", "en").code == 2
    assert run("play", "nim", "-a", "nobody", "--lang", "en").code == 2
    assert "Name a game" in run("play", "--lang", "en").err


def test_a_session_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nowhere"):
        Session("nim").save(tmp_path / "nowhere" / "game.json", make_game("nim"))
    assert not list(tmp_path.iterdir())


def test_the_review_finds_the_mistakes() -> None:
    game = make_game("tictactoe")
    session = Session("tictactoe", None, ("0", "1", "4", "2", "8"))  # O misses the middle, twice
    states = session.states(game)
    actions = [int(move) for move in session.moves]
    found = list(review(game, states, actions, Limit(nodes=50_000)))
    assert [each.verdict for each in found] == ["", "??", "", "", ""]
    assert (found[1].value, found[1].kept) == (0, -1)
    assert found[1].best == 4
    assert found[1].line[0] in (3, 4, 6)  # what makes the double threat
    assert found[4].kept == 1


def test_a_move_that_ends_the_game_has_no_answer() -> None:
    game = make_game("nim:heaps=1-2")
    state = game.initial()
    for action in game.actions(state):
        found = review_move(game, state, action, Limit(nodes=1000))
        assert found.kept <= found.value
        assert bool(found.verdict) == (found.kept < found.value)
