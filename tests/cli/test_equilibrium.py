"""`adversario equilibrium`: what it solves, prints, saves and refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.solve.equilibrium.tree.trees import BATTLE, MYERSON, PENNIES


def test_kuhn_as_a_table(run: Any) -> None:
    out = run("equilibrium", "kuhn").out
    assert "Values: 1 -1/18, 2 1/18" in out
    assert "An equilibrium, exactly" in out
    assert "12 information sets, 58 histories" in out
    spanish = run("equilibrium", "kuhn", "--lang", "es").out
    assert "conjunto de información" in spanish
    assert "Un equilibrio, exactamente" in spanish


def test_json(run: Any) -> None:
    found = run("equilibrium", PENNIES, "--json").json
    assert (found["values"], found["nash_conv"], found["guaranteed"]) == ([0, 0], 0, True)
    assert found["strategy"][0]["actions"] == {"H": "1/2", "T": "1/2"}
    found = run("equilibrium", "kuhn", "-a", "cfr+", "-n", "50", "--json").json
    assert (found["algorithm"], found["iterations"]) == ("cfr+", 50)


def test_a_file_of_gambit(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "myerson.efg"
    file.write_text(MYERSON, encoding="utf-8")
    assert "Values: Fred 1/3, Alice -1/3" in run("equilibrium", str(file)).out
    file.write_text(MYERSON.replace('"Raise"', "Raise"), encoding="utf-8")
    bad = run("equilibrium", str(file))
    assert bad.code == 2
    assert "myerson.efg, line 4, column 18" in bad.err


def test_strategies_are_saved_and_evaluated(run: Any, tmp_path: Path) -> None:
    file, plot = tmp_path / "kuhn.json", tmp_path / "kuhn.svg"
    arguments = ("kuhn", "--iterations", "200", "--save", str(file), "--plot", str(plot))
    solved = run("equilibrium", *arguments).out
    loaded = run("equilibrium", "kuhn", "--load", str(file)).out
    line = next(each for each in solved.splitlines() if each.startswith("Exploitability"))
    assert line in loaded
    assert "Best response of player 2: 0.05" in loaded
    assert plot.read_text(encoding="utf-8").startswith("<svg")
    wrong = run("equilibrium", "leduc:ranks=2", "--load", str(file))
    assert wrong.code == 2


def test_no_guarantee(run: Any) -> None:
    out = run("equilibrium", BATTLE, "--algorithm", "dcfr", "--iterations", "3").out
    assert "no guarantee" in out


def test_rounds(run: Any) -> None:
    out = run("equilibrium", "goofspiel:cards=3", "--algorithm", "rounds").out
    assert "Values: 1 0, 2 0" in out
    found = run("equilibrium", "rock-paper-scissors", "-a", "rounds", "--json").json
    assert found["first_round"][0] == {"rock": "1/3", "paper": "1/3", "scissors": "1/3"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("kuhn", "--iterations", "0"), "1 to"),
        (("kuhn", "--exploitability", "-1"), "from 0"),
        (("(L -> max@x(1, 2), R -> max@x(3, 4))",), "'B' and 'C' would have to forget"),
        (("kuhn", "-a", "rounds"), "choices of the round"),
        (("leduc", "-a", "sequence-form"), "too large"),
    ],
)
def test_what_is_refused(run: Any, arguments: tuple[str, ...], words: str) -> None:
    ran = run("equilibrium", *arguments)
    assert ran.code == 2
    assert words in ran.err.replace("\n", " ")


def test_a_table_of_payoffs_is_for_matrix(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "game.nfg"
    file.write_text('NFG 1 R "" { "a" "b" } { 1 1 } 0 0', encoding="utf-8")
    ran = run("equilibrium", str(file))
    assert ran.code == 2
    assert "adversario matrix" in ran.err
