"""Equality by class and constants: nothing that compiles differently is taken for the same."""

from __future__ import annotations

import pickle
from copy import copy
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adversario.base.provenance import rules_code
from adversario.base.provenance.identity import constants_of, freeze, identity_of
from adversario.base.python.plugins import load_user_module
from adversario.games import GAMES, ConnectFour

SCALARS = st.one_of(
    st.integers(-3, 3), st.booleans(), st.sampled_from([0.0, 1.0, 2.5]), st.sampled_from("ab"),
    st.none(),
)  # fmt: skip
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(st.sampled_from("xyz"), inner, max_size=2),
    ),
    max_leaves=6,
)  # fmt: skip


class Box:
    """Anything with attributes."""

    def __init__(self, **held: Any) -> None:
        vars(self).update(held)


@given(VALUES, VALUES)
def test_values_are_the_same_if_they_are_written_the_same(one: Any, other: Any) -> None:
    assert (freeze(one) == freeze(other)) == (repr(one) == repr(other))
    if freeze(one) == freeze(other):
        assert hash(freeze(one)) == hash(freeze(other))


def test_arrays_are_compared_by_type_shape_and_contents() -> None:
    array = np.arange(6)
    assert freeze(array) == freeze(array.copy())
    for other in (array.reshape(2, 3), array.astype(np.int32), array + 1):
        assert freeze(array) != freeze(other)


def test_what_cannot_be_compared_is_compared_as_an_object() -> None:
    class Unhashable:
        __hash__ = None  # type: ignore[assignment]

    one, other = Unhashable(), Unhashable()
    assert identity_of(Box(held=one)) == identity_of(Box(held=one))
    assert identity_of(Box(held=one)) != identity_of(Box(held=other))


def test_a_replaced_attribute_changes_the_identity() -> None:
    box = Box(size=3)
    before = identity_of(box)
    assert identity_of(box) is before
    box.size = 4  # type: ignore[attr-defined]
    assert identity_of(box) != before
    assert constants_of(box) == {"size": 4}


@pytest.mark.parametrize("name", GAMES)
def test_games_made_alike_are_equal_and_their_options_remake_them(name: str) -> None:
    game = GAMES[name]()
    for other in (GAMES[name](), copy(game), pickle.loads(pickle.dumps(game))):
        assert game == other
        assert hash(game) == hash(other)
        assert game.identity.digest == other.identity.digest
    assert type(game)(**game.options) == game


def test_games_with_other_options_differ() -> None:
    made = {GAMES["connect4"](width=width) for width in (4, 5, 6, 7)}  # type: ignore[call-arg]
    assert len({game.identity.digest for game in made}) == len(made) == 4


RULES = """
class Rules:
    def __init__(self):
        self.most = 3

    def is_over(self, left):
        return left == 0
"""


def test_saved_work_knows_the_rules_of_games_outside_the_package(tmp_path: Path) -> None:
    def digest(text: str) -> str:
        file = tmp_path / "rules.py"
        file.write_text(text)
        return identity_of(load_user_module(file).Rules()).digest

    before = digest(RULES)
    assert digest(RULES) == before
    assert digest(RULES.replace("left == 0", "left <= 1")) != before


class Hinted(ConnectFour):
    """A game with one more hint, derived from its options."""

    def __init__(self, width: int = 7, height: int = 6, score: Any = "result") -> None:
        super().__init__(width, height, score)
        self.hint = (width, height)


def test_a_new_hint_of_a_game_of_the_package_leaves_saved_work_valid(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = identity_of(ConnectFour(5, 4)).digest
    assert identity_of(Hinted(5, 4)).digest != before  # a user's class: its code counts
    monkeypatch.setattr(Hinted, "__module__", "adversario.games.hinted")
    monkeypatch.setattr(rules_code, "_known", {})
    assert identity_of(Hinted(5, 4)).digest == before
    assert identity_of(Hinted(4, 5)).digest != before
    changed = Hinted(5, 4)
    changed.hint = (0, 0)
    assert identity_of(changed).digest != before
