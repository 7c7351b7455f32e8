"""What tables of more pieces would take, from rates that are given."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from adversario.base.errors import InputError
from adversario.games.boards.draughts.game import Checkers
from adversario.solve.endgame import Tables
from adversario.solve.endgame.estimate import BuildEstimate, Rates, estimates, rates_of
from adversario.solve.endgame.plan import layers_of

GAME = Checkers()
RATES = Rates(expanding=3e-7, finishing=2e-7, disk=0.25, moves=6.0)
PUBLISHED = {6: 2_503_611_964, 7: 34_779_531_480, 8: 406_309_208_481}
"""Positions by pieces (Schaeffer et al., Checkers is solved, 2007)."""


@pytest.fixture
def tables() -> Tables[Any, Any]:
    """Tables of up to five pieces, by their layers alone."""
    return Tables(GAME, Path(), "wdl", {}, layers_of(GAME, 5))


def test_sizes_follow_from_the_numbers_of_positions(tables: Tables[Any, Any]) -> None:
    found = list(estimates(tables, RATES, 4))
    assert [each.pieces for each in found] == [6, 7, 8]
    totals = [sum(layer.size for layer in tables.layers), *(each.positions for each in found)]
    for pieces, (fewer, more) in zip(PUBLISHED, pairwise(totals), strict=True):
        # Numbers are a little more than positions: men on one square have a number too.
        assert 1 < (more - fewer) / PUBLISHED[pieces] < 1.12
    for each in found:
        assert each.disk == round(each.positions / 4)
        assert each.finished == each.positions // 4
        assert each.memory == each.largest * (22 + 48)
        assert each.finishing == pytest.approx(each.positions * 2e-7 / 3600)


def test_more_machines_help_the_workers_only(tables: Tables[Any, Any]) -> None:
    def eight(machines: int) -> BuildEstimate:
        return list(estimates(tables, RATES, machines))[-1]

    assert eight(1).expanding == pytest.approx(50 * eight(50).expanding)
    assert eight(1).finishing == eight(50).finishing


def test_without_a_build_there_are_no_rates(tables: Tables[Any, Any]) -> None:
    with pytest.raises(InputError, match="nothing was measured"):
        rates_of(None, tables)
