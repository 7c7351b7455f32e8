"""Counting: hints to count or to bound the number of states."""

from __future__ import annotations

from typing import cast

from adversario.contract.capability import Capability
from adversario.game import A, Game, S


class Countable(Capability[S, A]):
    """Properties of the graph of states, and numbers of actions."""

    def parents(self, state: S) -> int:
        """The number of reachable states from which an action leads here. Default: unknown, 0.

        It is called for states that have been reached, except the initial one.
        """
        return 0

    def count_actions(self, state: S) -> int:
        """The number of actions of a state. Default: they are counted.

        For a game that need not generate them, such as one that counts bits.
        """
        return sum(1 for _ in cast("Game[S, A]", self).actions(state))

    def most_states(self) -> int | None:
        """An upper bound on the number of states, for display. Default: none is known."""
        return None
