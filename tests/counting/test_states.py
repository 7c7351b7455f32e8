"""The number of states estimated: against exact counts, and in both engines."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from adversario import make_game
from adversario.contract.capability import as_capability
from adversario.contract.counting import Countable
from adversario.counting.count import count_game
from adversario.counting.states import estimate_states
from adversario.game import Game

SMALL = [
    "mnk", "mnk:rows=3,columns=3,k=3,players=3", "mnk:rows=3,columns=4,k=3,misere=true",
    "hex:size=3", "hex:size=3,swap=false", "connect4:width=4,height=4",
]  # fmt: skip


def states_and_parents(game: Game[Any, Any]) -> Counter[Any]:
    """Every state that can be reached, with the number of states that lead to it."""
    found = Counter[Any]({game.initial(): 0})
    todo = [game.initial()]
    for state in todo:
        if not game.is_terminal(state):
            for after in {game.result(state, action) for action in game.actions(state)}:
                if after not in found:
                    todo.append(after)
                found[after] += 1
    return found


@pytest.mark.parametrize(
    "name", ["mnk", "mnk:players=3", "hex:size=2", "connect4:width=3,height=3"]
)
def test_parents_are_counted_right(name: str) -> None:
    game = make_game(name)
    for state, parents in states_and_parents(game).items():
        if state != game.initial():
            assert as_capability(game, Countable).parents(state) == parents


@pytest.mark.parametrize("name", SMALL)
def test_the_interval_holds_the_exact_number(name: str) -> None:
    game = make_game(name)
    found = estimate_states(game, seed=1, engine="python")
    exact = count_game(game, engine="python").states
    assert found is not None
    # Twice the interval: one of so many may well lie outside of 95 percent.
    assert 2 * found.low - found.mean <= exact <= 2 * found.high - found.mean
    assert found.high - found.low < 0.5 * exact


def test_both_engines_walk_alike() -> None:
    for name in ("mnk:rows=3,columns=4,k=3", "hex:size=3"):
        game = make_game(name)
        assert estimate_states(game, engine="native") == estimate_states(game, engine="python")


def test_games_that_do_not_know_have_no_estimate() -> None:
    assert estimate_states(make_game("othello")) is None
    assert estimate_states(make_game("mnk:rows=4,columns=4,gravity=true")) is None
