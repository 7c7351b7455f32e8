"""What a player is shown: the state as they know it, and the moves that they noticed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from adversario.contract.capability import as_capability, defines
from adversario.contract.information.observed import Observed
from adversario.game import CHANCE, Game

MOST_ACTIONS = 500
"""The most actions that are compared to find out whether one was noticed."""


def shown_state(game: Game[Any, Any], state: Any, player: int) -> Any | None:
    """The state to draw for a player: with what they cannot know left open.

    None if the game does not say how (`conceal`): then only the observation can be shown.
    """
    if game.kind.is_open:
        return state
    return (
        as_capability(game, Observed).conceal(state, player) if defines(game, "conceal") else None
    )


def shown_text(game: Game[Any, Any], state: Any, player: int) -> str:
    """The state as a player knows it, as text."""
    shown = shown_state(game, state, player)
    if shown is not None:
        return game.text(shown)
    seen = as_capability(game, Observed).observation(state, player)
    return "-" if seen is None else str(seen)


class SeenMove(NamedTuple):
    """A move that a player noticed: of whom (chance too), and its name."""

    mover: int
    name: str


def seen_moves(
    game: Game[Any, Any], states: Sequence[Any], actions: Sequence[Any], player: int, most: int
) -> list[SeenMove]:
    """The last moves that a player noticed and can name, at most `most` of them.

    These are their own, and those of which every other action would have looked different, if the
    state before was seen too: otherwise other moves may have come between. `check_game` verifies
    that the names depend only on what the player knows.
    """
    found: list[SeenMove] = []
    for at in reversed(range(len(actions))):
        if len(found) == most:
            break
        seen = seen_move(game, states, actions, at, player)
        if seen is not None:
            found.append(seen)
    return found[::-1]


def seen_move(
    game: Game[Any, Any], states: Sequence[Any], actions: Sequence[Any], at: int, player: int
) -> SeenMove | None:
    """The move of that number, if the player noticed it and can name it."""
    before, action = states[at], actions[at]
    mover = game.player(before)
    if game.kind.is_open or mover == player:
        return SeenMove(mover, game.action_name(before, action))
    if not is_noticed(game, states, at, player):
        return None
    if at > 0 and not is_noticed(game, states, at - 1, player):
        return None
    see = as_capability(game, Observed).observation
    seen, others = see(states[at + 1], player), _actions(game, before, mover)
    if len(others) > MOST_ACTIONS:
        return None
    alike = (see(game.result(before, other), player) == seen for other in others if other != action)
    return None if any(alike) else SeenMove(mover, game.action_name(before, action))


def is_noticed(game: Game[Any, Any], states: Sequence[Any], at: int, player: int) -> bool:
    """Whether a player noticed the move of that number: their own, or one that changed the view."""
    if game.player(states[at]) == player:
        return True
    see = as_capability(game, Observed).observation
    seen = see(states[at + 1], player)
    return seen is not None and seen != see(states[at], player)


def _actions(game: Game[Any, Any], state: Any, mover: int) -> list[Any]:
    if mover == CHANCE:
        return [outcome for outcome, _ in game.chances(state)]
    return list(game.actions(state))
