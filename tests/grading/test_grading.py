"""Assignments are read strictly; folders are graded, reported, interrupted and resumed."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from adversario import InputError, make_game, search
from adversario.cli import main
from adversario.grading.assignment import Assignment, Test, read_assignment
from adversario.grading.exploration import Exploration
from adversario.grading.outcome import Graded
from adversario.grading.positions import random_positions
from adversario.grading.report import html_report
from adversario.grading.results import grade_all
from adversario.grading.submission import Submission, find_submissions

EXAMPLES = Path(__file__).parents[2] / "examples" / "grading"
HEAD = 'title = "T"\ngame = "tictactoe"\n'
GAME = make_game("tictactoe")
CHEAP = '[[test]]\nkind = "contract"\nfunction = "evaluate"\nat = ["4"]\n'

WRONG = {
    "title = 3\n": "title",
    HEAD: "test",
    HEAD + "[[test]\n": "at line 3",
    HEAD + '[[test]]\nkind = "contracts"\n': "contract",
    HEAD + '[[test]]\nkind = "match"\nfunction = "order"\n': "evaluate, choose",
    HEAD + '[[test]]\nkind = "values"\nfunction = "evaluate"\ndeph = 2\n': "deph",
    HEAD + '[[test]]\nkind = "match"\nfunction = "choose"\ndept = 2\n': "dept",
    HEAD + '[[test]]\nkind = "match"\nfunction = "choose"\nat = ["0"]\n': "no key 'at'",
    HEAD + '[[test]]\nkind = "match"\nfunction = "choose"\nopponent = "own.py"\n': "own.py",
    HEAD + '[[test]]\nkind = "nodes"\nfunction = "order"\ncompare = "sign"\n': "most, equal",
    HEAD + CHEAP + "points = -1\n": "points",
    HEAD + CHEAP + f"points = 1{400 * '0'}\n": "points",
    HEAD + "[limits]\nmemory = 1\n" + CHEAP: "memory",
}


@pytest.mark.parametrize("words", WRONG)
def test_an_assignment_that_is_wrong_is_named(words: str, tmp_path: Path) -> None:
    file = tmp_path / "assignment.toml"
    file.write_text(words, encoding="utf-8")
    with pytest.raises(InputError, match=WRONG[words]) as caught:
        read_assignment(file)
    assert "assignment.toml" in str(caught.value)


def test_the_example_is_an_assignment() -> None:
    task = read_assignment(EXAMPLES / "assignment.toml")
    assert task.points == 10
    assert task.functions == ("evaluate", "search")
    assert task.limits.memory == 512


def test_submissions_are_files_and_folders(tmp_path: Path) -> None:
    (tmp_path / "ana.py").touch()
    (tmp_path / "_skipped.py").touch()
    for name in ("bea/main.py", "bea/tools.py", "carl/only.py", "notes/readme.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    found = {each.name: each.main for each in find_submissions(tmp_path, "main.py")}
    assert found == {"ana": "ana.py", "bea": "main.py", "carl": ""}
    assert find_submissions(tmp_path)[2].main == "only.py"
    with pytest.raises(InputError, match="no programs"):
        find_submissions(tmp_path / "notes")


def test_positions_are_drawn_from_a_seed() -> None:
    states = random_positions(GAME, 5, (2, 4), seed=3)
    assert states == random_positions(GAME, 5, (2, 4), seed=3)
    assert len(set(states)) == 5
    assert {sum(mark in "XO" for mark in GAME.position(each)) for each in states} <= {2, 3, 4}
    with pytest.raises(InputError, match="9 different positions"):
        random_positions(GAME, 10, (1, 1), seed=0)


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
def test_nodes_are_counted_as_the_searches_count_them(algorithm: str) -> None:
    """A search over the explored game visits what the package's search says it visits."""
    state = GAME.parse_position("XO./.X./..O")
    shown = Exploration(GAME, state)

    def value(number: int, mover: int, count: int, alpha: int, beta: int) -> int:
        best = -2 if mover == 0 else 2
        for at in range(count):
            _, player, terminal, utilities, names = (below := shown.serve("result", number, at))
            found = utilities[0] if terminal else value(below[0], player, len(names), alpha, beta)
            best = max(best, found) if mover == 0 else min(best, found)
            if algorithm == "alphabeta":
                alpha, beta = (max(alpha, best), beta) if mover == 0 else (alpha, min(beta, best))
                if alpha >= beta:
                    break
        return best

    result = search(GAME, state, algorithm=algorithm)
    root = shown.root
    assert value(root.number, root.player, len(root.actions), -2, 2) == result.value
    assert shown.nodes == result.statistics.nodes
    assert shown.bounds(None) == (result.value, result.value)


@pytest.fixture(scope="module")
def graded() -> tuple[Assignment, list[Graded]]:
    """The model answers that end quickly, graded."""
    task = read_assignment(EXAMPLES / "assignment.toml")
    found = [each for each in find_submissions(EXAMPLES) if each.name != "broken"]
    return task, grade_all(task, GAME, found)


def test_the_model_answers_have_their_points(graded: tuple[Assignment, list[Graded]]) -> None:
    right, weak = graded[1]
    assert right.points == 10
    assert [each.points for each in weak.outcomes][1:] == [2, 2, 0]
    assert "alphabeta: " in weak.outcomes[3].reasons["en"][0]
    assert "nodos; alphabeta: " in weak.outcomes[3].reasons["es"][0]


def test_names_and_outputs_are_escaped(graded: tuple[Assignment, list[Graded]]) -> None:
    task, (right, _) = graded
    page = html_report(task, [Graded("<b>=1", right.digest, right.outcomes)], "es")
    assert "<b>" not in page
    assert "&lt;b&gt;" in page
    assert '<html lang="es">' in page


KINDS = """
def evaluate(game, state, player):
    cells = game.position(state).replace("/", "")
    return {".": 0, "XO"[player]: 1}.get(cells[4], -1)

def order(game, state, actions):
    return sorted(actions, key=lambda each: (each != 4, each % 2))

def choose(game, state, seconds):
    return order(game, state, list(game.actions(state)))[0]
"""


def test_every_kind_of_test_of_every_function(tmp_path: Path) -> None:
    file = tmp_path / "student.py"
    file.write_text(KINDS, encoding="utf-8")
    tests = (
        Test("contract", "order", at=("", "0")),
        Test("contract", "evaluate", at=("4", "0"), bounds=(-1, 1), antisymmetric=True),
        Test("contract", "evaluate", at=("4",), bounds=(0, 1)),
        Test("values", "evaluate", at=("4 0",), depth=0, compare="sign"),
        Test("moves", "evaluate", at=("",), depth=2),
        Test("moves", "choose", at=("0", "4 1 0 8")),
        Test("nodes", "order", at=("0 8",), ratio=1.0),
        Test("nodes", "order", at=("0 8",), ratio=0.01),
        Test("match", "choose", opponent="random", games=4, score=0.5),
    )
    task = Assignment("T", "tictactoe", tests)
    (result,) = grade_all(task, GAME, [Submission("student", {file.name: file}, file.name)])
    full = [each.points == each.most for each in result.outcomes]
    assert full[:3] == [True, True, False]
    assert "is not between 0" in result.outcomes[2].reasons["en"][0]
    assert full[5] is (result.outcomes[5].points == 1)
    assert 0 < result.outcomes[7].points < 0.1
    assert "alpha-beta visits" in result.outcomes[6].notes["en"][0]
    assert "4 games against random" in result.outcomes[8].notes["en"][0]


@pytest.fixture
def students(tmp_path: Path) -> Path:
    """A folder with an assignment of one cheap test, and three programs."""
    folder = tmp_path / "students"
    folder.mkdir()
    (folder / "assignment.toml").write_text(HEAD + CHEAP, encoding="utf-8")
    for name in ("ana", "bea", "carl"):
        source = f"# {name}\ndef evaluate(game, state, player):\n    return 0\n"
        (folder / f"{name}.py").write_text(source, encoding="utf-8")
    return folder


def test_a_grading_is_interrupted_and_resumed(students: Path, tmp_path: Path) -> None:
    task, found = read_assignment(students / "assignment.toml"), find_submissions(students)
    save, done = tmp_path / "grades.jsonl", list[str]()

    def interrupt(graded: Graded) -> None:
        done.append(graded.name)
        if len(done) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        grade_all(task, GAME, found, save=save, on_progress=interrupt)
    with save.open("ab") as file:
        file.write(b'{"student": "ca')  # killed in the middle of a line
    lines = save.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["student"] for line in lines[1:-1]] == done == ["ana", "bea"]
    (students / "bea.py").write_text("def evaluate(game, state, player):\n    return 1 / 0\n")
    results = grade_all(task, GAME, find_submissions(students), save=save)
    assert [each.points for each in results] == [1, 0, 1]
    assert len(save.read_text(encoding="utf-8").splitlines()) == 5  # ana is not graded again
    kept, other = save.read_bytes(), replace(task, digest="other")
    with pytest.raises(InputError, match="--again"):
        grade_all(other, GAME, found, save=save)
    assert save.read_bytes() == kept
    assert len(grade_all(other, GAME, found, save=save, again=True)) == 3
    for foreign in ("[1]\n", "[[[["):
        save.write_text(foreign)
        with pytest.raises(InputError, match="not a file of grades"):
            grade_all(task, GAME, found, save=save)
        assert save.read_text() == foreign
    save.write_bytes(kept[:20])  # killed in the middle of the first line
    assert len(grade_all(task, GAME, found, save=save)) == 3
    save.write_text("[1]\n")
    with pytest.raises(InputError, match="not a file of grades"):
        grade_all(task, GAME, found, save=save)


Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command; its exit code, and what it prints on both streams."""

    def command(*arguments: object) -> tuple[int, str]:
        code = 0
        try:
            main(["grade", *map(str, arguments), "--lang", "en"])
        except SystemExit as end:
            code = int(end.code or 0)
        out, err = capsys.readouterr()
        return code, out + err

    return command


def test_the_command_writes_its_reports(students: Path, tmp_path: Path, run: Run) -> None:
    shutil.copy(EXAMPLES / "broken.py", students / "bea.py")
    reports = tmp_path / "reports"
    code, words = run(students, "--output", reports, "--require", "50")
    assert code == 1
    assert "bea, contract: evaluate:" in words
    assert "ZeroDivisionError" in words
    with (reports / "results.csv").open(encoding="utf-8") as file:
        rows = list(csv.reader(file))
    assert rows[0] == ["student", "contract: evaluate", "points"]
    assert rows[1:] == [["ana", "1", "1"], ["bea", "0", "0"], ["carl", "1", "1"]]
    ours = json.loads((reports / "feedback" / "bea.json").read_text(encoding="utf-8"))
    assert ours["score"] == 0
    assert ours["tests"][0]["max_score"] == 1
    assert "ZeroDivisionError" in (reports / "feedback" / "bea.txt").read_text(encoding="utf-8")
    assert "carl" in (reports / "report.html").read_text(encoding="utf-8")


def test_what_is_wrong_on_the_command_line_is_said(students: Path, run: Run) -> None:
    for arguments, words in {
        (students, "--student", "carla"): "did you mean carl?",
        (students / "nowhere",): "nowhere",
        (students, "--workers", "0"): "workers",
        (students, "--require", "101"): "percentage",
        (students, "--assignment", students / "a.toml"): "a.toml",
    }.items():
        code, said = run(*arguments)
        assert code == 2
        assert words in said


def test_a_mistyped_game_is_suggested(students: Path, run: Run) -> None:
    (students / "assignment.toml").write_text((HEAD + CHEAP).replace("tictactoe", "tictacto"))
    code, said = run(students)
    assert code == 2
    assert "did you mean tictactoe?" in said


def test_games_that_hide_something_are_refused(students: Path, run: Run) -> None:
    (students / "assignment.toml").write_text((HEAD + CHEAP).replace("tictactoe", "kuhn"))
    code, said = run(students)
    assert code == 2
    assert "hidden information" in said
