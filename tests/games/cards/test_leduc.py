"""Leduc hold'em: published numbers of the game, its bets and its notation."""

from __future__ import annotations

import pytest

from adversario import InputError, check_game, make_game
from adversario.games.cards.leduc import Leduc
from adversario.solve.equilibrium.tree.flat import flatten
from adversario.solve.equilibrium.tree.regret import cfr
from adversario.solve.equilibrium.tree.response import exploitability
from adversario.solve.equilibrium.tree.strategy import uniform_strategy


def test_published_numbers() -> None:
    """OpenSpiel: 936 sets and 9,457 histories, the exploitability of uniform play and of CFR+."""
    tree = flatten(Leduc())
    assert (len(tree.sets), tree.histories) == (936, 9457)
    assert len({(each.player, each.label) for each in tree.sets}) == 936
    assert float(exploitability(tree, uniform_strategy(tree))) == pytest.approx(2.373611111111)
    found = cfr(tree, iterations=10, variant="cfr+")
    assert found.exploitability == pytest.approx(0.610438902, abs=1e-9)


def test_suits_do_not_matter() -> None:
    """Southey et al., 2005: 288 sets. Lanctot et al., 2017: it is worth -0.085606424."""
    tree = flatten(Leduc(alike=True))
    assert len(tree.sets) == 288
    found = cfr(tree, iterations=10, variant="cfr+")
    assert found.exploitability == pytest.approx(0.610438902, abs=1e-9)
    found = cfr(tree, iterations=300)
    assert found.nash_conv < 0.01
    assert found.value == pytest.approx(-0.085606424, abs=float(found.nash_conv))


@pytest.mark.parametrize(
    ("position", "utility"),
    [
        ("Js Qs raise fold", 1),
        ("Js Qs raise raise fold", -3),
        ("Js Qs check check Jh check check", 1),
        ("Js Qs check check Kh check check", -1),
        ("Js Jh raise raise call Ks raise raise call", 0),
        ("Js Qs raise raise call Qh raise raise call", -13),
        ("Js Qs check raise call Qh check raise fold", -3),
        ("Js Qs check raise call Qh raise raise fold", -7),
    ],
)
def test_bets(position: str, utility: int) -> None:
    game = Leduc()
    state = game.parse_position(position)
    assert game.is_terminal(state)
    assert game.utilities(state) == (utility, -utility)
    assert game.position(state) == position


def test_what_may_be_done() -> None:
    game = Leduc()
    for position, names in [
        ("Js Qs", "check raise"),
        ("Js Qs raise", "fold call raise"),
        ("Js Qs check raise raise", "fold call"),
        ("Js Qs raise call Kh", "check raise"),
    ]:
        state = game.parse_position(position)
        assert [game.action_name(state, each) for each in game.actions(state)] == names.split()
    assert game.text(game.parse_position("Js Qs raise call Kh check raise")).splitlines() == [
        "   [Kh]", "1: [Js] ooo", "2: [Qs] ooooooo",
    ]  # fmt: skip


def test_other_decks() -> None:
    assert check_game(Leduc(4, 3, alike=True), playouts=30).worlds
    game = make_game("leduc:ranks=2,suits=4")
    assert sum(chance for _, chance in game.chances(game.initial())) == pytest.approx(1)
    with pytest.raises(InputError, match="2 to 13 ranks"):
        make_game("leduc:ranks=1")
