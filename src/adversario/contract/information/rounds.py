"""Rounds: moves at the same time, found from what players see."""

from __future__ import annotations

from adversario.contract.capability import as_capability
from adversario.contract.information.observed import Observed
from adversario.game import CHANCE, A, Game, S


def is_unseen(game: Game[S, A], before: S, after: S) -> bool:
    """Whether another player moves next, who did not notice the move from one state to the other.

    Then both choose in the same round, and it does not matter which of them is asked first.
    """
    if game.is_terminal(after):
        return False
    mover, following = game.player(before), game.player(after)
    if CHANCE in (mover, following) or mover == following:
        return False
    see = as_capability(game, Observed).observation
    seen = see(after, following)
    return seen is None or seen == see(before, following)
