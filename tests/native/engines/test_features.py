"""Evaluations by weighted features: the same in both engines, and refused where they do not fit."""

from __future__ import annotations

import pytest

from adversario import GameError, Limit, check_game, search
from adversario.games import ConnectFour
from adversario.games.lines.connect4 import State


class Weighed(ConnectFour):
    """Connect Four judged by two features."""

    weights: tuple[float, ...] = (0.25, -0.125)

    def features(self, state: State, player: int) -> tuple[int, float]:
        """The lead in the central column, and the lead in the outer ones."""
        sign = 1 if player == state.turn else -1
        middle, edges = 0b111111 << 21, 0b111111 | 0b111111 << 42
        return (
            sign * self.lead(state, middle),
            0.5 * sign * self.lead(state, edges),
        )

    def lead(self, state: State, cells: int) -> int:
        """How many more stones the mover has there."""
        return (state.mover & cells).bit_count() - (state.other & cells).bit_count()


class Mismatched(Weighed):
    """A weight too few."""

    weights = (1.0,)


def test_the_default_estimate_is_the_weighted_sum() -> None:
    game = Weighed()
    state = game.parse_position("441")
    assert game.features(state, 0) == (0, 0.5)  # one stone each in the middle, one at the edge
    assert game.evaluate(state, 0) == -0.0625
    assert game.evaluate(state, 1) == 0.0625
    assert ConnectFour().evaluate(state, 0) == 0


def test_both_engines_weigh_alike() -> None:
    game, limit = Weighed(), Limit(depth=5)
    assert check_game(game, playouts=5).compared
    native = search(game, limit=limit, engine="native")
    python = search(game, limit=limit, engine="python")
    assert (native.value, native.statistics.nodes) == (python.value, python.statistics.nodes)
    assert native.value != 0


def test_features_without_their_weights_are_an_error() -> None:
    game = Mismatched()
    for engine in ("python", "native"):
        with pytest.raises(GameError, match="1 weight for 2 features"):
            search(game, limit=Limit(depth=2), engine=engine)
