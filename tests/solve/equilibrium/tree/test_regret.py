"""Trees with information sets: published numbers, best responses, variants of CFR."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from adversario import Distribution, GameError, InputError, make_game
from adversario.base.stop import Stop
from adversario.contract.information.memory import remember
from adversario.contract.information.worlds import worlds
from adversario.game import Game
from adversario.games.cards.kuhn import BET, PASS, Deal, Kuhn
from adversario.solve.equilibrium.tree.answer import Point
from adversario.solve.equilibrium.tree.flat import FlatTree, flatten
from adversario.solve.equilibrium.tree.regret import (
    SAMPLED,
    VARIANTS,
    CfrProgress,
    Variant,
    cfr,
)
from adversario.solve.equilibrium.tree.response import (
    best_response,
    expected_values,
    exploitability,
    nash_conv,
)
from adversario.solve.equilibrium.tree.strategy import Strategy, uniform_strategy


@pytest.fixture(scope="module")
def kuhn() -> FlatTree[int]:
    return flatten(Kuhn())


def test_kuhn_has_12_sets_and_58_histories(kuhn: FlatTree[int]) -> None:
    """OpenSpiel: 12 information sets, 58 histories with those of the deal."""
    assert (len(kuhn.sets), kuhn.histories, kuhn.slots) == (12, 58, 24)
    assert [each.label for each in kuhn.sets if each.player == 0][:3] == ["J", "Q", "K"]


def test_uniform_play_in_kuhn(kuhn: FlatTree[int]) -> None:
    """OpenSpiel, tabular_exploitability_test and best_response_test."""
    uniform = uniform_strategy(kuhn)
    assert float(nash_conv(kuhn, uniform)) == pytest.approx(11 / 12, abs=1e-12)
    assert float(exploitability(kuhn, uniform)) == pytest.approx(0.458333333333, abs=1e-12)
    assert best_response(kuhn, uniform, 0).value == pytest.approx(0.5)
    assert best_response(kuhn, uniform.of(0), 1).value == pytest.approx(0.416666666667)


def test_a_best_response_is_what_it_is_worth(kuhn: FlatTree[int]) -> None:
    """The value of a response is what it gets, and no pure strategy gets more."""
    strategy = cfr(kuhn, iterations=3, variant="cfr").strategy
    for player in (0, 1):
        found = best_response(kuhn, strategy, player)
        others = strategy.of(1 - player)
        together = {**others, **found.strategy}
        assert expected_values(kuhn, together)[player] == pytest.approx(float(found.value))
        own = [each for each in kuhn.sets if each.player == player]
        most = max(
            expected_values(
                kuhn,
                {
                    **others,
                    **{s.memory: Distribution({a: 1}) for s, a in zip(own, pure, strict=True)},
                },
            )[player]
            for pure in product((PASS, BET), repeat=len(own))
        )
        assert most == pytest.approx(float(found.value))


@pytest.mark.parametrize("variant", VARIANTS)
def test_all_variants_approach_the_value(kuhn: FlatTree[int], variant: Variant) -> None:
    """Kuhn 1950: the game is worth -1/18 to the first player."""
    found = cfr(kuhn, iterations=10_000 if variant in SAMPLED else 300, variant=variant)
    assert found.is_guaranteed
    assert found.exploitability < 0.02
    assert abs(found.value + 1 / 18) <= found.nash_conv
    assert sum(found.values) == pytest.approx(0, abs=1e-12)


def test_cfr_plus_is_that_of_openspiel(kuhn: FlatTree[int]) -> None:
    """OpenSpiel's CFRPlusSolver after 1000 iterations."""
    found = cfr(kuhn, iterations=1000, variant="cfr+")
    assert found.exploitability == pytest.approx(8.73653225e-05, rel=1e-8)


def test_kuhn_has_a_bluff(kuhn: FlatTree[int]) -> None:
    """In equilibrium the king is bet three times as often as the jack, and the queen never."""
    strategy = cfr(kuhn, iterations=1000).strategy
    bets = {each.label: chosen[BET] for each, chosen in strategy.of(0).sets}
    assert bets["K"] == pytest.approx(3 * bets["J"], abs=0.02)
    assert bets["Q"] == pytest.approx(0, abs=0.01)
    answers = {each.label: chosen[BET] for each, chosen in strategy.of(1).sets}
    assert answers["Q bet"] == pytest.approx(1 / 3, abs=0.02)


def test_simultaneous_moves() -> None:
    tree = flatten(make_game("rock-paper-scissors"))
    assert (len(tree.sets), tree.histories) == (2, 13)
    rock = {each.memory: Distribution({each.actions[0]: 1}) for each in tree.sets}
    assert [best_response(tree, rock, who).value for who in (0, 1)] == [1, 1]
    assert nash_conv(tree, uniform_strategy(tree)) == 0
    found = cfr(tree, iterations=100)
    assert found.exploitability < 1e-9


def test_strategies_print_and_are_models(kuhn: FlatTree[int]) -> None:
    strategy = uniform_strategy(kuhn)
    assert str(strategy).splitlines()[0] == "1  J           pass 0.5  bet 0.5"
    assert strategy.to_json()[0] == {
        "player": 0, "set": "J", "actions": {"pass": "1/2", "bet": "1/2"},
    }  # fmt: skip
    game = Kuhn()
    memory = remember(game, 1, [2, 1, BET])
    assert strategy(memory) == Distribution.uniform((PASS, BET))
    assert len(worlds(game, memory, others=strategy)) == 2


def test_the_answer_as_json(kuhn: FlatTree[int]) -> None:
    found = cfr(kuhn, iterations=5).to_json()
    assert (found["sets"], found["iterations"], found["algorithm"]) == (12, 5, "dcfr")
    assert len(found["strategy"]) == 12


def test_progress_and_stop(kuhn: FlatTree[int]) -> None:
    seen: list[CfrProgress] = []
    stop = Stop()

    def watch(progress: CfrProgress) -> None:
        seen.append(progress)
        if len(seen) == 3:
            stop.set()

    found = cfr(kuhn, iterations=10**6, on_progress=watch, stop=stop)
    assert found.interrupted
    assert len(seen) == 3
    assert found.iterations == seen[-1].done


def test_a_target_and_the_way_there(kuhn: FlatTree[int]) -> None:
    found = cfr(kuhn, iterations=10**6, exploitability=0.003)
    assert found.iterations < 10**6
    assert found.curve[-1] == Point(found.iterations, float(found.exploitability))
    assert found.exploitability <= 0.003 < found.curve[0].exploitability
    assert found.to_json()["curve"][-1][0] == found.iterations


def test_predictive_is_the_fastest_on_kuhn(kuhn: FlatTree[int]) -> None:
    """Farina, Kroer and Sandholm 2021: some orders of magnitude below CFR+ after 1000."""
    assert cfr(kuhn, iterations=1000, variant="predictive").exploitability < 1e-7


def test_samples_depend_on_the_seed_alone(kuhn: FlatTree[int]) -> None:
    for variant in SAMPLED:
        one, two, other = (
            cfr(kuhn, iterations=50, variant=variant, seed=seed).strategy for seed in (1, 1, 2)
        )
        assert dict(one) == dict(two) != dict(other)


def test_an_interrupt_keeps_what_there_is(kuhn: FlatTree[int]) -> None:
    def interrupt(progress: CfrProgress) -> None:
        raise KeyboardInterrupt

    found = cfr(kuhn, iterations=10**6, on_progress=interrupt)
    assert found.interrupted
    assert found.iterations == 1


def test_exact_strategies_are_valued_exactly() -> None:
    """Fractions stay fractions, if the game's chances are."""

    class Exact(Kuhn):
        def chances(self, state: Deal) -> Any:
            for card, chance in super().chances(state):
                yield card, Fraction(1, round(1 / chance))

    tree = flatten(Exact())
    assert nash_conv(tree, uniform_strategy(tree)) == Fraction(11, 12)


def test_more_players_have_no_guarantee() -> None:
    """Three players who each name a number: the sum decides, and they do not see each other."""
    found = cfr(Odd(), iterations=50)
    assert not found.is_guaranteed
    assert len(found.values) == 3
    assert found.nash_conv == pytest.approx(0, abs=1e-6)


class Odd(Game[tuple[int, ...], int]):
    """Three players choose 0 or 1 at once; player 0 wins 2 if the sum is odd, else the others."""

    players, simultaneous = 3, True

    def initial(self) -> tuple[int, ...]:
        return ()

    def player(self, state: tuple[int, ...]) -> int:
        return len(state)

    def actions(self, state: tuple[int, ...]) -> tuple[int, int]:
        return 0, 1

    def result(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
        return (*state, action)

    def is_terminal(self, state: tuple[int, ...]) -> bool:
        return len(state) == 3

    def utility(self, state: tuple[int, ...], player: int) -> int:
        won = 1 if sum(state) % 2 else -1
        return 2 * won if player == 0 else -won

    def observation(self, state: tuple[int, ...], player: int) -> bool:
        return self.is_terminal(state)


class Forked(Kuhn):
    """A player with a king to the right may not bet: what may be done betrays the card."""

    def actions(self, state: Deal) -> Any:
        return (PASS,) if state.cards[1] == 2 else (PASS, BET)


def test_a_set_with_different_actions_is_refused() -> None:
    with pytest.raises(GameError, match="cannot distinguish"):
        flatten(Forked())


def test_what_is_asked_wrongly(kuhn: FlatTree[int]) -> None:
    with pytest.raises(InputError, match="more than 20"):
        flatten(Kuhn(), max_histories=20)
    with pytest.raises(InputError, match="dcfr"):
        cfr(kuhn, variant="fast")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="0"):
        cfr(kuhn, iterations=0)
    with pytest.raises(InputError, match="J"):
        nash_conv(kuhn, Strategy(kuhn, {}))
    with pytest.raises(InputError, match="2"):
        best_response(kuhn, uniform_strategy(kuhn), 2)
