"""Rollouts: unbiased with and without the luck of the dice, stopped, and compiled."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest

from adversario import InputError, make_game, parse_tree
from adversario.algorithms.rollouts import Rollouts, Sample, has_estimates, play_out
from adversario.algorithms.turns import Horizon, search_turns
from adversario.base.stop import Stop
from adversario.native.engines.rollouts import RolloutResult, roll_out
from adversario.native.kernels.random import draw
from adversario.views.layer import Layer, derive
from adversario.views.learned.layer import learned
from tests.require import require
from tests.views.test_learned import model_for

PLAIN = make_game("backgammon:start=hypergammon")
GAME = learned(PLAIN, model_for(PLAIN, (4,)))
ROLLED = GAME.result(GAME.initial(), 8 * 6 + 4)
PIG = make_game("pig:target=12")


class Guessed(Layer[Any, Any]):
    """Estimates that are wrong."""

    def evaluate(self, state: Any, player: int) -> float:
        return 0.25 if player == 0 else -0.25


def results(game: Any, state: Any, settings: Rollouts) -> list[float]:
    """The results of all trials to player 0, interpreted."""

    def numbers(trial: int, step: int, many: int) -> int:
        return draw(settings.seed, trial, step, many)

    return [play_out(game, state, 0, trial, settings, numbers) for trial in range(settings.trials)]


def test_a_mean_and_its_standard_error() -> None:
    sample = sum((Sample(1, x, x * x) for x in (1.0, 2.0, 6.0)), Sample())
    assert sample.mean == 3
    assert sample.error == pytest.approx((7 / 3) ** 0.5)
    assert Sample(1, 5.0, 25.0).error == inf


def test_dice_that_are_understood_leave_no_luck() -> None:
    tree = derive(parse_tree("chance(0.5: 1, 0.25: -1, 0.25: 0)"), Guessed)
    found = results(tree, tree.initial(), Rollouts(trials=20))
    assert found == pytest.approx([0.25] * 20)
    assert len(set(results(tree, tree.initial(), Rollouts(trials=20, reduce=False)))) == 3


def test_wrong_estimates_do_not_shift_the_mean() -> None:
    tree = derive(
        parse_tree("chance(0.5: A(chance(0.5: 1, 0.5: -1)), 0.5: B(chance(0.5: 1, 0.5: 0)))"),
        Guessed,
    )
    for reduce in (True, False):
        found = results(tree, tree.initial(), Rollouts(trials=400, reduce=reduce, seed=5))
        sample = sum((Sample(1, x, x * x) for x in found), Sample())
        assert abs(sample.mean - 0.25) < 4 * sample.error


def test_the_luck_of_dice_is_most_of_the_spread() -> None:
    game = make_game("backgammon:weights=network")
    state = game.parse_position("31 8/5,6/5")
    settings = Rollouts(trials=10, turns=2)
    plain = results(game, state, Rollouts(trials=10, turns=2, reduce=False))
    spread = [max(each) - min(each) for each in (results(game, state, settings), plain)]
    assert spread[0] < spread[1] / 2


def test_plays_are_ranked_and_stopped() -> None:
    stop, seen = Stop(), list[RolloutResult[Any, Any]]()

    def watch(result: RolloutResult[Any, Any]) -> None:
        seen.append(result)
        stop.set()

    found = roll_out(
        GAME, ROLLED, settings=Rollouts(trials=80, turns=1), lines=3, engine="python", stop=stop,
        on_progress=watch,
    )  # fmt: skip
    assert not found.complete
    assert [play.sample.trials for play in found.plays] == [36] * 3
    assert [play.sample.mean for play in found.plays] == sorted(
        (play.sample.mean for play in found.plays), reverse=True
    )
    best = {play.action for play in search_turns(GAME, ROLLED, Horizon(turns=1))[:3]}
    assert {play.action for play in found.plays} == best
    assert len(seen) == 1


def test_a_game_without_estimates_is_played_at_random() -> None:
    tree = parse_tree("A(chance(0.5: 1, 0.5: 0), chance(0.5: -1, 0.5: 0))")
    assert not has_estimates(tree)
    found = roll_out(tree, settings=Rollouts(trials=40), engine="python")
    assert [play.action for play in found.plays] == ["a1", "a2"]
    assert found.complete
    assert found.to_json()["plays"][0]["trials"] == 40


@pytest.mark.parametrize("settings", [Rollouts(8), Rollouts(8, reduce=False), Rollouts(8, 2)])
def test_both_engines_find_the_same(settings: Rollouts) -> None:
    require("numba")
    plain = roll_out(PIG, settings=settings, engine="python")
    native = roll_out(PIG, settings=settings, engine="native", threads=2)
    assert [play.action for play in plain.plays] == [play.action for play in native.plays]
    assert [play.sample.mean for play in plain.plays] == pytest.approx(
        [play.sample.mean for play in native.plays]
    )


@pytest.mark.parametrize("wrong", [{"trials": 0}, {"turns": -1}])
def test_settings_are_checked(wrong: dict[str, int]) -> None:
    with pytest.raises(InputError, match="at least"):
        Rollouts(**wrong)  # type: ignore[arg-type]
