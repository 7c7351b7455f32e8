"""The attack, in short, and proof that it can fail. `make attack` runs all of it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

from tests.attack.mutate.damage import Effect, Mutant, damaged
from tests.attack.mutate.json_values import changed_json
from tests.attack.mutate.texts import changed_text
from tests.attack.outcome import Finding, Kind, Verdict
from tests.attack.plan import FAMILIES, SCHEDULE
from tests.attack.proof import FAULTS
from tests.attack.report import write_report
from tests.require import needs

ROOT = Path(__file__).parents[2]
CASES = 130
TEXT = b'{"a": [1, 2.5, {"b": "x"}], "c": null}\n'

pytestmark = needs("numba")


def run(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a module of the attack in a process of its own: this one has threads, and cannot fork."""
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_faults_that_are_put_in_are_found() -> None:
    done = run("tests.attack.proof")
    assert done.returncode == 0, done.stdout + done.stderr


def test_there_is_a_fault_of_every_kind_that_a_process_can_show() -> None:
    of_cases = {Kind.REFUSED, Kind.PROTOCOL}  # comparisons of answers, made by the cases
    assert {fault.kind for fault in FAULTS.values()} == set(Kind) - of_cases


def test_the_attack_in_short_finds_nothing(tmp_path: Path) -> None:
    done = run(
        "tests.attack", "--seed", "1", "--cases", str(CASES), "--workers", "1", "--keep",
        str(tmp_path),
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-5000:]
    assert f"{CASES} cases" in done.stdout


def test_a_report_lists_what_was_found(tmp_path: Path) -> None:
    finding = Finding(Kind.TRACEBACK, "KeyError: `x`")
    verdicts = [
        Verdict(3, "files", "book: cut", (finding,), ("adversario solve",)),
        Verdict(4, "kills", "match, killed", (), ()),
    ]
    write_report(tmp_path / "report.md", 1, verdicts, 12.3)
    page = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "2 cases with seed 1" in page
    assert "1 with findings" in page
    assert f"| {Kind.TRACEBACK.value} | 1 |" in page
    assert "python -m tests.attack --seed 1 --case 3" in page


def test_families_take_turns_by_their_weights() -> None:
    assert len(SCHEDULE) == 1000
    assert {family.name for family in SCHEDULE[:CASES]} == {family.name for family in FAMILIES}


def test_mutants_are_the_same_for_the_same_seed() -> None:
    def make(number: int) -> list[Mutant]:
        random = Random(number)
        mutants = [damaged(TEXT, random, sealed=True), changed_text(TEXT, random)]
        return [*mutants, changed_json(TEXT, random)]

    made = [make(number) for number in range(300)]
    assert made == [make(number) for number in range(300)]
    assert len({mutant.data for mutants in made for mutant in mutants}) > 500


def test_mutants_that_mean_the_same_do() -> None:
    seen = 0
    for number in range(300):
        for mutant in (changed_json(TEXT, Random(number)), changed_text(TEXT, Random(number))):
            if mutant.effect is Effect.SAME:
                seen += 1
                assert json.loads(mutant.data.decode("utf-8-sig")) == json.loads(TEXT)
    assert seen > 30
