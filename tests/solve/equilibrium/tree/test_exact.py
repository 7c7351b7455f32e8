"""Exact solutions of trees: the sequence form, subgames, strategic forms, rounds.

All are compared with one another and with regret matching, on random trees.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from time import process_time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adversario import InputError, make_game, parse_tree
from adversario.base.stop import Stop, StoppedError
from adversario.solve.equilibrium.matrix.mixtures import expected_payoffs
from adversario.solve.equilibrium.matrix.pure import pure_equilibria
from adversario.solve.equilibrium.matrix.zero_sum import solve_zero_sum
from adversario.solve.equilibrium.tree.exact import exact_tree
from adversario.solve.equilibrium.tree.flat import flatten
from adversario.solve.equilibrium.tree.methods import equilibrium
from adversario.solve.equilibrium.tree.regret import cfr
from adversario.solve.equilibrium.tree.response import best_response, nash_conv
from adversario.solve.equilibrium.tree.rounds import RoundsProgress, solve_rounds
from adversario.solve.equilibrium.tree.sequence_form import solve_exactly
from adversario.solve.equilibrium.tree.strategic_form import (
    behaviour_of,
    matrix_of_plans,
    plans_of,
    strategic_form,
)
from adversario.solve.equilibrium.tree.strategy import Strategy, strategy_of_slots
from adversario.solve.equilibrium.tree.subgames import proper_subgames, subgame_perfect
from adversario.trees import Tree
from adversario.trees.efg import parse_efg
from adversario.views.start import start_at
from tests.solve.equilibrium.tree.trees import (
    BATTLE,
    ENTRY,
    LARGE,
    MYERSON,
    PENNIES,
    SELTEN_HORSE,
)
from tests.strategies import set_trees, tuple_trees, two_sided_trees


def chances(strategy: Strategy[Any], label: str) -> list[Any]:
    """The probabilities of the actions of a set."""
    return next(list(p.values()) for each, p in strategy.sets if each.label == label)


# Published values.


def test_kuhn_exactly() -> None:
    """Kuhn 1950: -1/18; the second player's equilibrium is the only one."""
    tree = flatten(make_game("kuhn"))
    started = process_time()
    found = solve_exactly(tree)
    assert process_time() - started < 1  # some 7 ms
    assert (found.value, found.nash_conv) == (Fraction(-1, 18), 0)
    bets = {each.label: p[1] for each, p in found.strategy.of(1).sets}
    assert bets == {
        "J pass": Fraction(1, 3), "Q pass": 0, "K pass": 1,
        "J bet": 0, "Q bet": Fraction(1, 3), "K bet": 1,
    }  # fmt: skip


def test_myerson() -> None:
    """Myerson 1991, section 2.1, and Gambit: 1/3; he raises black with 1/3, she meets with 2/3."""
    found = solve_exactly(parse_efg(MYERSON))
    assert found.value == Fraction(1, 3)
    thirds = [Fraction(1, 3), Fraction(2, 3)]
    assert chances(found.strategy, "@alice") == thirds[::-1]
    raises = [list(p.values()) for _, p in found.strategy.of(0).sets]
    assert raises == [[1, 0], thirds]


def test_matching_pennies_and_roshambo() -> None:
    half = Fraction(1, 2)
    assert chances(solve_exactly(parse_tree(PENNIES)).strategy, "@x") == [half, half]
    found = solve_exactly(make_game("rock-paper-scissors"))
    assert found.value == 0
    assert all(set(p.values()) == {Fraction(1, 3)} for _, p in found.strategy.sets)


def test_payoffs_of_very_different_size() -> None:
    """A tiny probability, which floats cannot see (as Gambit's `large_payoff_game`)."""
    found = solve_exactly(parse_efg(LARGE))
    fold = chances(found.strategy, "@2.1")
    assert found.nash_conv == 0
    assert found.value == solve_zero_sum(strategic_form(parse_efg(LARGE))).value
    assert all(isinstance(p, Fraction) for p in fold)


@pytest.mark.parametrize(
    "game",
    ["rock-paper-scissors", "goofspiel:cards=3", "goofspiel:cards=4,order=descending",
     "goofspiel:cards=4,order=ascending,score=difference"],
)  # fmt: skip
def test_rounds_of_symmetric_games_are_worth_0(game: str) -> None:
    found = solve_rounds(make_game(game))
    assert found.value == 0
    assert found.matrices > 0


@pytest.mark.slow
def test_goofspiel_with_5_cards() -> None:
    """0 by symmetry; OpenSpiel's test of its solver of simultaneous moves."""
    found = solve_rounds(make_game("goofspiel:cards=5,order=descending"))
    assert found.value == 0


def test_rounds_agree_with_the_whole_tree() -> None:
    """From a state in which the first player leads, and the values are not 0."""
    game = make_game("goofspiel:cards=4,order=descending")
    state = game.initial()
    for action in (3, 2, 0, 3):
        state = game.result(state, action)
    assert solve_rounds(game, state).value == solve_exactly(start_at(game, state)).value != 0


# Subgames.


def test_an_empty_threat_is_not_made() -> None:
    """Selten 1978. Of both equilibria, one alone is subgame-perfect."""
    assert len(pure_equilibria(strategic_form(parse_tree(ENTRY)))) == 2
    assert subgame_perfect(parse_tree(ENTRY)).values == (1, 1)


def test_a_subgame_that_is_not_zero_sum() -> None:
    found = subgame_perfect(parse_tree(BATTLE))
    assert found.nash_conv == 0
    assert found.values[0] >= 2
    assert len(proper_subgames(flatten(parse_tree(BATTLE)))) == 2


def test_seltens_horse() -> None:
    """Selten 1975: three players, no proper subgame, an equilibrium in pure strategies."""
    tree = parse_tree(SELTEN_HORSE)
    found = subgame_perfect(tree)
    assert len(proper_subgames(flatten(tree))) == 1
    assert found.values in ((1, 1, 1), (3, 2, 2))
    assert pure_equilibria(strategic_form(tree))


@given(two_sided_trees(3, 3))
def test_backward_induction(tree: Tree) -> None:
    """With perfect information every decision is a subgame, and the value is minimax."""
    from adversario import minimax

    found = subgame_perfect(tree)
    assert found.value == minimax(tree).value
    decisions = [each for each in tree.root.walk() if each.edges]
    assert len(proper_subgames(flatten(tree))) == len(decisions)


@settings(max_examples=40)
@given(tuple_trees(3, 3, 3, chance=True, alternating=False))
def test_backward_induction_of_three(tree: Tree) -> None:
    from adversario import maxn

    found = subgame_perfect(tree)
    assert found.nash_conv == 0
    if len({each.values for each in tree.root.walk()}) == sum(1 for _ in tree.root.walk()):
        assert found.values == maxn(tree).value


# Random trees with information sets.


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(set_trees(3, chance=True))
def test_four_ways_to_the_value(tree: Tree) -> None:
    """The sequence form, subgames, the matrix of pure strategies, and regret matching agree."""
    found = solve_exactly(tree)
    assert found.nash_conv == 0
    assert subgame_perfect(tree).value == found.value
    matrix = strategic_form(tree)
    assert solve_zero_sum(matrix).value == found.value
    learned = cfr(tree, iterations=60, engine="python")
    assert abs(learned.value - float(found.value)) <= float(learned.nash_conv) + 1e-9
    assert abs(float(learned.nash_conv)) < 15


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(set_trees(3, chance=True), st.data())
def test_a_best_response_is_the_best_of_all_plans(tree: Tree, data: st.DataObject) -> None:
    """By brute force over pure strategies, against any strategy."""
    flat = exact_tree(flatten(tree))
    weights = [Fraction(data.draw(st.integers(0, 3))) for _ in range(flat.slots)]
    strategy = strategy_of_slots(flat, weights)
    plans = plans_of(flat)
    matrix = matrix_of_plans(flat, plans)
    for who in (0, 1):
        other = 1 - who
        shares = tuple(_share(strategy, plan) for plan in plans[other])
        values = []
        for own in range(len(plans[who])):
            pure = tuple(Fraction(int(number == own)) for number in range(len(plans[who])))
            values.append(expected_payoffs(matrix, (pure, shares) if who == 0 else (shares, pure)))
        assert best_response(flat, strategy, who).value == max(each[who] for each in values)


def _share(strategy: Strategy[Any], plan: frozenset[int]) -> Fraction:
    """How often a behaviour strategy plays a plan."""
    share = Fraction(1)
    for each, chosen in strategy.sets:
        for slot, action in zip(each.slots, each.actions, strict=True):
            if slot in plan:
                share *= Fraction(chosen[action])
    return share


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(set_trees(3, values=st.tuples(*[st.integers(-5, 5)] * 2)))
def test_general_sum(tree: Tree) -> None:
    """A mixture of plans as a behaviour strategy is worth the same (Kuhn 1953)."""
    found = subgame_perfect(tree)
    assert found.nash_conv == 0
    assert nash_conv(found.strategy.tree, found.strategy) == 0
    flat = exact_tree(flatten(tree))
    plans = plans_of(flat)
    mixtures = [(Fraction(1, len(own)),) * len(own) for own in plans]
    behaviour = strategy_of_slots(flat, behaviour_of(flat, plans, mixtures))
    from adversario.solve.equilibrium.tree.response import expected_values

    matrix = matrix_of_plans(flat, plans)
    assert expected_values(flat, behaviour) == expected_payoffs(matrix, mixtures)
    assert len(matrix.payoffs) == len(list(product(*plans)))


# What is chosen, and what is refused.


def test_the_method_that_fits() -> None:
    assert equilibrium(make_game("kuhn")).algorithm == "sequence-form"
    assert equilibrium(parse_tree(BATTLE)).algorithm == "subgames"
    assert equilibrium(parse_tree("((3, 12), (2, 4))")).algorithm == "subgames"
    assert equilibrium(make_game("kuhn"), iterations=5).algorithm == "dcfr"
    assert equilibrium(make_game("kuhn"), method="cfr+", iterations=5).iterations == 5


def test_what_is_refused() -> None:
    kuhn = make_game("kuhn")
    with pytest.raises(InputError, match="constant sum"):
        solve_exactly(parse_tree(BATTLE))
    with pytest.raises(InputError, match="too large"):
        solve_exactly(kuhn, max_entries=10)
    with pytest.raises(InputError, match="too large"):
        strategic_form(kuhn, max_cells=10)
    with pytest.raises(InputError, match="choices of the round"):
        solve_rounds(kuhn)
    with pytest.raises(InputError, match="sequence-form, subgames"):
        equilibrium(kuhn, method="best")
    with pytest.raises(InputError, match="would have to forget"):
        solve_exactly(parse_tree("(L -> max@x(1, 2), R -> max@x(3, 4))"))


def test_progress_and_stop_of_rounds() -> None:
    stop, seen = Stop(), list[RoundsProgress]()

    def watch(progress: RoundsProgress) -> None:
        seen.append(progress)
        stop.set()

    with pytest.raises(StoppedError):
        solve_rounds(make_game("goofspiel:cards=4"), on_progress=watch, stop=stop)
    assert len(seen) == 1
