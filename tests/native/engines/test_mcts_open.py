"""Open-loop simulations, and rollouts by models, in both engines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import pytest

from adversario import Distribution, Game, InputError, expectimax, maxn, mcts
from adversario.algorithms.mcts.settings import Outcomes
from adversario.algorithms.mcts.tree_search import mcts as interpreted
from adversario.algorithms.models.models import EpsilonGreedy, Softmax
from adversario.algorithms.models.parse import named_model
from adversario.game import CHANCE
from adversario.native.engines.engine_choice import Engine
from tests.native.engines.test_expectation import PIG
from tests.native.engines.test_modelled import Three
from tests.native.samples import Coins

ENGINES: tuple[Engine, ...] = ("native", "python")
BOTH: tuple[Outcomes, ...] = ("closed", "open")


class Wager(NamedTuple):
    stage: int  # 0: bet or pass; 1: the coin is tossed; 2: name it; 3: over
    coin: int
    gain: float


class Guess(Game[Wager, int]):
    """Pass for 0.6; or bet: a coin is tossed for all to see, and who names it gets 1."""

    players, chance, zero_sum, utility_bounds = 1, True, False, (0, 1)

    def initial(self) -> Wager:
        return Wager(0, 0, 0.0)

    def player(self, state: Wager) -> int:
        return CHANCE if state.stage == 1 else 0

    def actions(self, state: Wager) -> Iterable[int]:
        return (0, 1)

    def chances(self, state: Wager) -> Iterable[tuple[int, float]]:
        return ((0, 0.5), (1, 0.5))

    def result(self, state: Wager, action: int) -> Wager:
        if state.stage == 0:
            return Wager(1, 0, 0.0) if action == 0 else Wager(3, 0, 0.6)
        if state.stage == 1:
            return Wager(2, action, 0.0)
        return Wager(3, 0, 1.0 if action == state.coin else 0.0)

    def is_terminal(self, state: Wager) -> bool:
        return state.stage == 3

    def utility(self, state: Wager, player: int) -> float:
        return state.gain


class Offer(NamedTuple):
    stage: int
    pick: int


class Offered(Game[Offer, int]):
    """Player 0 has nothing to choose; then player 1 picks what player 0 gets."""

    utility_bounds = (-3, 3)

    def initial(self) -> Offer:
        return Offer(0, 0)

    def player(self, state: Offer) -> int:
        return min(state.stage, 1)

    def actions(self, state: Offer) -> Iterable[int]:
        return range(1) if state.stage == 0 else range(4)

    def result(self, state: Offer, action: int) -> Offer:
        return Offer(state.stage + 1, action)

    def is_terminal(self, state: Offer) -> bool:
        return state.stage == 2

    def utility(self, state: Offer, player: int) -> int:
        return (3, 0, 1, 0)[state.pick] * (1 - 2 * player)


GUESS, OFFERED, THREE, COINS = Guess(), Offered(), Three(), Coins()


@pytest.mark.parametrize("engine", ENGINES)
def test_only_a_closed_loop_answers_to_what_happened(engine: Engine) -> None:
    exact = expectimax(GUESS)
    assert (exact.action, exact.value) == (0, 1)
    closed = mcts(GUESS, simulations=4000, outcomes="closed", engine=engine)
    assert closed.action == 0
    assert closed.value == pytest.approx(1, abs=0.05)
    # A sequence of actions names the coin before it is tossed: 0.5, and so 0.6 is better.
    opened = mcts(GUESS, simulations=4000, outcomes="open", engine=engine)
    assert opened.action == 1
    assert opened.value == pytest.approx(0.6)
    assert opened.scores[0].value == pytest.approx(0.5, abs=0.07)
    assert sum(opened.visits) == opened.simulations == 4000
    assert opened.tree_nodes == 1 + 2 + 2
    assert opened.principal_variation == (1,)
    assert opened.options["outcomes"] == "open"


@pytest.mark.parametrize("engine", ["python", pytest.param("native", marks=pytest.mark.slow)])
@pytest.mark.parametrize("outcomes", BOTH)
def test_both_are_right_where_one_plan_is_best_whatever_happens(
    engine: Engine, outcomes: Outcomes
) -> None:
    exact: Any = expectimax(COINS)
    simulations = 40_000 if engine == "native" else 4000
    result = mcts(COINS, simulations=simulations, outcomes=outcomes, engine=engine)
    assert result.action == exact.action
    assert result.value == pytest.approx(float(exact.value), abs=0.1 if engine == "native" else 0.5)


@pytest.mark.parametrize("engine", ["python", pytest.param("native", marks=pytest.mark.slow)])
@pytest.mark.parametrize("outcomes", BOTH)
def test_three_players_and_nature(engine: Engine, outcomes: Outcomes) -> None:
    exact: Any = maxn(THREE)
    simulations = 60_000 if engine == "native" else 6000
    result = mcts(THREE, simulations=simulations, outcomes=outcomes, engine=engine)
    assert result.action == exact.action
    assert result.value == pytest.approx(tuple(map(float, exact.value)), abs=0.3)


@pytest.mark.slow
def test_both_engines_find_the_same_in_the_long_run() -> None:
    """Movers differ with the outcome: after a 1 it is the other's turn at the very same node."""

    def mean(engine: Engine) -> float:
        found: list[Any] = [
            mcts(PIG, simulations=2000, outcomes="open", engine=engine, seed=seed).value
            for seed in range(12)
        ]
        return float(sum(found)) / len(found)

    assert mean("native") == pytest.approx(mean("python"), abs=0.05)


def test_threads_share_an_open_tree_too() -> None:
    result = mcts(GUESS, simulations=4000, outcomes="open", threads=2, engine="native")
    assert (result.action, sum(result.visits)) == (1, 4000)
    again = mcts(GUESS, simulations=4000, outcomes="open", threads=2, engine="native")
    assert again.visits == result.visits
    kept = mcts(GUESS, simulations=100, outcomes="open", tree=result.tree, engine="native")
    assert sum(kept.visits) == 100


@pytest.mark.parametrize("engine", ENGINES)
def test_memory_is_bounded(engine: Engine) -> None:
    result = mcts(GUESS, simulations=2000, outcomes="open", memory_mib=0, engine=engine)
    assert result.tree_nodes == 3
    assert sum(result.visits) == 2000


@pytest.mark.parametrize("engine", ENGINES)
def test_a_state_of_natures_has_a_value_and_no_action(engine: Engine) -> None:
    result = mcts(GUESS, Wager(1, 0, 0.0), simulations=2000, outcomes="open", engine=engine)
    assert (result.action, result.scores) == (None, ())
    assert result.value == pytest.approx(0.5, abs=0.06)


@pytest.mark.parametrize("engine", ENGINES)
def test_without_chance_both_are_the_same(engine: Engine) -> None:
    one, other = (mcts(OFFERED, outcomes=outcomes, engine=engine) for outcomes in BOTH)
    assert (one.value, one.proven, one.visits) == (other.value, other.proven, other.visits)
    assert one.value == 0


NAMES = ("random", "greedy", "epsilon:0.4", "softmax:1.5", "mostly:0.75", "depth:1")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("rollouts", NAMES)
def test_rollouts_follow_the_model(rollouts: str, engine: Engine) -> None:
    """There is no room for what follows the first action: all of it is rollouts."""
    after = OFFERED.result(OFFERED.initial(), 0)
    model = named_model(OFFERED, rollouts)
    expected = sum(
        float(chance) * OFFERED.utility(OFFERED.result(after, action), 0)
        for action, chance in model(after).items()
    )
    number = 20_000 if engine == "native" else 2000
    given = mcts(
        OFFERED, simulations=number, rollouts=rollouts, memory_mib=0, solver=False, engine=engine
    )
    assert given.value == pytest.approx(expected, abs=6 / number**0.5)
    assert given.options["rollouts"] == rollouts


def test_rollouts_by_any_function_are_interpreted() -> None:
    def worst(state: Offer) -> Distribution[int]:
        return Distribution({0: 1})

    for engine in ("auto", "python"):
        found = mcts(
            OFFERED, simulations=50, rollouts=worst, memory_mib=0, solver=False, engine=engine
        )
        assert found.value == 3
    with pytest.raises(InputError, match="no compiled form"):
        mcts(OFFERED, rollouts=worst, engine="native")
    for model in (EpsilonGreedy(OFFERED), Softmax(OFFERED, 0.01)):  # these are known to the kernel
        found = mcts(
            OFFERED, simulations=50, rollouts=model, memory_mib=0, solver=False, engine="native"
        )
        assert found.value == 0


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(InputError, match="closed, open"):
        mcts(GUESS, outcomes="half")  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"random, uniform, guided, heavy, greedy.*softmax:N"):
        mcts(GUESS, rollouts="bold")
    with pytest.raises(InputError, match="simulation by simulation"):
        interpreted(GUESS, outcomes="open", on_simulation=print)

    def cheat(state: Offer) -> Distribution[int]:
        return Distribution({9: 1})

    with pytest.raises(InputError, match="not an action"):
        mcts(OFFERED, rollouts=cheat, memory_mib=0, solver=False)
