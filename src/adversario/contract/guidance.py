"""Guidance: hints to search promising actions first, or to skip hopeless ones."""

from __future__ import annotations

from collections.abc import Iterable

from adversario.base.numbers import Number
from adversario.contract.capability import Capability
from adversario.game import A, S


class Guided(Capability[S, A]):
    """Prior weights of actions, for Monte Carlo tree search (PUCT) and guided rollouts."""

    def priors(self, state: S) -> Iterable[Number]:
        """A weight for each action, in the order of `actions`. Default: nothing is known.

        No weight is negative, and they need not add up to 1.
        """
        return ()


class Passable(Capability[S, A]):
    """Null moves, for a game in which passing is hardly ever best."""

    def pass_turn(self, state: S) -> S:
        """The state with the other player to move, for searches that try a null move.

        A state in which passing makes no sense is returned unchanged, which is the default.
        """
        return state
