"""Rollouts that the game plays itself: who calls them, with what numbers, and what is checked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from adversario import Game, GameError, check_game
from adversario.bits import Board, right
from adversario.native.engines.engine_choice import Engine
from adversario.native.engines.mcts import mcts

ENGINES = ("python", "native")


class State(NamedTuple):
    left: int
    turn: int
    taken: int


class Drawn(Game[State, int]):
    """Players take one or two counters; player 0 gets the share that they took as ones.

    Its own rollouts only ever take one, so that all of these are ones.
    """

    utility_bounds = (-1, 1)

    def initial(self) -> State:
        return State(9, 0, 0)

    def player(self, state: State) -> int:
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        yield from range(1, min(2, state.left) + 1)

    def result(self, state: State, action: int) -> State:
        twos = 1 if action == 2 else 0
        return State(state.left - action, 1 - state.turn, state.taken + twos)

    def is_terminal(self, state: State) -> bool:
        return state.left == 0

    def utility(self, state: State, player: int) -> float:
        share = 1.0 if state.taken == 0 else -1.0
        return share if player == 0 else -share

    def rollout_action(self, state: State, random: Board) -> int:
        return 1


class Whole(Drawn):
    """A coin, by the top bit of the random number, decides the rest."""

    def rollout(self, state: State, random: Board) -> float:
        return 0.5 if int(right(random, 63)) else 0.0


def mean(game: Game[Any, Any], engine: Engine, simulations: int, **options: Any) -> float:
    found = mcts(game, engine=engine, simulations=simulations, solver=False, **options).value
    assert not isinstance(found, tuple)
    return float(found)


@pytest.mark.parametrize("engine", ENGINES)
def test_actions_of_rollouts_are_the_games_own(engine: Engine) -> None:
    assert mean(Drawn(), engine, 1) == 1  # all ones after the first expansion, in any order
    assert mean(Drawn(), engine, 400, rollouts="uniform") < 0.9


@pytest.mark.parametrize("engine", ENGINES)
def test_whole_rollouts_are_the_games_own(engine: Engine) -> None:
    assert mean(Whole(), engine, 1) in (0, 0.5)
    assert -1 < mean(Whole(), engine, 60, exploration=50) < 0.6
    # A limit of depth is not known to `rollout`: by actions, all are ones.
    assert mean(Whole(), engine, 1, rollout_depth=100) == 1


class Illegal(Drawn):
    def rollout_action(self, state: State, random: Board) -> int:
        return 3


class Biased(Drawn):
    def rollout(self, state: State, random: Board) -> float:
        return -1.0


class Beyond(Drawn):
    def rollout(self, state: State, random: Board) -> float:
        return 7.0


class Moody(Drawn):
    asked = 0

    def rollout(self, state: State, random: Board) -> float:
        Moody.asked += 1
        return float(Moody.asked % 2)


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (Illegal(), "not a legal action"),
        (Biased(), "its mean for player 0 is -1.0, but 1.0"),
        (Beyond(), "no utility of player 0"),
        (Moody(), "two different answers"),
    ],
    ids=lambda item: type(item).__name__,
)
def test_rollouts_that_break_their_promise_are_named(game: Game[Any, Any], reason: str) -> None:
    with pytest.raises(GameError, match=reason):
        check_game(game, playouts=3)


def test_rollouts_that_keep_it_pass() -> None:
    assert check_game(Drawn(), playouts=3).refusal is None
