"""Evaluation: estimates of the value of states that are not terminal.

`evaluate`, `features` and their weights are methods and attributes of `Game`, since most games have
them. This file adds quiescence.
"""

from __future__ import annotations

from collections.abc import Iterable

from adversario.contract.capability import Capability
from adversario.game import A, Game, S


class Evaluated(Capability[S, A]):
    """An estimate of states that are not terminal, within `utility_bounds`."""

    evaluate = Game.evaluate
    features = Game.features


class Quiescent(Capability[S, A]):
    """States whose estimates cannot be trusted, and the actions to search there first.

    A search with quiescence follows the noisy actions of a state that is not quiet below its depth
    limit, and uses the estimate as a bound: the player to move may decline all of them.
    """

    def is_quiet(self, state: S) -> bool:
        """Whether the evaluation of this state can be trusted. Default: always."""
        return True

    def noisy_actions(self, state: S) -> Iterable[A]:
        """The legal actions to search in a state that is not quiet."""
        return ()
