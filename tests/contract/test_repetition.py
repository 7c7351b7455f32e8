"""The referee's part of the rules of repetition."""

from __future__ import annotations

from typing import Any

import pytest

from adversario import make_game, play_game
from adversario.base.errors import IllegalActionError
from adversario.contract.repetition import (
    allowed_actions,
    final_utilities,
    is_over,
    occurrences,
    recent,
    require_allowed,
)
from tests.native.engines.cyclic import Place, Walk


def circle(times: int, forbids: bool = False) -> Walk:
    """Two nodes with an arc to each other, and one to an end where player 0 wins."""
    game = Walk(times, forbids, nodes=2)
    game.arcs = (1, 4, 0, 4)
    return game


def after(game: Walk, *actions: int) -> list[Place]:
    states = [game.initial()]
    for action in actions:
        states.append(game.result(states[-1], action))
    return states


def test_occurrences_are_counted_by_position_and_not_by_state() -> None:
    game = circle(3)
    assert [occurrences(game, after(game, *(0,) * plies)) for plies in range(6)] == [
        1, 1, 2, 2, 3, 3
    ]  # fmt: skip
    assert not is_over(game, after(game, 0, 0, 0))
    drawn = after(game, 0, 0, 0, 0)
    assert is_over(game, drawn)
    assert final_utilities(game, drawn) == (0, 0)
    assert len(recent(game, drawn)) == 4
    assert final_utilities(game, after(game, 1)) == (1, -1)


def test_what_is_forbidden_is_no_action() -> None:
    game = circle(2, forbids=True)
    states = after(game, 0)
    assert list(allowed_actions(game, states)) == [1]
    with pytest.raises(IllegalActionError, match="2"):
        require_allowed(game, states, 0)
    require_allowed(game, states, 1)
    assert not is_over(game, states)
    game.arcs = (1, 1, 0, 0)
    states = after(game, 0)
    assert is_over(game, states)
    assert final_utilities(game, states) == (0, 0)


def test_a_referee_ends_a_game_that_repeats_itself() -> None:
    def first(game: Any, state: Any) -> Any:
        return next(iter(game.actions(state)))

    record = play_game(circle(3), [first, first])
    assert (len(record.moves), record.utilities) == (4, (0, 0))
    record = play_game(circle(2, forbids=True), [first, first])
    assert (record.fault, record.moves) == (1, ("0",))


def test_kings_of_draughts_that_go_to_and_fro_draw_at_the_third_time() -> None:
    game = make_game("checkers")
    states = [game.parse_position("B:WK32:BK1")]
    for move in ("1-6", "32-28", "6-1", "28-32") * 2:
        states.append(game.result(states[-1], game.parse_action(states[-1], move)))
        assert is_over(game, states) == (len(states) == 9)
