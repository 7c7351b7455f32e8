"""Games with chance solved by iteration, against published values and interpreted searches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from adversario import Limit, expectiminimax, make_game
from adversario.base.errors import UnsuitableGameError
from adversario.game import CHANCE, Game
from adversario.games.dice.pig import Pig
from adversario.solve.stochastic import solve_stochastic


class Duel(NamedTuple):
    mover: int
    rolling: bool
    winner: int


class Duels(Game[Duel, int]):
    """Players shoot in turn and hit with chance 1/2 or 1/3, or pass, until one is hit.

    The first wins p / (1 - (1 - p)(1 - q)) of the games if nobody passes.
    """

    chance = True
    utility_bounds = (-1, 1)

    def initial(self) -> Duel:
        return Duel(0, False, -1)

    def player(self, state: Duel) -> int:
        return CHANCE if state.rolling else state.mover

    def actions(self, state: Duel) -> Iterator[int]:
        yield 0
        yield 1

    def chances(self, state: Duel) -> Iterator[tuple[int, float]]:
        hit = 0.5 if state.mover == 0 else 1 / 3
        yield 1, hit
        yield 0, 1 - hit

    def result(self, state: Duel, action: int) -> Duel:
        if state.rolling:
            return Duel(1 - state.mover, False, state.mover if action else -1)
        return Duel(state.mover, True, -1) if action else Duel(1 - state.mover, False, -1)

    def is_terminal(self, state: Duel) -> bool:
        return state.winner >= 0

    def utility(self, state: Duel, player: int) -> int:
        return 1 if state.winner == player else -1


@pytest.mark.parametrize("engine", ["python", "auto"])
def test_duel_with_a_cycle(engine: Any) -> None:
    found = solve_stochastic(Duels(), engine=engine, error=1e-12)
    assert found.value == pytest.approx(2 * 0.5 / (1 - 0.5 * 2 / 3) - 1, abs=1e-10)
    assert found.error < 1e-11
    assert found.best_actions(Duel(1, False, -1)) == (1,)


def test_bounds_stay_apart_where_play_need_not_end() -> None:
    class Waiting(Duels):
        def chances(self, state: Duel) -> Iterator[tuple[int, float]]:
            yield 0, 1.0

        def result(self, state: Duel, action: int) -> Duel:
            after = super().result(state, action)
            return Duel(0, False, action) if state.mover == 1 and not state.rolling else after

        def player(self, state: Duel) -> int:
            return 0 if not state.rolling else CHANCE

    found = solve_stochastic(Waiting(), engine="python")
    assert found.lower.min() <= found.value <= found.upper.max()


@pytest.mark.parametrize("engine", ["python", "native"])
def test_small_pig_is_played_as_expectiminimax_does(engine: Any) -> None:
    game = make_game("pig:target=3,faces=2")
    found = solve_stochastic(game, engine=engine, error=1e-12)
    assert found.error < 1e-11
    deep = expectiminimax(game, limit=Limit(depth=13)).value
    assert found.value == pytest.approx(deep, abs=0.05)
    for at in range(found.states):  # every value follows from those after it
        state = found.graph.index.state(at)
        if game.is_terminal(state):
            continue
        if game.player(state) == CHANCE:
            mean = sum(
                chance * found.value_of(game.result(state, face))
                for face, chance in game.chances(state)
            )
            assert found.value_of(state) == pytest.approx(mean, abs=1e-10)
        else:
            best = found.scores(state)[0][1]
            assert found.value_of(state, game.player(state)) == pytest.approx(best, abs=1e-10)


@pytest.mark.slow
def test_pig_to_100() -> None:
    """The first player wins 0.5306 of the games (Neller and Presser 2004)."""
    found = solve_stochastic(make_game("pig"))
    assert (1 + found.value) / 2 == pytest.approx(0.530592, abs=1e-6)
    assert found.error < 1e-8
    best = {
        risked: found.best_actions(found.game.parse_position(f"0-0+{risked} 1"))
        for risked in (20, 21)
    }
    assert best == {20: (-1,), 21: (0,)}


def test_other_games_are_refused() -> None:
    with pytest.raises(UnsuitableGameError):
        solve_stochastic(make_game("kuhn"))


def test_picture_of_the_policy() -> None:
    game = Pig(10)
    found = solve_stochastic(game)
    drawn = game.policy_svg(found.policy)
    assert drawn.startswith("<svg")
    assert "<title>0-0: " in drawn
