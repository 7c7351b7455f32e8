"""Numbers that others have published about games with information sets, each with its source.

Those of Kuhn poker are in `test_exact` and `test_regret`, of Leduc hold'em in `test_leduc`, of
matrix games in `tests/solve/equilibrium/matrix`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from adversario import make_game
from adversario.solve.equilibrium.tree.flat import flatten
from adversario.solve.equilibrium.tree.regret import cfr
from adversario.solve.equilibrium.tree.response import best_response, exploitability
from adversario.solve.equilibrium.tree.sequence_form import solve_exactly
from adversario.solve.equilibrium.tree.strategy import uniform_strategy
from adversario.trees.efg import parse_efg
from tests.require import require


@pytest.mark.parametrize(
    ("game", "gap"),
    [
        ("kuhn", Fraction(11, 24)),  # OpenSpiel, tabular_exploitability_test: 0.458333
        ("goofspiel:cards=4,order=descending", Fraction(3, 4)),  # OpenSpiel 2.0.2, run
        pytest.param("goofspiel:cards=5,order=descending", Fraction(4, 5), marks=pytest.mark.slow),
    ],
)
def test_uniform_play_is_exploitable(game: str, gap: Fraction) -> None:
    tree = flatten(make_game(game))
    assert float(exploitability(tree, uniform_strategy(tree))) == pytest.approx(float(gap))


def test_best_responses_to_uniform_play_in_leduc() -> None:
    """OpenSpiel 2.0.2, run: 2.0875 and 2.659722."""
    tree = flatten(make_game("leduc"))
    uniform = uniform_strategy(tree)
    values = [float(best_response(tree, uniform, who).value) for who in (0, 1)]
    assert values == pytest.approx([2.0875, 2.659722222], abs=1e-9)


def test_cfr_plus_on_leduc_after_100_iterations() -> None:
    """OpenSpiel 2.0.2, CFRPlusSolver: 0.013415995."""
    require("numba")
    found = cfr(make_game("leduc"), iterations=100, variant="cfr+", engine="native")
    assert found.exploitability == pytest.approx(0.013415995, abs=1e-9)


@pytest.mark.slow
@pytest.mark.slow
def test_liars_dice() -> None:
    """OpenSpiel, and Neller and Lanctot 2013: 24,576 sets, 294,883 histories, -7/258."""
    require("numba")
    tree = flatten(make_game("liars-dice"))
    assert (len(tree.sets), tree.histories) == (24_576, 294_883)
    assert float(exploitability(tree, uniform_strategy(tree))) == pytest.approx(0.780744323)
    found = cfr(tree, iterations=1000, engine="native")
    assert abs(found.value + 7 / 258) <= found.nash_conv < 5e-4


CHANCE_BETWEEN = """EFG 2 R "A chance move between two sets" { "1" "2" }
p "" 1 1 "" { "l" "r" } 0
c "" 1 "" { "a" 1/2 "b" 1/2 } 0
p "" 2 1 "" { "x" "y" } 0
t "" 1 "" { 4 -4 }
t "" 2 "" { 0 0 }
p "" 2 2 "" { "u" "v" } 0
t "" 3 "" { 2 -2 }
t "" 4 "" { 6 -6 }
p "" 2 1 "" { "x" "y" } 0
t "" 5 "" { 0 0 }
t "" 6 "" { 3 -3 }
"""


def test_a_chance_move_between_two_sets() -> None:
    """By hand: with x at p the first player gets 2p + 1 on the left and 3(1 - p) on the right."""
    found = solve_exactly(parse_efg(CHANCE_BETWEEN))
    assert found.value == Fraction(9, 5)
    chosen: dict[str, Any] = {each.label: list(p.values()) for each, p in found.strategy.sets}
    assert chosen["@2.1"] == [Fraction(2, 5), Fraction(3, 5)]


def test_goofspiel_is_fair() -> None:
    """Symmetric, so worth 0 (OpenSpiel's tests of its solvers): the whole tree, and its rounds."""
    assert solve_exactly(make_game("goofspiel:cards=3,order=ascending")).value == 0
