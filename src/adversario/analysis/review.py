"""Review of a played game: the value of every position, and the mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from adversario.algorithms.core.limit import Limit
from adversario.analysis.analyse import analyse
from adversario.base.numbers import Number
from adversario.base.pov import Pov
from adversario.game import CHANCE, Game

Verdict = Literal["", "?", "??"]

MISTAKE, BLUNDER = 0.1, 0.4
"""The least loss, as a share of the range of utilities, of a mistake and of a blunder."""


@dataclass(frozen=True)
class MoveReview:
    """A reviewed move: the value of the position before it, and the value of the action played.

    `value` and `kept` are to the player who moved, and `kept_pov` is `kept` with its point of view.
    `best` is the action that keeps the value, and `line` the best reply to the action played.
    """

    state: Any
    mover: int
    action: Any
    best: Any
    value: Number
    kept_pov: Pov
    proven: bool
    line: tuple[Any, ...]
    verdict: Verdict

    @property
    def kept(self) -> Number:
        """The value of the action played, to the player who moved."""
        return self.kept_pov.value


def review(
    game: Game[Any, Any], states: Sequence[Any], actions: Sequence[Any], limit: Limit
) -> Iterator[MoveReview]:
    """Yield a review of every move of the players in a game, each analysed within the limit."""
    for state, action in zip(states, actions, strict=False):
        if not game.is_terminal(state) and game.player(state) != CHANCE:
            yield review_move(game, state, action, limit)


def review_move(game: Game[Any, Any], state: Any, action: Any, limit: Limit) -> MoveReview:
    """Compare an action with the best one."""
    mover = game.player(state)
    here = analyse(game, state, limit=limit)
    value = here.value_for(mover).value
    if action in here.best_actions:
        kept, proven, line = value, here.proven, ()
    else:
        after = game.result(state, action)
        if game.is_terminal(after):
            kept, proven, line = game.utility(after, mover), True, ()
        else:
            there = analyse(game, after, limit=limit)
            kept, proven = there.value_for(mover).value, there.proven
            line = there.principal_variation
        value = max(value, kept)  # the search after the action looks one ply further
    return MoveReview(
        state=state, mover=mover, action=action,
        best=action if kept >= value else here.action, value=value,
        kept_pov=Pov.of(game, kept, mover), proven=here.proven and proven, line=line,
        verdict=verdict(game, value, kept),
    )  # fmt: skip


def verdict(game: Game[Any, Any], value: Number, kept: Number) -> Verdict:
    """The verdict on a move that keeps `kept` of a value."""
    low, high = game.utility_bounds or (-1, 1)
    lost = float(value - kept) / (float(high - low) or 1.0)
    return "??" if lost >= BLUNDER else "?" if lost >= MISTAKE else ""
