"""Programs that hang, crash, grab or forge are reported, and nothing of theirs is trusted."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import pytest

from adversario import make_game
from adversario.grading.assignment import Assignment, Test
from adversario.grading.grader import Grader
from adversario.grading.outcome import Outcome
from adversario.grading.process.limits import Limits
from adversario.grading.submission import Submission
from tests.grading.students import HOSTILE, program

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")

LIMITS = Limits(call=20.0, memory=700, files=4, output=1)
SHORT = replace(LIMITS, call=0.5)
GAME = make_game("tictactoe")


def graded(folder: Path, source: str, test: Test, limits: Limits = LIMITS) -> Outcome:
    """The outcome of a test of a program."""
    file = folder / "student.py"
    file.write_text(source, encoding="utf-8")
    grader = Grader(Assignment("title", "tictactoe", (test,), limits=limits), GAME)
    (outcome,) = grader.grade(Submission("student", {file.name: file}, file.name)).outcomes
    return outcome


CONTRACT = Test("contract", "evaluate", positions=2, plies=(1, 4))


@pytest.mark.parametrize("name", HOSTILE)
def test_what_a_program_does_wrong_is_reported(name: str, tmp_path: Path) -> None:
    body, words = HOSTILE[name]
    limits = SHORT if name == "hang" else LIMITS
    outcome = graded(tmp_path, program(body), CONTRACT, limits)
    assert outcome.points == 0
    assert re.search(words, " ".join(outcome.reasons["en"])), outcome.reasons
    assert not Path("/tmp/adversario-grade-mark").exists()


def test_the_clock_is_the_graders(tmp_path: Path) -> None:
    source = (
        "import time\nreal = time.sleep\n"
        "time.perf_counter = time.time = time.monotonic = lambda: 0.0\n"
        "def choose(game, state, seconds):\n    real(1)\n    return 4\n"
    )
    test = Test("contract", "choose", positions=1, seconds=0.1)
    outcome = graded(tmp_path, source, test, Limits(grace=0.2))
    assert outcome.points == 0
    assert "no answer within 0.3 s" in outcome.reasons["en"][0]


def test_output_is_captured_and_cut(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    outcome = graded(tmp_path, program("print('x' * 3000000)\n    return 0"), CONTRACT)
    assert outcome.points == 1
    assert 1024 <= len(outcome.output) < 1100
    assert capfd.readouterr() == ("", "")


def test_a_program_that_changes_the_game_changes_only_its_own(tmp_path: Path) -> None:
    source = (
        "def choose(game, state, seconds):\n"
        "    type(game).actions = lambda self, state: iter([0])\n"
        "    type(game).utility = lambda self, state, player: 1\n"
        "    return 0\n"
    )
    test = Test("contract", "choose", at=("0", "4 8"))
    outcome = graded(tmp_path, source, test)
    assert outcome.points == 0.5
    assert "0 is not a legal action" in outcome.reasons["en"][0]
    assert next(iter(GAME.actions(GAME.parse_position("X../.../...")))) == 1


def test_a_search_has_to_look_at_what_proves_its_value(tmp_path: Path) -> None:
    source = "def search(game, state, depth):\n    return 0, None\n"
    test = Test("values", "search", at=("0 4 8 2 6 3 5",))
    outcome = graded(tmp_path, source, test)
    assert outcome.points == 0
    assert "leave the value open" in outcome.reasons["en"][0]


def test_a_program_ends_with_its_test(tmp_path: Path) -> None:
    started = perf_counter()
    body = "import threading, time\n    threading.Thread(target=time.sleep, args=[60]).start()"
    source = program(f"{body}\n    return 0")
    graded(tmp_path, source, CONTRACT)
    assert perf_counter() - started < 30


def test_forbidden_modules_are_seen_before_anything_runs(tmp_path: Path) -> None:
    file = tmp_path / "student.py"
    for source, module in {
        "import adversario.solve as s\n": "adversario.solve",
        "x = 1\nfrom adversario import search\n": "adversario",
        "__import__('adver' + 'sario')\n": "__import__",
    }.items():
        file.write_text(source, encoding="utf-8")
        found = Submission("student", {file.name: file}, file.name).forbidden(("adversario",))
        assert found is not None
        assert found[0] == module
    file.write_text("import math\n", encoding="utf-8")
    fine = Submission("student", {file.name: file}, file.name)
    assert fine.forbidden(("adversario",)) is None
