from typing import Any

import pytest

from adversario import Game, check_parity, diagnose, perft
from adversario.base.provenance.identity import identity_of
from adversario.native.compiler import compile as compiling
from tests.native.plain.styles import STYLES, Text


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.__name__)
def test_every_style_compiles_and_means_the_same(style: type[Game[Any, Any]]) -> None:
    game = style()
    assert check_parity(game, playouts=60) > 200
    assert identity_of(game) in compiling._plain


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.__name__)
def test_every_style_counts_the_same(style: type[Game[Any, Any]]) -> None:
    depth = 3 if style.chance else 5
    assert perft(style(), depth, engine="native") == perft(style(), depth, engine="python")


def test_tic_tac_toe_has_as_many_sequences_as_published() -> None:
    assert [perft(Text(), depth, engine="native") for depth in (6, 7, 8, 9)] == [
        54720, 148176, 200448, 127872,
    ]  # fmt: skip


def test_the_doctor_finds_a_plain_game_healthy() -> None:
    diagnosis = diagnose(Text())
    assert diagnosis.compiles
    assert not diagnosis.problems
