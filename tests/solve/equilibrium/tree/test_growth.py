"""Trees built in machine code are those of the interpreter, sets, names and numbers included."""

from __future__ import annotations

from typing import Any

import pytest

from adversario import GameError, InputError, make_game
from adversario.games.cards.kuhn import Kuhn
from adversario.games.cards.leduc import Leduc
from adversario.native.engines.information import growth
from adversario.solve.equilibrium.tree import flat
from adversario.solve.equilibrium.tree.flat import ReplayedSets, flatten
from tests.require import require


@pytest.fixture(autouse=True)
def _needs_numba() -> None:
    require("numba")


def same(one: flat.FlatTree[Any], other: flat.FlatTree[Any]) -> bool:
    """Whether two trees have the same nodes and sets."""
    numbers = all(
        list(getattr(one, name)) == list(getattr(other, name))
        for name in ("player", "slot", "first", "children", "chance")
    )
    utilities = [list(each) for each in one.utilities] == [list(each) for each in other.utilities]
    return numbers and utilities and tuple(one.sets) == tuple(other.sets)


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_twins(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growth, "FIRST_ROOM", 1 << 13)  # so that it has to grow
    game = make_game(name)
    built = flatten(game, engine="native")
    assert isinstance(built.sets, ReplayedSets)
    assert same(built, flatten(game, engine="python"))


def test_a_large_tree_is_finished_in_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flat, "HEAD_START", 1000)
    assert isinstance(flatten(Leduc()).sets, ReplayedSets)
    assert isinstance(flatten(Kuhn()).sets, tuple)


def test_what_is_wrong_is_said_by_the_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="9000"):
        flatten(Leduc(), max_histories=9000, engine="native")

    class Unlike(Kuhn):
        """The second player may do less if the first has the king."""

        def actions(self, state: Any) -> Any:
            yield 0
            if state.cards[0] != 2 or state.moves != 1:
                yield 1

    with pytest.raises(GameError, match="actions"):
        flatten(Unlike(), engine="native")
