"""Numbers of positions with few men: dense, up to symmetry, in an order that tables can follow."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from adversario.games.boards.chess import Chess
from adversario.solve.endgame import build_tables, open_tables
from tests.require import needs

ENDLESS = Chess(quiet=0)
LAYERS = list(ENDLESS.layers())
SAMPLE = 40


@pytest.mark.parametrize("layer", LAYERS, ids=ENDLESS.layer_name)
def test_numbers_are_of_positions_and_their_images(layer: int) -> None:
    random, found = Random(layer), 0
    for _ in range(SAMPLE):
        state = ENDLESS.unindex(layer, random.randrange(ENDLESS.layer_size(layer)))
        if ENDLESS.layer(state) != layer:
            continue
        found += 1
        number = ENDLESS.index(state)
        assert 0 <= number < ENDLESS.layer_size(layer)
        least = ENDLESS.unindex(layer, number)
        assert (ENDLESS.layer(least), ENDLESS.index(least)) == (layer, number)
        assert ENDLESS.parse_position(ENDLESS.position(least)) == least
        for move in ENDLESS.actions(state):
            after = ENDLESS.result(state, move)
            if ENDLESS.layer(after) != layer and not ENDLESS.is_terminal(after):
                assert LAYERS.index(ENDLESS.layer(after)) < LAYERS.index(layer)
    assert found > 5


@pytest.mark.parametrize(
    "fens",
    [
        ("8/8/8/3k4/8/8/8/K6R w - - 0 1", "7R/8/8/8/3k4/8/8/K7 b - - 0 1", None),
        ("8/8/8/3k4/8/8/8/K6R w - - 0 1", "K6R/8/8/8/3k4/8/8/8 w - - 0 1", "same"),
        ("8/8/8/3k4/8/8/8/K6R w - - 0 1", "k6r/8/8/8/3K4/8/8/8 b - - 0 1", "same"),
        ("8/4P3/8/3k4/8/8/8/K7 w - - 0 1", "k7/8/8/8/3K4/8/4p3/8 b - - 0 1", "same"),
        ("8/4P3/8/3k4/8/8/8/K7 w - - 0 1", "8/3P4/8/4k3/8/8/8/7K w - - 0 1", "same"),
        ("8/4P3/8/3k4/8/8/8/K7 w - - 0 1", "7K/8/8/4k3/8/8/3P4/8 w - - 0 1", None),
        ("8/8/2q5/3k4/8/8/8/K6R b - - 0 1", "8/8/2Q5/3K4/8/8/8/k6r w - - 0 1", "same"),
    ],
)
def test_images_share_a_number(fens: tuple[str, str, str | None]) -> None:
    one, other = (ENDLESS.parse_position(fen) for fen in fens[:2])
    assert ENDLESS.layer(one) == ENDLESS.layer(other) >= 0
    assert (ENDLESS.index(one) == ENDLESS.index(other)) == (fens[2] == "same")


def test_positions_without_tables() -> None:
    for fen in (
        "8/8/8/3k4/8/8/8/4K2R w K - 0 1",  # castling
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",  # dead
        "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ):
        assert ENDLESS.layer(ENDLESS.parse_position(fen)) == -1
    limited = Chess()
    assert not list(limited.layers())
    assert limited.layer(limited.parse_position("8/8/8/3k4/8/8/8/K6R w - - 0 1")) == -1
    assert not list(Chess(variant="gardner", quiet=0).layers())


@needs("numba")
@pytest.mark.slow
def test_mates_take_as_long_as_known(tmp_path: Path) -> None:
    build_tables(ENDLESS, tmp_path, pieces=3, metric="dtw")
    tables = open_tables(ENDLESS, tmp_path)
    longest = {ENDLESS.layer_name(at): tables.files[at].header["longest"] for at in tables.files}
    assert longest == {"KQK": 20, "KRK": 32, "KPK": 56}  # mate in 10, 16 and 28 moves
    promotes = ENDLESS.parse_position("8/8/8/1K6/8/3k4/1P6/8 w - - 0 1")
    found = tables.probe(promotes)
    assert found is not None
    assert found.value == 1
