"""`adversario rollout`, and plays ranked by `adversario analyse --turns`."""

from __future__ import annotations

import json
from typing import Any


def test_plays_are_ranked_with_costs_and_chances(run: Any) -> None:
    done = run("analyse", "backgammon", "31", "--turns", "1")
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[1].split() == ["action", "value", "cost", ">=1", ">=2", ">=3", "<=-2", "<=-3"]
    assert lines[2].startswith("8/5 6/5")
    found = json.loads(run("analyse", "backgammon", "31", "--turns", "1", "--json").out)
    best = found["plays"][0]
    assert (best["action"], best["cost"], found["proven"]) == ("8/5 6/5", 0, False)
    win, gammon, lost = (best["chances"][name] for name in (">=1", ">=2", "<=-2"))
    value = 2 * win - 1 + gammon + best["chances"][">=3"] - lost - best["chances"]["<=-3"]
    assert abs(value - best["value"]) < 1e-6


def test_estimates_of_filtered_plays_are_marked(run: Any) -> None:
    done = run("analyse", "backgammon", "31", "--turns", "2", "--keep", "1")
    assert "~" in done.out.splitlines()[3]
    assert "~" not in done.out.splitlines()[2]


def test_the_cube_is_analysed(run: Any) -> None:
    done = run("analyse", "backgammon-cube", "31 8/5,6/5", "--turns", "1")
    assert [line.split()[0] for line in done.out.splitlines()[2:4]] == ["roll", "double"]


def test_there_are_no_plays_before_the_dice(run: Any) -> None:
    done = run("analyse", "backgammon", "--turns", "1")
    assert done.code == 2
    assert "by chance" in done.err


def test_a_rollout_prints_means_and_errors(run: Any) -> None:
    done = run("rollout", "pig:target=10", "--trials", "40", "--engine", "python")
    assert done.code == 0
    assert done.out.splitlines()[1].split()[:3] == ["action", "value", "±"]
    found = json.loads(
        run("rollout", "pig:target=10", "--trials", "40", "--engine", "python", "--json").out
    )
    assert found["complete"]
    assert found["plays"][0]["trials"] == 40
    assert run("rollout", "tictactoe", "--trials", "0").code == 2
    assert run("rollout", "pig", "--threads", "0").code == 2
