"""Myerson's card game: its value and its equilibrium, as published (Myerson, 1991, chapter 2)."""

from __future__ import annotations

import pytest

from adversario.contract.information.check import check_information
from adversario.games.cards.myerson import BLACK, GO_ON, RED, Myerson
from adversario.solve.equilibrium.tree.flat import flatten
from adversario.solve.equilibrium.tree.regret import cfr


def test_the_published_equilibrium() -> None:
    """Worth 1/3: raise every red and a third of the black cards, meet with 2/3."""
    found = cfr(flatten(Myerson()), iterations=3000)
    assert found.sets == 3
    assert found.value == pytest.approx(1 / 3, abs=0.002)
    going_on = [(known.player, float(p.get(GO_ON, 0))) for known, p in found.strategy.items()]
    assert [who for who, _ in sorted(going_on)] == [0, 0, 1]
    expected = pytest.approx([1 / 3, 1, 2 / 3], abs=0.03)
    assert [chance for _, chance in sorted(going_on)] == expected


@pytest.mark.parametrize(
    ("position", "utility"),
    [
        ("red pass", 1), ("black pass", -1), ("red raise pass", 1), ("black raise pass", 1),
        ("red raise meet", 2), ("black raise meet", -2),
    ],
)  # fmt: skip
def test_utilities(position: str, utility: int) -> None:
    game = Myerson()
    state = game.parse_position(position)
    assert game.is_terminal(state)
    assert game.utilities(state) == (utility, -utility)
    assert game.position(state) == position


def test_what_players_know_is_as_declared() -> None:
    report = check_information(Myerson(), playouts=30, seed=1, longest=10)
    assert report is not None
    assert (report.sets, BLACK, RED) == (3, 0, 1)
