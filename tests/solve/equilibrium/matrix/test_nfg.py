"""Gambit's strategic form: what is read, written and refused; the games of textbooks."""

from __future__ import annotations

from fractions import Fraction
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario.base.errors import InputError
from adversario.base.formats.source_text import SourceError
from adversario.solve.equilibrium.matrix.game import MatrixGame
from adversario.solve.equilibrium.matrix.nash import equilibria
from adversario.solve.equilibrium.matrix.nfg import parse_nfg, write_nfg
from adversario.solve.equilibrium.matrix.pure import pure_equilibria
from adversario.solve.equilibrium.matrix.textbook.computed import colonel_blotto, morra
from adversario.solve.equilibrium.matrix.textbook.named import textbook_game, textbook_names
from adversario.solve.equilibrium.matrix.zero_sum import solve_zero_sum
from tests.solve.equilibrium.matrix.published import (
    CHICKEN,
    ONEILL,
    PENNIES,
    PRISONERS,
    ROSHAMBO,
    SEXES,
)

# The two examples of the format's description in Gambit's manual.
PAYOFFS = """NFG 1 R "Selten (IJGT, 75), Figure 2, normal form"
{ "Player 1" "Player 2" } { 3 2 }

1 1 0 2 0 2 1 1 0 3 2 0
"""
OUTCOMES = """NFG 1 R "Selten (IJGT, 75), Figure 2, normal form" { "Player 1" "Player 2" }

{ { "1" "2" "3" }
{ "1" "2" }
}
""

{
{ "" 1, 1 }
{ "" 0, 2 }
{ "" 0, 2 }
{ "" 1, 1 }
{ "" 0, 3 }
{ "" 2, 0 }
}
1 2 3 4 5 6
"""


def test_both_forms_are_one_game() -> None:
    game = parse_nfg(PAYOFFS)
    assert game == parse_nfg(OUTCOMES)
    assert game.players == ("Player 1", "Player 2")
    assert game.payoffs == ((1, 1), (1, 1), (0, 2), (0, 3), (0, 2), (2, 0))


def test_outcome_0_pays_nothing() -> None:
    game = parse_nfg(r'NFG 1 D "a \"b\"" { "x" "y" } { 1 2 } { { "end" 1/2 -.5 } } 0 1')
    assert game.title == 'a "b"'
    assert game.payoffs == ((0, 0), (Fraction(1, 2), Fraction(-1, 2)))


def test_three_players() -> None:
    """The first player's strategy changes first: the third alone is paid for another choice."""
    game = parse_nfg('NFG 1 R "" { "" "" "" } { 2 1 2 } 1 0 0  2 0 0  3 0 9  0 0 9')
    assert game.payoff((0, 0, 1), 0) == 3
    assert pure_equilibria(game) == [(0, 0, 1)]


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_what_is_written_is_read_back(data: st.DataObject) -> None:
    sizes = data.draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    names = [
        data.draw(st.lists(st.text(min_size=1), min_size=n, max_size=n, unique=True)) for n in sizes
    ]
    cells = prod(sizes)
    cell = st.tuples(*[st.fractions(max_denominator=9, min_value=-9, max_value=9)] * len(sizes))
    payoffs = data.draw(st.lists(cell, min_size=cells, max_size=cells))
    game = MatrixGame(names, payoffs, title=data.draw(st.text()))
    again = parse_nfg(write_nfg(game))
    assert (again, again.title) == (game, game.title)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 1, 1),
        ("EFG 2 R", 1, 1),
        ('NFG 2 R "t"', 1, 5),
        ('NFG 1 R { "1" }', 1, 9),
        ('NFG 1 R "t', 1, 9),
        ('NFG 1 R "t" { "1" "1" }', 1, 19),
        ('NFG 1 R "t" { "1" "2"\n{ 2 2 }', 2, 1),
        ('NFG 1 R "t" { "1" "2" }\n{ 2 }\n1 2', 2, 1),
        ('NFG 1 R "t" { "1" "2" }\n{ 2 0 }\n', 2, 5),
        ('NFG 1 R "t" { "1" "2" }\n{ 999999 999999 }', 2, 3),
        ('NFG 1 R "t" { "1" "2" }\n{ 1 1 }\n1 x', 3, 3),
        ('NFG 1 R "t" { "1" "2" }\n{ 1 1 }\n1', 3, 2),
        ('NFG 1 R "t" { "1" "2" }\n{ 1 1 }\n1 2 3', 3, 5),
        ('NFG 1 R "t" { "1" "2" }\n{ 1 1 }\n{ { "" 1 } } 1', 3, 3),
        ('NFG 1 R "t" { "1" "2" }\n{ 1 1 }\n{ { "" 1 2 } }\n2', 4, 1),
        ('NFG 1 R "t" { "1" "2" }\n{ 1 1 }\n1/0 2', 3, 1),
    ],
)
def test_the_place_of_a_mistake(text: str, line: int, column: int) -> None:
    with pytest.raises(SourceError) as failure:
        parse_nfg(text, source="game.nfg")
    assert (failure.value.line, failure.value.column) == (line, column)
    assert "game.nfg" in str(failure.value)
    assert failure.value.text("es") != str(failure.value)


@pytest.mark.parametrize(
    ("name", "table"),
    [
        ("prisoners_dilemma", PRISONERS),
        ("chicken", CHICKEN),
        ("battle of the sexes", SEXES),
        ("matching-pennies", PENNIES),
        ("rock-paper-scissors", ROSHAMBO),
        ("oneill", ONEILL),
    ],
)
def test_textbook_games_are_the_published_tables(name: str, table: MatrixGame) -> None:
    assert textbook_game(name).payoffs == table.payoffs
    assert textbook_game(name).sizes == table.sizes


def test_every_textbook_game_is_read_and_has_an_equilibrium() -> None:
    for name in textbook_names():
        game = textbook_game(name)
        assert game.title
        assert equilibria(game).extreme
    with pytest.raises(InputError, match="stag_hunt"):
        textbook_game("stag")


def test_the_stag_hunt_has_two_pure_equilibria_and_one_mixed() -> None:
    found = equilibria(textbook_game("stag_hunt"))
    assert found.is_finite
    sure, third = (1, 0), Fraction(3, 4)
    assert {each.mixtures[0] for each in found.extreme} == {sure, sure[::-1], (third, 1 - third)}


def test_morra_as_published() -> None:
    """Two fingers: the optimal strategies lie between 3/5 and 4/7 (von Neumann, Dresher)."""
    solved = equilibria(morra())
    assert {each[1] for each in solved.first} == {Fraction(3, 5), Fraction(4, 7)}
    assert morra(3).sizes == (9, 9)
    assert solve_zero_sum(morra(3)).value == 0


def test_colonel_blotto_as_published() -> None:
    """Dresher 1961: 4 regiments against 3 on two fields are worth 14/9."""
    game = colonel_blotto()
    assert game.table(0)[:2] == ((4, 2, 1, 0), (1, 3, 0, -1))
    assert solve_zero_sum(game).value == Fraction(14, 9)
    assert colonel_blotto(2, 2, 3).sizes == (6, 6)
    for wrong in ((0, 3, 2), (4, 3, 0), (90, 90, 90)):
        with pytest.raises(InputError):
            colonel_blotto(*wrong)
