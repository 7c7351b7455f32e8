"""`adversario perft`, `count` and `doctor`, and the comparison that `check` makes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adversario.counting.count import count_game
from tests.cli.test_cli import OWN


@pytest.fixture
def own(tmp_path: Path) -> str:
    """A game of the user's own that compiles."""
    file = tmp_path / "take_away.py"
    file.write_text(OWN, encoding="utf-8")
    return str(file)


@pytest.fixture
def ailing(tmp_path: Path) -> str:
    """One that does not."""
    file = tmp_path / "ailing.py"
    rules = OWN.replace("return State(s.left - n, 1 - s.turn)", "return self.after(s, [n])")
    after = (
        "    def after(self, s, taken):\n"
        "        with suppress(ValueError):\n"
        "            return State(s.left - max(taken), 1 - s.turn)\n"
        "        return s\n"
    )
    file.write_text("from contextlib import suppress\n" + rules + after, encoding="utf-8")
    return str(file)


def test_perft(run: Any) -> None:
    done = run("perft", "tictactoe", "5", "--lang", "en")
    assert done.code == 0
    assert "15120 sequences of 5 plies in" in done.out
    assert "nodes a second, compiled" in done.out
    done = run("perft", "tictactoe", "5", "--engine", "python", "--lang", "es")
    assert "15120 secuencias de 5 jugadas" in done.out
    assert "en Python puro" in done.out
    assert "doctor" not in done.out


def test_perft_divided_from_a_position(run: Any) -> None:
    arguments = ("perft", "tictactoe", "2", "XX./OO./...", "--divide", "--engine", "python")
    answer = run(*arguments, "--json").json
    assert answer["divide"] == {"2": 0, "5": 4, "6": 4, "7": 4, "8": 4}
    assert (answer["sequences"], answer["depth"], answer["engine"]) == (16, 2, "python")
    assert answer["position"] == "XX./OO./..."
    assert answer["game"] == "TicTacToe"
    assert answer["seconds"] >= 0
    lines = run(*arguments, "--lang", "en").out.splitlines()
    assert lines[:3] == ["action  sequences", "2       0", "5       4"]


def test_a_game_that_does_not_compile_is_counted_all_the_same(run: Any, ailing: str) -> None:
    done = run("perft", ailing, "3", "--lang", "en")
    assert done.code == 0
    assert "27 sequences of 3 plies" in done.out
    assert "The game does not compile; adversario doctor says why." in done.out
    assert not done.err
    assert run("perft", ailing, "3", "--json").json["divide"] is None


def test_count(run: Any) -> None:
    lines = run("count", "tictactoe", "--lang", "en").out.splitlines()
    assert lines[:7] == [
        "TicTacToe",
        "states                 5478",
        "terminal states        958",
        "games                  255168",
        "shortest game (plies)  5",
        "longest game (plies)   9",
        "branching factor       3.58",
    ]
    assert "X 1, O -1  626              131184" in lines
    assert "5    1260" in lines
    done = run("count", "tictactoe", "--symmetric", "--lang", "es")
    assert "estados                      765" in done.out
    assert "cuentan una vez" in done.out


def test_count_in_json(run: Any) -> None:
    answer = run("count", "tictactoe", "XX./OO./...", "--json").json
    assert answer["estimate"] is None
    count = answer["count"]
    assert count["states"] == count["per_ply"][0] + sum(count["per_ply"][1:])
    assert sum(outcome["games"] for outcome in count["outcomes"]) == count["games"]
    assert (count["shortest"], count["complete"], count["symmetric"]) == (1, True, False)


def test_estimate_if_asked_or_if_there_is_too_much(run: Any) -> None:
    answer = run("count", "tictactoe", "--estimate", "--samples", "500", "--json").json
    assert answer["count"] is None
    assert answer["estimate"]["samples"] == 500
    assert 240_000 < answer["estimate"]["games"]["mean"] < 270_000
    again = run("count", "tictactoe", "--estimate", "--samples", "500", "--json").json
    assert again["estimate"]["nodes"] == answer["estimate"]["nodes"]
    done = run("count", "pig:target=10", "--most", "500", "--samples", "50", "--lang", "en")
    assert done.code == 0
    assert "There are more states" in done.out
    assert "Estimated from 50 random games (seed 0)" in done.out
    both = run("count", "tictactoe", "--most", "50", "--samples", "50", "--json").json
    assert both["count"]["complete"] is False
    assert both["estimate"]["unfinished"] == 0


def test_endless_games_are_said_to_be(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "endless.py"
    file.write_text(OWN.replace("range(1, min", "range(s.left == 9, min"), encoding="utf-8")
    done = run("count", f"{file}:counters=3", "--lang", "en")
    assert "no end of games" in done.out
    assert "games                  -" in done.out
    assert run("count", f"{file}:counters=3", "--json").json["count"]["cyclic"] is True
    done = run("count", f"{file}:counters=9000", "--estimate", "--samples", "3", "--lang", "es")
    assert "se cortaron" in done.out


def test_ctrl_c_shows_what_was_counted(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    def counted(*arguments: Any, on_progress: object, **options: Any) -> Any:
        return count_game(*arguments, on_progress=interrupt, **options)

    monkeypatch.setattr("adversario.cli.commands.measure.count.count_game", counted)
    done = run("count", "tictactoe", "--lang", "en")
    assert done.code == 130
    assert "Stopped: there may be more" in done.out


def test_doctor_on_healthy_games(run: Any, own: str) -> None:
    done = run("doctor", own, "--lang", "en")
    assert done.code == 0
    verdict, engine = done.out.splitlines()
    assert verdict == "TakeAway compiles: searches run at the speed of machine code."
    assert engine.startswith("Engine: native (compiled rules). Its speed here")
    answer = run("doctor", own, "--json").json
    engines = answer.pop("engines")
    assert answer == {
        "game": "TakeAway", "compiles": True, "problems": [], "interpreted": [], "advice": [],
        "engine": "native",
    }  # fmt: skip
    assert [each["engine"] for each in engines] == ["native", "tabulated", "python"]
    assert all(each["factor"] > 0 for each in engines)


def test_doctor_on_ailing_games(run: Any, ailing: str) -> None:
    done = run("doctor", ailing, "--lang", "en")
    assert done.code == 0
    assert done.out.startswith("TakeAway does not compile")
    assert "line 22 of TakeAway.after, 'with suppress(ValueError):'" in done.out
    assert "no se compila" in run("doctor", ailing, "--lang", "es").out
    answer = run("doctor", ailing, "--json").json
    assert answer["compiles"] is False
    assert answer["problems"][0]["file"] == ailing
    assert answer["problems"][0]["line"] == 22
    assert answer["engine"] == "tabulated"
    assert "Engine: tabulated" in done.out


def test_doctor_without_numba(run: Any, own: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adversario.native.compiler.diagnosis.doctor.available", lambda: False)
    done = run("doctor", own, "--lang", "en")
    assert done.code == 0
    assert "Numba, which compiles, is not installed" in done.out


def test_check_compares_both_forms_of_the_rules(run: Any, own: str, ailing: str) -> None:
    assert "rules agree on 4" in run("check", own, "--lang", "en").out
    assert run("check", own, "--json").json["compared"] >= 40
    assert "does not compile" in run("check", ailing, "--lang", "en").out
    assert run("check", ailing, "--json").json["compared"] is None


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["perft", "tictactoe", "3", "--engine", "fast"], "engine 'fast' is unknown"),
        (["perft", "tictactoe", "0", "--divide"], "at least 1"),
        (["perft", "tictacto", "3"], "did you mean tictactoe"),
        (["perft", "A(1, 2)", "1", "--engine", "native"], "cannot be compiled"),
        (["count", "tictactoe", "--most", "0"], "at least 1"),
        (["count", "tictactoe", "--estimate", "--samples", "1"], "at least 2"),
        (["count", "tictactoe", "XXX"], "not a tic-tac-toe position"),
        (["count", "tictactoe", "--engine", "fast"], "engine 'fast' is unknown"),
        (["doctor", "nowhere.py"], "no such file"),
    ],
)
def test_bad_input_exits_with_2_and_says_why(run: Any, arguments: list[str], problem: str) -> None:
    done = run(*arguments, "--lang", "en")
    assert done.code == 2
    assert problem in done.err
    assert not done.out
    spanish = run(*arguments, "--lang", "es")
    assert spanish.code == 2
    assert spanish.err != done.err
