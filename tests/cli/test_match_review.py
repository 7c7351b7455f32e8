"""`adversario review` of a match of backgammon."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

MATCH = """ 5 point match

 Game 1
 Ana : 0                           Bo : 0
  1) 31: 8/5 6/5                   66: 24/18(2) 13/7(2)
  2)  Doubles => 2                  Takes
      Wins 2 points
"""


def test_a_match_is_reviewed(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "match.mat"
    file.write_text(MATCH, encoding="utf-8")
    done = run("review", str(file))
    assert done.code == 0
    assert "Game 1, at 0-0: Ana +2" in done.out
    assert "double??" in done.out  # with fewer chances than Bo
    found = json.loads(run("review", str(file), "--json").out)
    ana, bo = found["players"]["Ana"], found["players"]["Bo"]
    decisions = [each for game in found["games"] for each in game["decisions"]]
    for name, totals in (("Ana", ana), ("Bo", bo)):
        own = [each for each in decisions if each["player"] == name]
        assert totals["cost"] == pytest.approx(sum(each["cost"] for each in own))
        counted = sum(each["counts"] for each in own)
        assert totals["plays"] + totals["offers"] == counted
        assert totals["rate"] == pytest.approx(1000 * totals["cost"] / counted)
    assert (ana["blunders"], bo["cost"]) == (1, 0)
    assert bo["luck"] > 0.2  # a double six
    assert run("review", str(file), "--save", str(tmp_path / "x.pgn")).code == 2
