"""Multi-ProbCut on the command line."""

from __future__ import annotations

from typing import Any

from adversario.arena.searchers import player_factory


def test_cuts_are_an_option_of_players(run: Any) -> None:
    assert player_factory("alphabeta:depth=2,cuts=fitted")(0).cuts == "fitted"
    assert run("train", "nim", "-a", "cuts").code == 2
    assert run("train", "othello", "-a", "cuts", "--rate", "0.1").code == 2
