"""Endgame tables of English draughts: as many positions as published, and forward search agrees."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from adversario import Limit, analyse
from adversario.games.boards.draughts.game import Checkers
from adversario.native.engines.enhanced.enhancements import Enhancements
from adversario.solve.endgame import Tables, build_tables, verify_tables

GAME = Checkers()
SMALL = Enhancements(table_mib=1, quiescence=False)
PUBLISHED = {1: 120, 2: 6972, 3: 261_224, 4: 7_092_774}
"""Positions by pieces (Schaeffer et al., Checkers is solved, 2007)."""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Tables[Any, Any]:
    return build_tables(GAME, tmp_path_factory.mktemp("checkers"), pieces=4, metric="dtw")


def pieces(name: str) -> int:
    return sum(int(digit) for digit in name if digit.isdigit())


def positions(tables: Tables[Any, Any], number: int, most: int) -> Iterator[Any]:
    """Random positions that are not over, of at most so many pieces."""
    random, layers = Random(number), [each for each in tables.layers if pieces(each.name) <= most]
    while number:
        layer = random.choice(layers)
        state = GAME.unindex(layer.number, random.randrange(layer.size))
        if GAME.layer(state) == layer.number and not GAME.is_terminal(state):
            number -= 1
            yield state


def test_as_many_as_published(tables: Tables[Any, Any]) -> None:
    found = dict.fromkeys(PUBLISHED, 0)
    for layer in tables.layers:
        found[pieces(layer.name)] += tables.files[layer.number].header["positions"]
    assert found == PUBLISHED


def test_all_of_it_follows_from_itself(tables: Tables[Any, Any]) -> None:
    checked = verify_tables(tables)
    assert sum(each.positions for each in checked.values()) == sum(PUBLISHED.values())


def test_forward_search_finds_the_same(tables: Tables[Any, Any]) -> None:
    """A search just as deep as the win finds it; one ply less deep, or of a draw, finds none."""
    seen = {1: 0, 0: 0, -1: 0}
    for state in positions(tables, 600, most=4):
        known = tables.probe(state)
        assert known is not None
        depth = 7 if known.plies is None else known.plies
        if depth > 11:
            continue
        found = analyse(GAME, state, limit=Limit(depth=max(depth, 1)), enhancements=SMALL)
        assert found.distance == known.plies, GAME.position(state)
        if known.value:
            sign = 1 if state.turn == 0 else -1
            assert sign * found.value == known.value
        if depth > 1 and known.value:
            short = analyse(GAME, state, limit=Limit(depth=depth - 1), enhancements=SMALL)
            assert short.distance is None
        seen[known.value] += 1
    assert min(seen.values()) >= 20


@pytest.mark.parametrize("metric", ["dtw", "wdl"])
def test_with_tables_no_result_is_given_away(
    tables: Tables[Any, Any], metric: str, tmp_path: Path
) -> None:
    """Against the same engine without, and deeper: what is won is won, what is drawn not lost."""
    helped = tables
    if metric == "wdl":
        helped = build_tables(GAME, tmp_path, pieces=4, metric="wdl")
    won = 0
    for start in positions(tables, 40, most=4):
        state, known = start, helped.probe(start)
        if known is None or known.value < 0:
            continue
        us = state.turn
        while not GAME.is_terminal(state):
            mine = state.turn == us
            limit = Limit(depth=5 if mine else 9, nodes=200_000)
            mover = helped if mine else None
            result = analyse(GAME, state, limit=limit, enhancements=SMALL, tables=mover)
            assert result.action is not None
            state = GAME.result(state, result.action)
        worth = GAME.utility(state, us)
        assert worth >= (known.value if metric == "dtw" else 0), GAME.position(start)
        won += worth
    assert won >= 5
