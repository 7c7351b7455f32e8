"""Answers beyond what compiled code has: interpreted, or refused with method and line."""

# ruff: noqa: E402

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.require import require

require("numba")

from adversario import Limit, analyse, count_game, perft, search
from adversario.base.errors import GameError
from adversario.native.check import check_game
from adversario.native.compiler.problems import InterpretedWarning, NotRepresentable
from adversario.native.engines import engine_choice
from adversario.native.engines.confirm import confirm
from adversario.native.engines.engine_choice import Engine
from adversario.native.engines.mcts import mcts
from adversario.solve.dispatch import Work, solve
from tests.native import overflowing
from tests.native.overflowing import FAILING, FROM_THE_END, REFUSED, Adding, Sum, troubled

DEPTH = Limit(depth=14)

Job = Callable[[int, Engine], Any]
"""From a kind of trouble and an engine to an answer."""


def searched(kind: int, engine: Engine) -> Any:
    return search(*troubled(kind), engine=engine, limit=DEPTH, algorithm="alphabeta").value


def solved(kind: int, engine: Engine) -> Any:
    return solve(*troubled(kind), method="table", work=Work(engine=engine)).value


def simulated(kind: int, engine: Engine) -> Any:
    return mcts(*troubled(kind), engine=engine, limit=Limit(nodes=300)).action


def maximised(kind: int, engine: Engine) -> Any:
    return search(*troubled(kind), engine=engine, limit=DEPTH, algorithm="maxn").value


def analysed(kind: int, engine: Engine) -> Any:
    return analyse(*troubled(kind), engine=engine, limit=DEPTH).value


def counted(kind: int, engine: Engine) -> Any:
    return count_game(*troubled(kind), engine=engine).terminal


MAIN: list[Job] = [searched, solved, simulated]
JOBS: list[Job] = [*MAIN, maximised, analysed, counted]


class Long(Adding):
    """The end of a long game is beyond 64 bits, and nothing before it."""

    def initial(self) -> Sum:
        return Sum(0, 0, overflowing.ENDLESS)


@pytest.fixture(autouse=True)
def warned_about_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test gets its own warnings, and no head start of the interpreter."""
    monkeypatch.setattr(engine_choice, "_refused", set())
    monkeypatch.setattr(engine_choice, "SEARCH_SECONDS", 1e-9)


@pytest.mark.parametrize("job", MAIN)
@pytest.mark.parametrize("kind", REFUSED)
def test_compiled_code_refuses_with_method_and_line(kind: int, job: Job) -> None:
    with pytest.raises(NotRepresentable, match=r"line \d+ of Adding\.(worth|result|utility), '.+'"):
        job(kind, "native")


@pytest.mark.parametrize("job", JOBS)
def test_every_search_refuses(job: Job) -> None:
    with pytest.raises(NotRepresentable, match=r"line \d+ of Adding.worth, 'return int\(3 \*\* "):
        job(overflowing.POWER, "native")


@pytest.mark.parametrize("job", JOBS)
@pytest.mark.parametrize("kind", REFUSED)
def test_plain_python_answers_instead(kind: int, job: Job) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = job(kind, "auto")
    # A table of states is filled by plain Python too, but simulations over it have their own dice.
    assert found == job(kind, "python") or found == job(kind, "tabulated")
    assert len([each for each in caught if each.category is InterpretedWarning]) <= 1


@pytest.mark.parametrize("engine", ["auto", "native", "python"])
@pytest.mark.parametrize("job", MAIN)
@pytest.mark.parametrize("kind", FAILING)
def test_rules_that_fail_are_never_answered(kind: int, job: Job, engine: Engine) -> None:
    with pytest.raises((GameError, ArithmeticError, ValueError, IndexError)):
        job(kind, engine)


@pytest.mark.parametrize("job", MAIN)
@pytest.mark.parametrize(
    ("kind", "raised"), [(overflowing.BY_ZERO, "ZeroDivision"), (overflowing.OUT_OF_ARRAY, "Index")]
)
def test_a_failure_of_compiled_rules_has_file_and_line(kind: int, raised: str, job: Job) -> None:
    place = r"the rules fail in Adding.worth \(.*overflowing.py, line \d+, .*"
    with pytest.raises(GameError, match=place + raised):
        job(kind, "native")


@pytest.mark.parametrize("engine", ["native", "python"])
@pytest.mark.parametrize("job", MAIN)
def test_a_utility_that_is_no_number_is_an_error_of_the_game(job: Job, engine: Engine) -> None:
    with pytest.raises(GameError, match=r"NaN|gives nan; expected a finite number"):
        job(overflowing.UNDEFINED, engine)


@pytest.mark.parametrize("job", [job for job in JOBS if job is not simulated])  # has its own dice
def test_negative_indices_count_from_the_end(job: Job) -> None:
    assert job(FROM_THE_END, "native") == job(FROM_THE_END, "python")


def test_the_end_of_a_long_game() -> None:
    with pytest.raises(NotRepresentable, match=r"line \d+ of Adding.worth, 'return int\(total\*\*"):
        solved(overflowing.ENDLESS, "native")
    with pytest.warns(InterpretedWarning, match=r"line \d+ of Adding.worth, 'return int\(total"):
        found = solved(overflowing.ENDLESS, "auto")
    assert found == solved(overflowing.ENDLESS, "python") == 473


def test_a_check_sees_the_end_of_a_long_game() -> None:
    report = check_game(Long(), playouts=3)
    assert report.terminal_states == 2
    assert report.refusal is not None
    assert "Adding.worth" in report.refusal.text()


def test_what_asks_for_no_utility_goes_on() -> None:
    assert perft(Adding(), 4, Sum(0, 0, overflowing.POWER), engine="native") == 16


def test_a_failure_stops_all_threads() -> None:
    game, state = troubled(overflowing.POWER)
    with pytest.raises(NotRepresentable):
        analyse(game, state, engine="native", limit=Limit(time=600), threads=2)
    with pytest.raises(NotRepresentable):
        mcts(game, state, engine="native", limit=Limit(time=600), threads=2)


def test_an_answer_that_differs_from_python_is_not_returned() -> None:
    right = search(Adding(), engine="native", algorithm="alphabeta", limit=DEPTH)
    confirm(right, complete_line=True)
    with pytest.raises(GameError, match=r"Adding.utility means two things"):
        confirm(replace(right, value=99), complete_line=True)
    with pytest.raises(GameError, match=r"Adding.actions means two things"):
        confirm(replace(right, principal_variation=(7,)), complete_line=True)
