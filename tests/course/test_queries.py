"""Figures are those of the package: compared with published ones and with other ways to them."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adversario import AdversarioError, InputError, make_game
from adversario.course.queries import QUERIES
from adversario.course.query import evaluate, format_figure, split
from adversario.solve.mdp import solve_mdp
from adversario.solve.mdp.grid import is_grid_walk, mdp_from_walk
from adversario.solve.stochastic import solve_stochastic

LECTURE = "A(B(3, 12, B3(8, 7, 3)), C(2, 4, 6), D(14, 5, 1))"


@pytest.mark.parametrize(
    ("query", "figure"),
    [
        ("games: tictactoe", 255168),
        ("states: tictactoe", 5478),
        ("won: tictactoe, 1", 131184),
        ("nodes: tictactoe, alphabeta", 18297),
        ("perft: chess, 2", 400),
        ("knuth: 3, 4", 17),
        ("full: 3, 2", 13),
        ("choose: 10, 5", 252),
        ("digits: 10, 3", 3),
        ("digits: 35, 80", 123),
        ("expect: 0.4 10, 50% 15, 1/10 40", Fraction(31, 2)),
        ("die: 6, dice=2", 7),
        ("roll: 7", Fraction(1, 6)),
        ("matrix: 1 -1; -1 1", 0),
        ("mixture: rock-paper-scissors", (Fraction(1, 3),) * 3),
        ("equilibrium: kuhn", Fraction(-1, 18)),
        ("value: (([1,2,6], [4,3,2]), ([6,1,2], [7,4,1]))", (7, 4, 1)),
        (f"window: {LECTURE}, C", (3, float("inf"))),
        (f"unvisited: {LECTURE}", 4),
        (f"node: {LECTURE}, C", 2),
        ("best: tictactoe, moves=0 4 8", "1 3 5 7"),
        (f"children: {LECTURE}, C", 1),
        (f"children: {LECTURE}, B", 3),
        ("extra: tictactoe, alphabeta, depth=3", 0),
        ("table: tictactoe, states", 5478),
        ("table: tictactoe, late, first=9", 62 + 16),
        ("table: tictactoe, longest", 9),
        ("value: ((3, 12, 8), (2, 4, 60), (14, 5, 1)), against=random", 22),
    ],
)
def test_figures_that_are_known(query: str, figure: object) -> None:
    found = evaluate(query)
    if isinstance(figure, (int, Fraction)):
        assert abs(Fraction(found) - figure) < Fraction(1, 10**9)  # type: ignore[arg-type]
    else:
        assert found == figure


@given(st.integers(2, 4), st.integers(0, 4))
def test_the_size_of_a_complete_tree(branching: int, depth: int) -> None:
    def count(left: int) -> int:
        return 1 + (branching * count(left - 1) if left else 0)

    assert evaluate(f"full: {branching}, {depth}") == count(depth)


@pytest.mark.parametrize(("slip", "living"), [(0.1, -0.04), (0.1, -2), (0.2, -0.5), (0, -0.1)])
def test_value_iteration_agrees_with_the_solver(slip: float, living: float) -> None:
    walk = make_game("gridworld")
    assert is_grid_walk(walk)
    solution = solve_mdp(mdp_from_walk(walk, slip=slip, living=living), error=1e-9)
    for row, column in ((1, 1), (1, 3), (2, 3), (3, 1), (3, 4)):
        name = f"{row},{column}"
        assert evaluate(f"cell: gridworld, {name}, slip={slip}, living={living}") == pytest.approx(
            solution.value(name), abs=1e-3
        )


@pytest.mark.parametrize("first", [2, 5, 10])
def test_a_search_that_meets_a_table_visits_fewer_nodes(first: int) -> None:
    whole = evaluate("nodes: tictactoe, alphabeta")
    found = evaluate(f"meeting: tictactoe, {first}")
    assert isinstance(found, int)
    assert isinstance(whole, int)
    assert found == whole if first > 9 else 9 < found < whole / 8


def test_values_learned_by_differences_come_closer_to_the_exact_ones() -> None:
    assert evaluate("exact: pig:target=5") == pytest.approx(
        solve_stochastic(make_game("pig:target=5"), engine="python").value, abs=1e-3
    )
    errors: list[Any] = [
        evaluate(f"differences: pig:target=5, training={n}") for n in (1, 100, 3000)
    ]
    assert 1 > errors[0] > 2 * errors[1] > 8 * errors[2] > 0


def test_quiescence_sees_what_is_taken_back() -> None:
    place = "chess, alphabeta, depth=1, moves=e4 e5 Qh5 Nc6"
    assert evaluate(f"action: {place}, quiescence=no") == "Qxf7+"
    assert "x" not in str(evaluate(f"action: {place}"))
    with pytest.raises(InputError):
        evaluate(f"action: {place}, quiescence=perhaps")


@pytest.mark.parametrize("name", QUERIES)
def test_nonsense_raises_nothing_but_errors_with_words(name: str) -> None:
    for rest in ("", "x" * 500, "(, )", "1, 2, 3, 4, 5, 6", "-1", "nowhere=1", "chess, 99"):
        with suppress(AdversarioError):
            evaluate(f"{name}: {rest}")
    with pytest.raises(InputError):
        evaluate(f"{name}: nowhere=1")


def test_no_query_opens_a_file_or_runs_for_ever() -> None:
    for query in (
        "nodes: connect4:weights=/etc/passwd, minimax", "wins: nim, /tmp/x.py:Own, random",
        "wins: nim, uci:sh, random", "wins: chess, random, xboard:touch ran",
        "wins: nim, alphabeta:evaluate=x, random", "wins: nim, alphabeta:weights=x, random",
        "wins: nim, alphabeta:tables=x, random", "power: 9, 99999999", "perft: chess, 9",
        "states: chess", "learned: connect4, random, training=99999",
    ):  # fmt: skip
        with pytest.raises(InputError):
            evaluate(query)


def test_figures_are_written_as_people_write_them() -> None:
    assert format_figure(255168, "en") == "255,168"
    assert format_figure(255168, "es") == "255\u202f168"
    assert format_figure(5478, "es") == "5478"
    assert format_figure(Fraction(31, 2), "es") == "15,5"
    assert format_figure(Fraction(-1, 18), "en") == "−1/18"
    assert format_figure((3, float("inf")), "en") == "(3, ∞)"
    assert format_figure("left", "es") == "izquierda"
    assert format_figure("4,531,985,219,092", "es").count("\u202f") == 4
    assert format_figure("10^44 to 10^47", "es") == "10^44 a 10^47"
    assert format_figure("2.1 x 10^170", "es") == "2,1 × 10^170"
    assert format_figure("Schaeffer et al. 2007; Tromp and Farnebäck 2006", "es") == (
        "Schaeffer y otros 2007; Tromp y Farnebäck 2006"
    )
    assert format_figure((Fraction(1, 2), 2), "es") == "(0,5; 2)"


def test_commas_in_brackets_do_not_separate() -> None:
    assert list(split("((3, 12), (2, 4)), minimax, depth=2")) == [
        "((3, 12), (2, 4))", "minimax", "depth=2"
    ]  # fmt: skip
