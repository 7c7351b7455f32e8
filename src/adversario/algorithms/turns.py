"""Expectiminimax by turns: a roll and the play after it are one, and few plays are looked into.

Depth in plies may end between the dice and the play, where an evaluation learned from positions
after plays has no meaning. Here a horizon is always after a play. Of the plays of a position, the
best few by their estimates are searched further (the move filter of backgammon programs), so a
value is one of expectiminimax only if nothing was left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any, Generic

from adversario.algorithms.core.requirements import require
from adversario.base.errors import InputError
from adversario.game import CHANCE, A, Game, S


@dataclass(frozen=True)
class Horizon:
    """How far to look: `turns` plays, the first of them one's own.

    At each decision before the last the best `keep` plays by their estimates are searched, of those
    that are worse than the best by at most `margin`.
    """

    turns: int = 2
    keep: int = 8
    margin: float = inf

    def __post_init__(self) -> None:
        for name, least in (("turns", 1), ("keep", 1), ("margin", 0)):
            if not getattr(self, name) >= least:
                raise InputError(
                    "limit.too_small", limit=name, given=getattr(self, name), least=least
                )


@dataclass(frozen=True)
class Play(Generic[A]):
    """An action with its value to the player to move: `searched` to the horizon, or estimated."""

    action: A
    value: float
    searched: bool


def search_turns(game: Game[S, A], state: S, horizon: Horizon = Horizon()) -> list[Play[A]]:
    """The plays of a state at which a player moves, best first; those searched before the others.

    The value of a play that was filtered out is its estimate. Of equal plays the first comes first.
    """
    require(game, "expectiminimax")
    mover = game.player(state)
    actions = list(game.actions(state))
    afters = [game.result(state, action) for action in actions]
    looks = [value_after(game, after, mover, 0, horizon) for after in afters]
    least = least_kept(looks, horizon) if horizon.turns > 1 else -inf
    plays = [
        Play(action, value_after(game, after, mover, horizon.turns - 1, horizon), True)
        if look >= least
        else Play(action, look, False)
        for action, after, look in zip(actions, afters, looks, strict=True)
    ]
    return sorted(plays, key=lambda play: (not play.searched, -play.value))


def value_after(
    game: Game[Any, Any], state: Any, player: int, turns: int, horizon: Horizon
) -> float:
    """What a state after a play is worth to a player, by that many turns more."""
    if game.is_terminal(state):
        return float(game.utility(state, player))
    if turns == 0:
        return float(game.evaluate(state, player))
    mover = game.player(state)
    if mover == CHANCE:
        return sum(
            float(share) * value_after(game, game.result(state, outcome), player, turns, horizon)
            for outcome, share in game.chances(state)
            if share
        )
    sign = 1.0 if mover == player else -1.0
    afters = [game.result(state, action) for action in game.actions(state)]
    looks = [sign * value_after(game, after, player, 0, horizon) for after in afters]
    if turns == 1:
        return sign * max(looks)
    least = least_kept(looks, horizon)
    return sign * max(
        sign * value_after(game, after, player, turns - 1, horizon)
        for after, look in zip(afters, looks, strict=True)
        if look >= least
    )


def least_kept(looks: list[float], horizon: Horizon) -> float:
    """The least estimate that is searched further; so are all that equal it."""
    ranked = sorted(set(looks), reverse=True)
    return max(ranked[min(horizon.keep, len(ranked)) - 1], ranked[0] - horizon.margin)
