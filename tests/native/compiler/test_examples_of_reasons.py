"""The examples that the doctor shows: the first line is refused for its reason, the other not."""

from __future__ import annotations

from pathlib import Path

import pytest

from adversario.base.catalogue import message, templates
from adversario.cli.commands.build import doctor
from adversario.cli.shared.language import Language
from adversario.counting.speed import EngineSpeed
from adversario.native.compiler.diagnosis.doctor import Diagnosis
from adversario.native.compiler.diagnosis.examples import EXAMPLES, OF_NO_LINE, example_for
from adversario.native.compiler.plain.rules import Analysis
from adversario.native.compiler.problems import Problem
from tests.native.plain.bench import module_of

OF_CLASSES = {
    "class", "constant", "default_changes", "dict_empty", "name", "no_attribute", "own_equality",
    "set_domain", "source", "state_size", "super", "unsettled", "value",
}  # fmt: skip
"""Examples that are about classes, states, modules or files rather than about a statement."""

RARE = {
    "closure", "convert", "iterator", "length", "order", "set_pop", "static_value", "text_mixed",
    "yield",
}  # fmt: skip
"""Reasons that no short line leads to; an item of a set that is taken is looked for at run time."""

STATEMENTS = [reason for reason in EXAMPLES if reason not in OF_CLASSES | RARE]

PRELUDE = "row, pair, card = list(cells), (n, 1), Card(n + 1)\nstones = {c * 9 for c in cells}\n"


def test_each_reason_has_an_example() -> None:
    reasons = {
        name.removeprefix("native.plain.") for name in templates("en") if "native.plain." in name
    }
    assert reasons == set(EXAMPLES) | OF_NO_LINE
    assert example_for("native.plain.set_order") == EXAMPLES["set_order"]
    assert example_for("native.plain.failed") is None


def analysed(bodies: list[str], folder: Path, name: str) -> dict[str, set[str]]:
    """The reasons why functions with these bodies do not compile, by the function."""
    bodies = ["return n", *(f"{PRELUDE}{body}\nreturn 0" for body in bodies)]
    game = module_of(bodies, folder, name).Bench()
    found: dict[str, set[str]] = {}
    for problem in Analysis(game, game.initial()).optional_problems.get("evaluate", ()):
        found.setdefault(problem.method, set()).add(problem.reason.id)
    return found


@pytest.fixture(scope="module")
def refused(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    bodies = [EXAMPLES[reason].before for reason in STATEMENTS]
    return analysed(bodies, tmp_path_factory.mktemp("before"), "examples_before")


@pytest.mark.parametrize("reason", STATEMENTS)
def test_the_first_line_is_refused_for_its_reason(
    refused: dict[str, set[str]], reason: str
) -> None:
    assert f"native.plain.{reason}" in refused.get(f"f{STATEMENTS.index(reason) + 1}", ())


def test_the_other_lines_compile(tmp_path: Path) -> None:
    bodies = [EXAMPLES[reason].after for reason in STATEMENTS]
    assert analysed(bodies, tmp_path, "examples_after") == {}


@pytest.mark.parametrize("lang", Language)
def test_the_doctor_shows_an_example_where_it_has_no_rewrite(
    lang: Language, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reason = message("native.plain.callable", name="hash")
    problem = Problem("TakeAway.player", "", 0, "return hash(state)", reason)
    monkeypatch.setattr(doctor, "game_of", lambda source: None)
    monkeypatch.setattr(
        doctor, "diagnose", lambda game: Diagnosis("TakeAway", False, (problem,), ())
    )
    speed = EngineSpeed("python", 1.0, 1.0)
    monkeypatch.setattr(doctor, "measure_engines", lambda game: [speed])
    doctor.doctor_command("takeaway", lang=lang)
    said = capsys.readouterr().out
    example = EXAMPLES["callable"]
    assert example.before in said
    assert said.index(example.before) < said.index(example.after)
