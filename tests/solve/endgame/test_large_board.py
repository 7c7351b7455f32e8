"""Endgame tables on a board whose larger layers no table can have."""

from __future__ import annotations

from pathlib import Path

import pytest

from adversario import Limit, make_game
from adversario.base.errors import GameError
from adversario.contract.capability import as_capability
from adversario.contract.numbering import Numbered
from adversario.native.engines.enhanced.search import native_alphabeta
from adversario.solve.endgame import build_tables, open_tables, verify_tables
from adversario.solve.endgame.tables import Known


@pytest.mark.needs("numba")
def test_tables_of_few_pieces_on_a_large_board_from_beginning_to_end(tmp_path: Path) -> None:
    """Layers of six pieces on 10x10 squares are too large for a table, and not asked for."""
    game = make_game("international-draughts")
    built = build_tables(game, tmp_path, pieces=2, metric="dtw")
    assert len(built.layers) == 8
    opened = open_tables(game, tmp_path)
    checked = verify_tables(opened)
    assert sum(each.positions for each in checked.values()) > 5_000
    numbering = as_capability(game, Numbered)
    states = (
        numbering.unindex(layer.number, at) for layer in built.layers for at in range(layer.size)
    )
    state = next(
        state
        for state in states
        if not game.is_terminal(state) and opened.probe(state) == Known(1, 1)
    )
    after = [game.result(state, action) for action in opened.best_actions(state)]
    assert after
    assert all(game.is_terminal(each) for each in after)
    found = native_alphabeta(game, state, limit=Limit(depth=2), tables=opened)
    assert found.action in opened.best_actions(state)


def test_a_build_of_layers_that_are_too_large_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="positions"):
        build_tables(make_game("international-draughts"), tmp_path, pieces=6)
