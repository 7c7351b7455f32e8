from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from adversario.base.errors import GameError
from adversario.bits import bit
from adversario.contract.checking.check import check_game
from adversario.game import Game
from adversario.games import ConnectFour, Nim, Pig, TicTacToe
from adversario.native.compiler.problems import NotRepresentable
from adversario.native.parity import check_parity
from tests.native.samples import Capped, Coins, Corners, Heap, TakeAway

GAMES: list[Game[Any, Any]] = [
    TicTacToe(), ConnectFour(), ConnectFour(8, 7), Nim(), Pig(), Capped(40, tuple(range(1, 20))),
    Corners(), Coins(),
]  # fmt: skip


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_compiled_rules_say_what_interpreted_ones_say(game: Game[Any, Any]) -> None:
    check_game(game, playouts=5)
    assert check_parity(game, playouts=10) > 10


class Lost(TakeAway):
    """A board is shifted beyond its 64 bits, which plain Python keeps."""

    def utility(self, state: Heap, player: int) -> int:
        worth = 1 if bit(60) << state.left + 4 else -1
        return worth if player == 0 else -worth


class Idle(TakeAway):
    """Such a board decides what can be done."""

    def actions(self, state: Heap) -> Iterable[int]:
        if bit(63) << state.left:
            yield 1
        if state.left > 1:
            yield 2


class Wide(TakeAway):
    """An intermediate result needs more than 64 bits."""

    def utility(self, state: Heap, player: int) -> int:
        worth = (1 << 70 + state.left) >> 69
        return worth if player == 0 else -worth


def test_states_that_compiled_code_refuses_are_reported_at_the_end() -> None:
    with pytest.raises(NotRepresentable, match=r"line \d+ of Wide.utility"):
        check_parity(Wide())


@pytest.mark.parametrize(("game", "method"), [(Lost(), "utility"), (Idle(), "actions")])
def test_a_difference_names_the_method_and_the_state(game: TakeAway, method: str) -> None:
    with pytest.raises(GameError, match=rf"{game.name}\.{method} means two things in state Heap"):
        check_parity(game)
