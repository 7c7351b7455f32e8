"""Numbers that others have published about games with information sets, each with its source.

Those of Kuhn poker are in `test_exact` and `test_regret`, of Leduc hold'em in `test_leduc`, of
matrix games in `tests/solve/equilibrium/matrix`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from adversario import InputError, make_game, parse_tree
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


STOC = """chance(
  1/5: 1@a(l -> 5, r -> 2@p(p -> 1@b(L -> 10, R -> 15), q -> 1@b(L -> 20, R -> -5))),
  1/5: 1@c(c -> 10, d -> 20),
  1/5: 1@c(c -> 2@s(s -> 20, t -> 50), d -> 2@s(s -> 30, t -> 15)),
  2/5: 5)"""

MIDDLE = """1(
  A -> chance(
    1/5: 2@H(X -> 1@AX(C -> 0, D -> -2), Y -> 1@AY(C -> -1/2, D -> -3/2)),
    4/5: 2@L(X -> 1@AX(C -> 1/2, D -> -1/2), Y -> 1@AY(C -> 1, D -> -1))),
  B -> chance(
    7/10: 2@H(X -> 1@BX(C -> 1/2, D -> -1/2), Y -> 1@BY(C -> 1, D -> -1)),
    3/10: 2@L(X -> 1@BX(C -> 1, D -> -1), Y -> 1@BY(C -> 1/2, D -> -1/2))))"""

TEN_TO_THE_19 = """chance(
  1/2: 1@l(A -> 2@a(X -> 10000000000000000000, Y -> 1), B -> 2@b(X -> -1, Y -> 0)),
  1/2: 1@r(A -> 2@a(-1, 1), B -> 2@b(0, 10000000000000000000)))"""

REILEY = """chance(
  1/2: 1@king(bet -> 2@bob(call -> 2, fold -> 1), fold -> -1),
  1/2: 1@queen(bet -> 2@bob(call -> -2, fold -> 1), fold -> -1))"""


@pytest.mark.parametrize(
    ("tree", "value"),
    [
        (STOC, Fraction(13)),  # Koller, Megiddo and von Stengel 1994; Gambit's tests
        (MIDDLE, Fraction(32, 55)),  # Gambit's tests, chance_in_middle
        (TEN_TO_THE_19, Fraction(1)),  # Gambit's tests, large_payoff_game: by fractions only
        (REILEY, Fraction(1, 3)),  # Reiley et al. 2008, stripped-down poker; Gambit's tests
    ],
)
def test_trees_of_gambit_and_of_the_literature(tree: str, value: Fraction) -> None:
    found = solve_exactly(parse_tree(tree))
    assert (found.value, found.nash_conv) == (value, 0)


def test_chance_in_the_middle_is_mixed_as_published() -> None:
    """Gambit's tests: 3/11 at the root, 1 and 6/11 of the second player."""
    found = solve_exactly(parse_tree(MIDDLE))
    chosen: dict[str, Any] = {each.label: list(p.values()) for each, p in found.strategy.sets}
    assert next(iter(chosen.values())) == [Fraction(3, 11), Fraction(8, 11)]
    assert (chosen["@H"], chosen["@L"]) == ([1, 0], [Fraction(6, 11), Fraction(5, 11)])


@pytest.mark.parametrize(("cards", "value"), [(3, Fraction(17, 18)), (4, Fraction(23, 24))])
def test_kuhn_as_pots(cards: int, value: Fraction) -> None:
    """Gambit's caro2 and 4cards count what is won of the pot: the antes make it 1 more."""
    assert solve_exactly(make_game(f"kuhn:cards={cards}")).value + 1 == value


@pytest.mark.parametrize(
    ("tree", "forgets"),
    [
        # Wichardt 2008: no equilibrium in behaviour strategies
        ("1(1@x(2@y(1, -1), 2@y(-5, -5)), 1@x(2@y(-5, -5), 2@y(-1, 1)))", True),
        ("1@x(1, 1@x(4, 0))", True),  # Piccione and Rubinstein 1997
        ("1(out -> 1, in -> 2(l -> 1@x(1, 2), r -> 1@x(3, 4)))", False),
        (REILEY, False),  # Gambit's test_extensive
    ],
)
def test_perfect_recall(tree: str, forgets: bool) -> None:
    """As Kuhn 1953 defines it; the answers are those of Gambit's tests."""
    if forgets:
        with pytest.raises(InputError, match="would have to forget"):
            solve_exactly(parse_tree(tree))
    else:
        assert solve_exactly(parse_tree(tree)).nash_conv == 0


def test_goofspiel_is_fair() -> None:
    """Symmetric, so worth 0 (OpenSpiel's tests of its solvers): the whole tree, and its rounds."""
    assert solve_exactly(make_game("goofspiel:cards=3,order=ascending")).value == 0
