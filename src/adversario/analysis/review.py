"""A game looked at again: what every position was worth, and where somebody went wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.limit import Limit
from adversario.analysis.analyse import analyse
from adversario.base.numbers import Number
from adversario.game import CHANCE, Game

Verdict = Literal["", "?", "??"]

MISTAKE, BLUNDER = 0.1, 0.4
"""The loss, as a share of all there is to win, from which on a move is one or the other."""


@dataclass(frozen=True)
class Reviewed:
    """One move: what the mover could have had, and what was left of it.

    `value` and `kept` are to the mover; `best` is the action that keeps the value, and `line` what
    answers the action played.
    """

    state: Any
    mover: int
    action: Any
    best: Any
    value: Number
    kept: Number
    proven: bool
    line: tuple[Any, ...]
    verdict: Verdict


def review(
    game: Game[Any, Any], states: Sequence[Any], actions: Sequence[Any], limit: Limit
) -> Iterator[Reviewed]:
    """Every move of the players in a game, each looked at within the limit."""
    for state, action in zip(states, actions, strict=False):
        if not game.is_terminal(state) and game.player(state) != CHANCE:
            yield examined(game, state, action, limit)


def examined(game: Game[Any, Any], state: Any, action: Any, limit: Limit) -> Reviewed:
    """What an action was worth, beside the best one."""
    mover = game.player(state)
    here = analyse(game, state, limit=limit)
    value = worth(here, mover)
    if action in here.best_actions:
        kept, proven, line = value, here.proven, ()
    else:
        after = game.result(state, action)
        if game.is_terminal(after):
            kept, proven, line = game.utility(after, mover), True, ()
        else:
            there = analyse(game, after, limit=limit)
            kept, proven = worth(there, mover), there.proven
            line = there.principal_variation
        value = max(value, kept)  # the deeper look is right
    return Reviewed(
        state=state, mover=mover, action=action,
        best=action if kept >= value else here.action, value=value, kept=kept,
        proven=here.proven and proven, line=line, verdict=verdict(game, value, kept),
    )  # fmt: skip


def worth(result: Result[Any, Any], player: int) -> Number:
    """What the result of a search is worth to a player."""
    value = result.value
    if isinstance(value, tuple):
        return value[player]
    game = result.game
    if game.players == 1 or game.same_side(player, 0):
        return value
    return (0 if game.zero_sum else game.utility_sum or 0) - value


def verdict(game: Game[Any, Any], value: Number, kept: Number) -> Verdict:
    """How bad it is to have kept that much of a value."""
    low, high = game.utility_bounds or (-1, 1)
    lost = float(value - kept) / (float(high - low) or 1.0)
    return "??" if lost >= BLUNDER else "?" if lost >= MISTAKE else ""
