from __future__ import annotations

import importlib
import linecache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from adversario.base.board_view import BoardView
from adversario.base.catalogue import LANGUAGES, message
from adversario.games import ConnectFour
from adversario.native.compiler import compile as compile_module
from adversario.native.compiler.compile import compile_game
from adversario.native.compiler.diagnosis import doctor
from adversario.native.compiler.diagnosis.doctor import diagnose
from adversario.native.compiler.plain.compile import Failed
from adversario.native.compiler.problems import NotCompilable, Problem
from adversario.native.kernels.count import perft as kernel
from tests.native import ailing
from tests.native.forget import forget_programs
from tests.native.samples import TakeAway

AILING = [
    value
    for value in vars(ailing).values()
    if isinstance(value, type) and value.__module__ == ailing.__name__
]


@pytest.mark.parametrize("cls", AILING)
def test_the_line_at_fault_is_found_and_explained(
    cls: type[TakeAway], monkeypatch: pytest.MonkeyPatch
) -> None:
    refusal = Failed((Problem(cls.__name__, "", 0, "", message("native.plain.unsettled")),))
    monkeypatch.setattr(doctor, "analysis_of", lambda game: refusal)
    diagnosis = diagnose(cls())
    problem = (*diagnosis.problems, *diagnosis.interpreted)[0]
    _, found, expected = problem.text.partition("# at fault: ")
    assert found, problem
    assert problem.reason.id == f"native.reason.{expected}"
    assert problem.method.startswith(f"{cls.__name__}.")
    assert problem.file == ailing.__file__
    for language in LANGUAGES:
        first, second = (line.text(language) for line in diagnosis.messages()[:2])
        assert cls.__name__ in first
        assert str(problem.line) in second


def test_what_is_plain_python_is_healthy() -> None:
    assert diagnose(ailing.BuildsSet()).compiles
    assert diagnose(ailing.Permutes()).compiles


def test_an_optional_method_does_not_keep_the_rules_from_compiling() -> None:
    diagnosis = diagnose(ailing.Estimates())
    assert diagnosis.compiles
    assert [problem.method for problem in diagnosis.interpreted] == ["Estimates.evaluate"]
    compile_game(ailing.Estimates(), kernel)


def test_a_healthy_game_has_no_problems() -> None:
    diagnosis = diagnose(ConnectFour())
    assert diagnosis.compiles
    assert not diagnosis.problems
    assert not diagnosis.interpreted
    assert [line.id for line in diagnosis.messages()] == ["doctor.healthy"]


def test_a_refusal_carries_its_problems() -> None:
    with pytest.raises(NotCompilable) as refusal:
        compile_game(ailing.Changes(), kernel_of_rules())
    assert refusal.value.problems[0].method == "Changes.is_terminal"
    assert "self.asked = True" in str(refusal.value)


def kernel_of_rules() -> Any:
    from adversario.native.kernels import rules

    return rules


def test_a_class_without_a_file_has_no_source() -> None:
    names: dict[str, Any] = {"TakeAway": TakeAway}
    exec(
        "class Typed(TakeAway):\n    def is_terminal(self, state):\n        return state.left < 1",
        names,
    )
    problem = diagnose(names["Typed"]()).problems[0]
    assert problem.reason.id == "native.reason.no_source"
    assert problem.method == "Typed.is_terminal"


def test_a_file_that_has_changed_since_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = """
from tests.native.samples import TakeAway

class Edited(TakeAway):
    def is_terminal(self, state):
        return state.left == 0

    def player(self, state):
        return state.turn
"""
    file = tmp_path / "edited_rules.py"
    file.write_text(rules)
    monkeypatch.syspath_prepend(tmp_path)
    game = importlib.import_module("edited_rules").Edited()
    file.write_text("\n\n\n" + rules)  # now another method stands where one was
    linecache.checkcache()
    reasons = {problem.reason.id for problem in diagnose(game).problems}
    assert "native.reason.changed" in reasons


class Worded(TakeAway):
    def initial(self) -> Any:
        return "three"


def test_a_state_that_is_a_text_is_refused() -> None:
    problem = diagnose(Worded()).problems[0]
    assert problem.method == "Worded.initial"
    assert problem.reason.id == "native.reason.value"


class Misannotated(NamedTuple):
    board: BoardView  # meant: adversario.bits.Board
    turn: int


class WrongBoard(TakeAway):
    """A game whose board of 64 bits is annotated with the class that displays states."""

    def initial(self) -> Any:
        return Misannotated(5, 0)  # type: ignore[arg-type]


def test_a_field_annotated_with_another_class_is_named() -> None:
    problem = diagnose(WrongBoard()).problems[0]
    assert problem.reason.id == "native.reason.annotation"
    assert "annotated as BoardView" in problem.reason.text()
    assert "adversario.bits.Board" in problem.reason.text("es")


def test_without_numba_that_is_the_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "available", lambda: False)
    monkeypatch.setattr(compile_module, "available", lambda: False)
    forget_programs()
    assert diagnose(ConnectFour()).problems[0].reason.id == "native.reason.no_numba"
    with pytest.raises(NotCompilable, match="Numba"):
        compile_game(ConnectFour(), kernel)


class Delegates(TakeAway):
    """Its actions are those of another generator."""

    def all_of(self, state: Any) -> Any:
        for number in (1, 2):
            if number <= state.left:
                yield number

    def actions(self, state: Any) -> Any:
        yield from self.all_of(state)


def test_a_shared_generator_is_advised_against() -> None:
    diagnosis = diagnose(Delegates())
    assert diagnosis.compiles
    (advice,) = diagnosis.advice
    assert (advice.method, advice.text) == ("Delegates.actions", "yield from self.all_of(state)")
    assert "all_of" in diagnosis.messages()[-1].text("en")
    assert not diagnose(ConnectFour()).advice
