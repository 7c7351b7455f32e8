"""Games and players for the tests of matches."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from adversario.game import CHANCE, Game


class Spot(NamedTuple):
    place: int
    turn: int


class Circle(Game[Spot, int]):
    """Walk around for ever: nobody wins."""

    def initial(self) -> Spot:
        return Spot(0, 0)

    def player(self, state: Spot) -> int:
        return state.turn

    def actions(self, state: Spot) -> Iterator[int]:
        yield 1
        yield 2

    def result(self, state: Spot, action: int) -> Spot:
        return Spot((state.place + action) % 7, 1 - state.turn)

    def is_terminal(self, state: Spot) -> bool:
        return False

    def utility(self, state: Spot, player: int) -> int:
        return 0


class Throws(NamedTuple):
    points: tuple[int, ...]
    turn: int
    rolling: bool


class HighDie(Game[Throws, int]):
    """Three players each roll a die, three times; points are utilities."""

    players = 3
    zero_sum = False
    chance = True

    def initial(self) -> Throws:
        return Throws((0, 0, 0), 0, False)

    def player(self, state: Throws) -> int:
        return CHANCE if state.rolling else state.turn % 3

    def actions(self, state: Throws) -> Iterator[int]:
        yield 0

    def chances(self, state: Throws) -> Iterator[tuple[int, float]]:
        for face in range(1, 7):
            yield face, 1 / 6

    def result(self, state: Throws, action: int) -> Throws:
        if not state.rolling:
            return Throws(state.points, state.turn, True)
        points = list(state.points)
        points[state.turn % 3] += action
        return Throws(tuple(points), state.turn + 1, False)

    def is_terminal(self, state: Throws) -> bool:
        return state.turn == 9

    def utility(self, state: Throws, player: int) -> int:
        return state.points[player]


class First:
    """Always the first action."""

    def choose(self, game: Game[Any, Any], state: Any) -> Any:
        return next(iter(game.actions(state)))


class Careless:
    """Plays well for two moves, and then something that is not there."""

    def __init__(self) -> None:
        self.moves = 0

    def choose(self, game: Game[Any, Any], state: Any) -> Any:
        self.moves += 1
        return next(iter(game.actions(state))) if self.moves < 3 else "z9"


class Seeded:
    """Random by the seed that it is given."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def choose(self, game: Game[Any, Any], state: Any) -> Any:
        return self.random.choice(list(game.actions(state)))


def any_action(game: Game[Any, Any], state: Any) -> Any:
    """Random by Python's own generator."""
    return random.choice(list(game.actions(state)))


def fails(game: Game[Any, Any], state: Any) -> Any:
    raise ZeroDivisionError("by hand")


def leaves(game: Game[Any, Any], state: Any) -> Any:
    raise SystemExit(3)
