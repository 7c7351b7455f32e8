"""The numbers of draughts positions: one to one, and as many as are published."""

from __future__ import annotations

from random import Random

import pytest

from adversario.games.boards.draughts.game import Checkers, Draughts, InternationalDraughts
from adversario.games.boards.draughts.numbers import rank, spread, squeeze, unrank
from adversario.games.boards.draughts.state import State

PUBLISHED = {1: 120, 2: 6972, 3: 261_224}
"""Positions of English draughts by pieces (Schaeffer et al., Checkers is solved, 2007)."""


def pieces(game: Draughts, layer: int) -> int:
    return sum(int(digit) for digit in game.layer_name(layer) if digit.isdigit())


def test_ranks() -> None:
    for chosen in range(5):
        boards = sorted(board for board in range(1 << 11) if board.bit_count() == chosen)
        assert [rank(board) for board in boards] == list(range(len(boards)))
        assert [unrank(at, chosen) for at in range(len(boards))] == boards


def test_squeezing() -> None:
    random = Random(9)
    for _ in range(300):
        taken = random.getrandbits(32) & random.getrandbits(32)
        board = random.getrandbits(32) & ~taken
        small = squeeze(board, taken)
        assert small.bit_count() == board.bit_count()
        assert small < 1 << 32 - taken.bit_count()
        assert spread(small, taken) == board


@pytest.mark.parametrize("game", [Checkers(), Checkers(6), InternationalDraughts()])
def test_numbers_are_one_to_one(game: Draughts) -> None:
    random = Random(2)
    for layer in game.layers(4):
        size = game.layer_size(layer)
        for at in [0, size - 1, *(random.randrange(size) for _ in range(30))]:
            state = game.unindex(layer, at)
            if game.layer(state) < 0:
                assert state.black & state.white
                continue
            assert (game.layer(state), game.index(state)) == (layer, at)
            turned = State(
                game.rotate(state.white), game.rotate(state.black), game.rotate(state.kings),
                1 - state.turn, random.randrange(9),
            )  # fmt: skip
            assert (game.layer(turned), game.index(turned)) == (layer, at)
            men = state.white & ~state.kings, state.black & ~state.kings
            assert not men[0] & game.far[1]
            assert not men[1] & game.far[0]


def test_moves_lead_to_earlier_layers_only() -> None:
    game, random = Checkers(), Random(6)
    order = {layer: at for at, layer in enumerate(game.layers(5))}
    for layer, place in order.items():
        for _ in range(20):
            state = game.unindex(layer, random.randrange(game.layer_size(layer)))
            if game.layer(state) < 0:
                continue
            for action in game.actions(state):
                after = game.layer(game.result(state, action))
                assert order[after] <= place


def test_as_many_positions_as_published() -> None:
    """All numbers of a small board gone through, and the formula for the full one."""
    game = Checkers(4)  # small enough to go through
    found = dict.fromkeys(range(1, 4), 0)
    for layer in game.layers(3):
        for at in range(game.layer_size(layer)):
            found[pieces(game, layer)] += game.layer(game.unindex(layer, at)) == layer
    assert found == {filled: naive_count(filled, area=8, half=2) for filled in range(1, 4)}
    for filled in range(1, 4):
        assert naive_count(filled, area=32, half=4) == PUBLISHED[filled]


def naive_count(filled: int, *, area: int, half: int, square: int = 0) -> int:
    """Boards with so many pieces, square by square."""
    if square == area:
        return int(filled == 0)
    found = naive_count(filled, area=area, half=half, square=square + 1)
    if filled:
        kinds = 4 - (square < half) - (square >= area - half)
        found += kinds * naive_count(filled - 1, area=area, half=half, square=square + 1)
    return found
