"""Sampled regret matching: equilibria of rounds, rounds of several choices, what is refused."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import pytest

from adversario import InputError, UnsuitableGameError, make_game, search
from adversario.algorithms.core.chance import sample_chance
from adversario.algorithms.core.requirements import fitting
from adversario.algorithms.imperfect.regret_matching import regret_matching
from adversario.arena.match import play_match
from adversario.contract.information.perspective import perspective
from adversario.game import CHANCE, Game
from adversario.solve.equilibrium.matrix.game import zero_sum_game
from adversario.solve.equilibrium.matrix.zero_sum import solve_zero_sum


class Pair(NamedTuple):
    first: int
    second: int


class Table(Game[Pair, int]):
    """A table of payoffs as a game; both choose at once."""

    simultaneous, perfect_information = True, False
    rows = ((2, -1, 0), (-1, 1, 3), (-3, 2, -2))
    utility_bounds = (-3, 3)

    def initial(self) -> Pair:
        return Pair(-1, -1)

    def player(self, state: Pair) -> int:
        return 0 if state.first == -1 else 1

    def actions(self, state: Pair) -> tuple[int, ...]:
        return (0, 1, 2)

    def result(self, state: Pair, action: int) -> Pair:
        return Pair(action, -1) if state.first == -1 else Pair(state.first, action)

    def is_terminal(self, state: Pair) -> bool:
        return state.second != -1

    def utility(self, state: Pair, player: int) -> int:
        won = self.rows[state.first][state.second]
        return won if player == 0 else -won

    def observation(self, state: Pair, player: int) -> Pair:
        return state if state.second != -1 else Pair(-1, -1)

    def conceal(self, state: Pair, player: int) -> Pair:
        return Pair(-1, -1)


class Rock(Table):
    """Matching pennies of which both sides lose by one action, which random play does not avoid."""

    rows = ((1, -1, 2), (-1, 1, 2), (-3, -3, 0))


@pytest.mark.parametrize("first", [None, 0, 2])
def test_the_equilibrium_of_a_round(first: int | None) -> None:
    """Both players approach the exact one, the second whatever the first has chosen."""
    game = Table()
    exact = solve_zero_sum(zero_sum_game(Table.rows))
    state = game.initial() if first is None else game.result(game.initial(), first)
    found = regret_matching(game, state, simulations=2000, seed=2)
    wanted = (exact.first if first is None else exact.second)[0]
    shares = [each / sum(found.visits) for each in found.visits]
    assert shares == pytest.approx([float(each) for each in wanted], abs=0.06)
    assert found.action in (0, 1, 2)
    assert found.visits[found.action] > 0


def test_the_choice_of_the_other_player_is_not_looked_at() -> None:
    game = Table()
    told = [
        regret_matching(game, game.result(game.initial(), first), simulations=50, seed=1).visits
        for first in (0, 1, 2)
    ]
    assert told[0] == told[1] == told[2]


def test_the_default_is_a_thousand_iterations() -> None:
    found = regret_matching(Table(), seed=1)
    assert found.simulations == 1000
    assert sum(found.visits) == pytest.approx(1000, abs=2)


def test_candidates_are_sampled() -> None:
    game = make_game("goofspiel:cards=13,order=descending")
    found = regret_matching(game, candidates=4, simulations=5, seed=3)
    assert len(found.scores) == len(found.visits) == 4
    assert sum(found.visits) == pytest.approx(5, abs=2)


def test_a_round_in_which_players_choose_three_cards() -> None:
    game, random = make_game("hearts:passing=left"), Random(2)
    state = game.initial()
    while game.player(state) == CHANCE:
        state = game.result(state, sample_chance(game, state, random))
    for _ in range(4):  # the second card of the second player
        found = search(game, state, algorithm="regret-matching", candidates=3, simulations=2)
        assert found.action in list(game.actions(state))
        state = game.result(state, found.action)
    assert game.player(state) == 1


def test_it_plays_matches() -> None:
    """A third of the actions of random play is dominated."""
    game = Rock()
    result = play_match(
        game, ["regret-matching:simulations=150", "random"], games=24, seed=1, openings=0
    )
    assert result.standings[0].utility > 0.2


def test_what_is_refused() -> None:
    assert "regret-matching" in fitting(make_game("goofspiel"))
    assert "regret-matching" not in fitting(make_game("kuhn"))
    with pytest.raises(UnsuitableGameError, match="in turn"):
        search(make_game("leduc"), algorithm="regret-matching")
    with pytest.raises(InputError, match="chance moves"):
        search(make_game("goofspiel:order=random"), algorithm="regret-matching")
    with pytest.raises(InputError, match="not compiled"):
        search(Table(), algorithm="regret-matching", engine="native")
    with pytest.raises(InputError, match="at least 2"):
        regret_matching(Table(), candidates=1)
    assert perspective(Table(), Pair(0, 1)) is None
