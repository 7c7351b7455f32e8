"""Fields whose annotations say nothing are typed by the values that they hold."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from adversario import Game, check_parity
from adversario.native.compiler.diagnosis.doctor import diagnose
from tests.require import needs

pytestmark = needs("numba")

Bare = namedtuple("Bare", "heaps turn")


class Vague(NamedTuple):
    heaps: tuple  # type: ignore[type-arg]
    turn: Any


class Unknown(NamedTuple):
    heaps: Nothing  # type: ignore[name-defined]  # noqa: F821
    turn: int | None


class Heaps(Game[Any, int]):
    utility_bounds = (-1, 1)

    def player(self, state: Any) -> int:
        return int(state.turn)

    def actions(self, state: Any) -> Iterator[int]:
        for heap in range(2):
            if state.heaps[heap] > 0:
                yield heap

    def is_terminal(self, state: Any) -> bool:
        return bool(state.heaps[0] + state.heaps[1] == 0)

    def utility(self, state: Any, player: int) -> int:
        return -1 if player == state.turn else 1


class OfBare(Heaps):
    def initial(self) -> Any:
        return Bare((2, 3), 0)

    def result(self, state: Any, action: int) -> Any:
        one, two = state.heaps
        return Bare((one - 1, two) if action == 0 else (one, two - 1), 1 - state.turn)


class OfVague(Heaps):
    def initial(self) -> Any:
        return Vague((2, 3), 0)

    def result(self, state: Any, action: int) -> Any:
        one, two = state.heaps
        return Vague((one - 1, two) if action == 0 else (one, two - 1), 1 - state.turn)


class OfUnknown(Heaps):
    def initial(self) -> Any:
        return Unknown((2, 3), 0)

    def result(self, state: Any, action: int) -> Any:
        one, two = state.heaps
        return Unknown((one - 1, two) if action == 0 else (one, two - 1), 1 - state.turn)


@pytest.mark.parametrize("game", [OfBare(), OfVague(), OfUnknown()], ids=lambda game: game.name)
def test_they_compile(game: Game[Any, Any]) -> None:
    assert diagnose(game).compiles
    assert check_parity(game, playouts=5) > 5
