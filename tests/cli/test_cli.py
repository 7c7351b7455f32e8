"""The command line as a person meets it: answers, exit codes, languages, files."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from adversario import parse_tree
from adversario.trees import tree_from_json

LECTURE = "A(B(3, 12, B3(8, 7, 3)), C(2, 4, 6), D(14, 5, 1))"
GOLDEN = Path(__file__).parent.parent / "golden"


def test_search_answers(run: Any) -> None:
    done = run("search", LECTURE)
    assert done.code == 0
    assert "action a1, value 3" in done.out
    assert "≤ 2" in done.out


def test_search_in_json(run: Any) -> None:
    answer = run("search", LECTURE, "--algorithm", "alphabeta", "--lang", "es", "--json").json
    assert answer["action"] == "a1"
    assert answer["value"] == 3
    assert answer["best_actions"] == ["a1"]
    assert answer["principal_variation"] == ["a1", "b1"]
    assert answer["statistics"]["nodes"] == 12
    assert [score["bound"] for score in answer["scores"]] == ["exact", "upper", "exact"]


def test_search_a_game_from_a_position(run: Any) -> None:
    answer = run("search", "tictactoe", "XX./OO./...", "--json").json
    assert (answer["action"], answer["value"]) == ("2", 1)
    answer = run("search", "tictactoe", "--json").json
    assert answer["statistics"]["nodes"] == 18_297


def test_search_with_limits_and_policy(run: Any) -> None:
    answer = run("search", "connect4", "--depth", "4", "--json").json
    assert (answer["depth"], answer["proven"]) == (4, False)
    answer = run("search", "connect4", "--nodes", "500", "--json").json
    assert answer["statistics"]["nodes"] == 500
    answer = run("search", LECTURE, "--policy", "--json").json
    assert answer["policy"] == {"A": "a1", "B3": "b31"}
    assert "B3" in run("search", LECTURE, "--policy").out


@pytest.mark.parametrize("algorithm", ["alphabeta", "minimax"])
def test_trace_prints_the_lecture_s_words(run: Any, algorithm: str) -> None:
    done = run("trace", LECTURE, "-a", algorithm, "--lang", "es")
    expected = (GOLDEN / "trace" / f"{algorithm}.es.txt").read_text(encoding="utf-8")
    assert done.out == expected


def test_a_trace_is_saved_and_told_again(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "t.jsonl"
    first = run("trace", LECTURE, "--save", str(file), "--lang", "en")
    assert run("trace", str(file), "--lang", "en").out == first.out
    assert not list(tmp_path.glob("*.part"))
    assert run("trace", LECTURE, "--json").json[0]["event"] == "enter"
    assert run("trace", str(tmp_path / "none.jsonl")).code == 2


def test_draw_in_every_format(run: Any, tmp_path: Path) -> None:
    assert "△ A" in run("draw", LECTURE).out
    assert run("draw", LECTURE, "-a", "alphabeta", "-f", "svg").out.startswith("<svg")
    assert r"\begin{tikzpicture}" in run("draw", LECTURE, "-f", "tikz").out
    file = tmp_path / "tree.svg"
    assert run("draw", LECTURE, "-o", str(file)).code == 0
    assert file.read_text(encoding="utf-8").startswith("<svg")
    assert run("draw", LECTURE, "--json").json["name"] == "A"
    assert "+" in run("draw", "tictactoe", "--depth", "3", "--most", "30").out
    assert "[3, ∞]" in run("draw", LECTURE, "-a", "alphabeta", "--windows").out
    assert run("draw", LECTURE, "--most", "0").code == 2
    assert run("draw", LECTURE, "-o", str(tmp_path / "no" / "where.svg")).code == 2


def test_compare(run: Any) -> None:
    rows = run("compare", LECTURE, "--json").json
    nodes = {row["algorithm"]: row["statistics"]["nodes"] for row in rows}
    assert nodes["minimax"] == 16
    assert nodes["alphabeta"] == 12
    done = run("compare", LECTURE, "--algorithms", "minimax,alphabeta", "--lang", "es")
    assert "algoritmo" in done.out
    assert run("compare", LECTURE, "--algorithms", "minimax,alphabet").code == 2


def test_exercise_and_its_key(run: Any, tmp_path: Path) -> None:
    sheet = run("exercise", "alphabeta", "--seed", "7", "--json", "--key").json
    assert parse_tree(sheet["tree"]).initial() == "A"
    answer = run("exercise", "alphabeta", "--seed", "7", "--key").out
    assert answer
    graded = run("exercise", "alphabeta", "--seed", "7", "--check", "none", "--lang", "en")
    assert graded.code == 0
    assert "PRUNING" in graded.out
    assert run("exercise", "alphabeta", "--check", "nonsense").code == 2
    assert run("exercise", "dancing").code == 2
    file = tmp_path / "sheet.tex"
    assert run("exercise", "bluff", "--check", "bluff=7").out.startswith("Not right yet: 0 of 3")
    assert run("exercise", "bluff", "--depth", "3").code == 2
    assert run("exercise", "minimax", "--count", "2", "--key", "-o", str(file)).code == 0
    assert r"\documentclass" in file.read_text(encoding="utf-8")
    assert run("exercise", "--format", "svg").out.startswith("<svg")
    assert run("exercise", "--format", "svg", "--count", "2").code == 2


def test_trees_from_files_and_standard_input(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notation = tmp_path / "tree.txt"
    notation.write_text(LECTURE, encoding="utf-8")
    assert run("search", str(notation), "--json").json["value"] == 3
    document = tmp_path / "tree.json"
    document.write_text(json.dumps(parse_tree(LECTURE).to_json()), encoding="utf-8")
    assert tree_from_json(document.read_text(encoding="utf-8")) == parse_tree(LECTURE)
    assert run("search", str(document), "--json").json["value"] == 3
    code = [sys.executable, "-m", "adversario", "search", "-", "--json"]
    done = subprocess.run(code, input=LECTURE, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["value"] == 3


OWN = """
from typing import NamedTuple
from adversario import Game

class State(NamedTuple):
    left: int
    turn: int

class TakeAway(Game):
    def __init__(self, counters: int = 21, most: int = 3):
        self.counters, self.most = counters, most
    def initial(self): return State(self.counters, 0)
    def player(self, s): return s.turn
    def actions(self, s):
        for n in range(1, min(self.most, s.left) + 1):
            yield n
    def result(self, s, n): return State(s.left - n, 1 - s.turn)
    def is_terminal(self, s): return s.left == 0
    def utility(self, s, p): return -1 if p == s.turn else 1
"""


def test_a_game_of_the_user_s_own(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "take_away.py"
    file.write_text(OWN, encoding="utf-8")
    assert run("check", str(file), "--json").json["playouts"] == 100
    assert run("search", f"{file}:counters=7", "--json").json["action"] == "3"
    assert run("search", f"{file}:TakeAway:counters=8", "--json").json["value"] == -1
    assert run("search", f"{file}:Nobody").code == 2


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("def f(:", "line 1: SyntaxError"),
        ("x = 1\ny = 1 / 0\n", "line 2: ZeroDivisionError"),
        ("x = 1\n", "found: -"),
        ("from adversario import Game\nclass Half(Game): pass\n", "still lacks: actions"),
    ],
)
def test_a_broken_file_is_named_with_its_line(
    run: Any, tmp_path: Path, source: str, problem: str
) -> None:
    file = tmp_path / "broken_game.py"
    file.write_text(source, encoding="utf-8")
    done = run("search", str(file), "--lang", "en")
    assert done.code == 2
    assert problem in done.err
    assert str(file) in done.err


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["search", "A(B(3, 12)"], "line 1, column 11"),
        (["search", "tictacto"], "did you mean tictactoe"),
        (["search", "nowhere.txt"], "nowhere.txt"),
        (["search", "nowhere.py"], "no such file"),
        (["search", LECTURE, "Z"], "Z"),
        (["search", LECTURE, "-a", "magic"], "There are: minimax"),
        (["search", "pig", "-a", "minimax"], "chance nodes"),
        (["search", LECTURE, "--depth", "0"], "at least 1"),
        (["search", LECTURE, "--depth", "1"], "no evaluation"),
        (["search", LECTURE, "-a", "minimax", "--strict"], "no option strict"),
        (["search", "tictactoe", "XXX"], "not a tic-tac-toe position"),
        (["play", "tictactoe", "--as", "3"], "expected 1 to 2"),
        (["check", "nim", "--playouts", "0"], "at least 1"),
        (["exercise", "--depth", "99"], "99"),
        (["exercise", "--count", "0"], "at least 1"),
    ],
)
def test_bad_input_exits_with_2_and_says_why(run: Any, arguments: list[str], problem: str) -> None:
    done = run(*arguments, "--lang", "en")
    assert done.code == 2
    assert problem in done.err
    assert "Traceback" not in done.err
    assert not done.out
    spanish = run(*arguments, "--lang", "es")
    assert spanish.code == 2
    assert spanish.err != done.err


def test_a_number_is_a_tree(run: Any) -> None:
    assert run("search", "5", "--json").json["value"] == 5


def test_a_fault_of_the_user_s_own_game_is_named(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "faulty_game.py"
    file.write_text(OWN.replace("return s.left == 0", "return 1 / 0"), encoding="utf-8")
    done = run("search", str(file), "--lang", "en")
    assert done.code == 2
    assert f"{file}, line 18: ZeroDivisionError" in done.err


def test_unknown_options_exit_with_2(run: Any) -> None:
    assert run("search", LECTURE, "--colour").code == 2
    assert run("dance").code == 2


def test_games_are_listed(run: Any) -> None:
    names = [game["name"] for game in run("games", "--json").json]
    assert {"connect4", "nim", "pig", "tictactoe"} <= set(names)
    assert "heaps=3-4-5" in run("games").out
    own = run("games", str(Path(__file__).parents[2] / "examples" / "take_away.py")).out
    assert re.search(
        r"TakeAway +Players in turn take 1 to `most` counters\. +counters=7, most=3", own
    )
    assert "connect4 " not in own


def test_version_and_help() -> None:
    def help_in(lang: str) -> str:
        code = [sys.executable, "-m", "adversario", "search", "--help", "--lang", lang]
        return subprocess.run(code, capture_output=True, text=True, check=True).stdout

    assert "Deepen for this many seconds" in help_in("en")
    assert "Profundiza durante estos segundos" in help_in("es")
    code = [sys.executable, "-m", "adversario", "--version"]
    done = subprocess.run(code, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("adversario 0.")


def test_ctrl_c_ends_cleanly(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("adversario.cli.commands.search.search.watched_search", interrupted)
    done = run("search", "tictactoe", "--lang", "en")
    assert done.code == 130
    assert "Stopped" in done.err


def test_compare_leaves_out_what_needs_bounds(run: Any, tmp_path: Path) -> None:
    """The README's own game declares no bounds: it is compared by the algorithms that fit."""
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    found = re.search(r"```python\n(from typing.*?)```", readme, re.DOTALL)
    assert found is not None
    file = tmp_path / "take.py"
    file.write_text(found[1], encoding="utf-8")
    done = run("compare", str(file))
    assert done.code == 0
    assert "alphabeta" in done.out
    assert "does not declare utility_bounds: star1, star2." in done.out
    done = run("search", str(file), "--algorithm", "star1")
    assert done.code == 2
    assert "star1 does not fit TakeAway" in done.err
