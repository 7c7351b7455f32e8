from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from adversario.base.errors import GameError
from adversario.contract.check import check_game
from adversario.game import Game
from adversario.games import ConnectFour, Nim, Pig, TicTacToe
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


class Wide(TakeAway):
    """An intermediate result needs more than 64 bits."""

    def utility(self, state: Heap, player: int) -> int:
        return (1 << 70 + state.left) >> 69


class Signed(TakeAway):
    """The top bit, which compiled code reads as a sign, decides what can be done."""

    def actions(self, state: Heap) -> Iterable[int]:
        if state.left << 60 > 0:
            yield 1
        if state.left > 1:
            yield 2


@pytest.mark.parametrize(("game", "method"), [(Wide(), "utility"), (Signed(), "actions")])
def test_a_difference_names_the_method_and_the_state(game: TakeAway, method: str) -> None:
    with pytest.raises(GameError, match=rf"{game.name}\.{method} means two things in state Heap"):
        check_parity(game)
