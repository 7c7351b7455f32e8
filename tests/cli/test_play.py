"""`adversario play`: all that can be typed, games kept and taken up again, and the review."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from adversario import Limit, make_game
from adversario.analysis.review import review, review_move
from adversario.base.errors import InputError
from adversario.cli.shared.clocks import Clocks, show_time
from adversario.cli.shared.game_menu import LeftMenu, choose_game, choose_level, games_by_family
from adversario.games.registry import homes
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
    assert "There is no move yet" in done.out
    assert "1 is not a legal" in done.out.replace("'", "")
    type_in(monkeypatch, "why 2", "quit")  # O must take the middle, or loses
    done = run("play", "tictactoe", "X../.../...", "--as", "2", "--lang", "en")
    assert "2 loses; 4 would draw." in done.out


def test_why_explains_the_move_of_the_opponent(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "4", "why", "quit")
    done = run("play", "tictactoe", "--level", "10", "--lang", "en")
    found = re.search(r"O played (\d)\. .*:\n  a draw: (.*)\n  a loss: (.*)\n", done.out)
    assert found is not None, done.out
    assert found[1] in found[2].split(", ")
    assert found[2] == "0, 2, 6, 8"  # the corners answer the middle
    assert found[3] == "1, 3, 5, 7"
    assert "Your last move: 4 is as good as any: it draws." in done.out


def test_why_repeats_what_the_search_found(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "porqué", "salir")
    done = run("play", "pig:target=30", "--depth", "2", "--as", "2", "--lang", "es")
    assert "jugó" in done.out
    assert "visitó" in done.out


def test_the_opening_names_both_sides(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for options, words in {
        ("--level", "3"): "You are X, against level 3 of 10.",
        ("-a", "random"): "You are X, against random.",
        ("--depth", "2"): "You are X, against a search 2 plies deep.",
        (): "You are X, against a search that thinks for 1 s.",
        ("--as", "0", "--depth", "1"): "You watch.",
    }.items():
        type_in(monkeypatch, "quit")
        assert words in run("play", "tictactoe", *options, "--lang", "en").out


def test_the_end_is_addressed_to_the_player(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "2")
    done = run("play", "tictactoe", "XX./OO./...", "-a", "random", "--lang", "en")
    assert "You win! (X 1, O -1)" in done.out


def test_moves_are_listed_in_order_and_undo_names_them(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    type_in(monkeypatch, "?", "4", "undo", "quit")
    done = run("play", "connect4", "--level", "1", "--lang", "en")
    assert "Your moves: 1, 2, 3, 4, 5, 6, 7." in done.out
    assert re.search(r"Taken back: 4 \d\n", done.out)
    for command in ("hint", "why", "why MOVE", "tree", "undo", "review", "save FILE", "quit"):
        assert f"\n  {command} " in done.out


def interrupt_input(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    lines = iter(words)

    def read(prompt: str = "") -> str:
        try:
            return next(lines)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("builtins.input", read)


def test_ctrl_c_leaves_with_the_position_and_the_way_back(
    run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "mine.json"
    interrupt_input(monkeypatch, "4")
    done = run("play", "tictactoe", "-a", "random", "--save", str(file), "--lang", "en")
    assert done.code == 130
    assert "Stopped at " in done.out
    assert f"adversario play --resume {file}" in done.out
    assert not done.err


def test_ctrl_c_in_a_hint_leaves_only_the_hint(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("adversario.cli.shared.play_loop.assess", interrupted)
    type_in(monkeypatch, "hint", "quit")
    done = run("play", "tictactoe", "-a", "random", "--lang", "en")
    assert done.code == 0
    assert "Interrupted; the game goes on." in done.out
    assert "Stopped at" in done.out


def reader(*words: str) -> Any:
    lines = iter(words)

    def read(prompt: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    return read


def test_the_menu_takes_numbers_names_and_files(capsys: pytest.CaptureFixture[str]) -> None:
    listed = [name for names in games_by_family().values() for name in names]
    assert sorted(listed) == sorted(homes())
    assert choose_game("en", reader("")) == "tictactoe"
    assert choose_game("en", reader("1")) == listed[0]
    assert choose_game("en", reader("nim:heaps=1-2")) == "nim:heaps=1-2"
    capsys.readouterr()
    assert choose_game("en", reader("conect4", "999", "?", "connect4")) == "connect4"
    printed = capsys.readouterr().out
    assert "did you mean connect4?" in printed
    assert "there is no game 999" in printed
    assert "drop stones, four in a row" in printed  # of ?
    for leave in ((), ("q",)):
        with pytest.raises(LeftMenu):
            choose_game("es", reader(*leave))


def test_the_menu_asks_for_a_level(capsys: pytest.CaptureFixture[str]) -> None:
    assert choose_level("en", reader("11", "x", "3")) == 3
    assert capsys.readouterr().out.count("there is no level") == 2
    assert choose_level("en", reader("")) is None
    with pytest.raises(LeftMenu):
        choose_level("en", reader("q"))


def test_play_without_a_game_on_a_terminal(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    answers = iter(("kayles", "2", "quit"))
    monkeypatch.setattr("builtins.input", lambda _="": next(answers))
    monkeypatch.setattr(
        "adversario.cli.commands.learn.play.choose_game", partial(choose_game, read=input)
    )
    monkeypatch.setattr(
        "adversario.cli.commands.learn.play.choose_level", partial(choose_level, read=input)
    )
    done = run("play", "--lang", "en")
    assert done.code == 0
    assert "against level 2 of 10" in done.out


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


def test_games_with_clocks(run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    type_in(monkeypatch, "4", "undo", "quit")
    done = run("play", "tictactoe", "--clock", "5+3", "--save", str(tmp_path / "game.json"))
    assert "Time left: X 5:00, O 5:00" in done.out
    assert "Time left: X 5:0" in done.out.partition("O plays")[2]
    assert done.code == 0
    type_in(monkeypatch, "undo", "quit")
    again = run("play", "--resume", str(tmp_path / "game.json"), "--clock", "0.5")
    assert "Time left: X 0:30, O 0:30" in again.out
    for wrong in ("0", "x", "3+", "-1", "1e9"):
        refused = run("play", "tictactoe", f"--clock={wrong}")
        assert (refused.code, "expected minutes" in refused.err) == (2, True), wrong


def test_players_have_the_names_of_the_language(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "salir")
    assert "Eres Negro, contra" in run("play", "checkers:size=4", "--lang", "es").out
    type_in(monkeypatch, "salir")  # the board in text has the letters
    assert "Eres X, contra" in run("play", "connect4:width=4,height=4", "--lang", "es").out


def test_a_player_without_time_loses(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def wait(prompt: str = "") -> str:
        sleep(0.7)
        return "4"

    monkeypatch.setattr("builtins.input", wait)
    done = run("play", "tictactoe", "--clock", "0.01", "--lang", "es")
    assert "A X no le queda tiempo, y pierde." in done.out
    assert done.code == 0


def test_clocks_run_one_at_a_time_and_go_back_with_the_moves() -> None:
    now = [100.0]
    clocks = Clocks(2, 60, 2, now=lambda: now[0])
    clocks.start(0)
    now[0] += 10
    clocks.start(0)
    now[0] += 5
    assert (clocks.left(0), clocks.left(1)) == (45, 60)
    clocks.press()
    assert (clocks.left(0), clocks.out_of_time()) == (47, None)
    clocks.start(1)
    assert 0 < (clocks.limit().time or 0) < 5
    now[0] += 61
    assert (clocks.left(1), clocks.out_of_time()) == (0, 1)
    clocks.take_back(0)
    assert (clocks.left(0), clocks.left(1), clocks.out_of_time()) == (60, 60, None)
    clocks.resume(3)
    clocks.take_back(2)
    assert clocks.left(0) == 60
    assert [show_time(seconds) for seconds in (300, 61.9, 19.96, 3.04)] == [
        "5:00", "1:01", "0:20.0", "0:03.0",
    ]  # fmt: skip
