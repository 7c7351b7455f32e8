"""A player that does not know what kind of opponents it faces, and learns it from their moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeAlias

from adversario.game import A, S
from adversario.views.beliefs import Belief

Worths: TypeAlias = Callable[[S], Mapping[A, float]]
"""What each of the player's actions is worth in a state, against opponents of one kind."""


@dataclass
class Believer(Generic[S, A]):
    """Takes the action of the greatest mean worth, by how likely each kind of opponents is.

    Every move of an opponent changes that by Bayes' rule. The mean supposes that after this move
    the kind will be known, as QMDP does (Littman, Cassandra and Kaelbling, 1995). It so leaves out
    what a move is worth for what it brings to light.
    """

    prior: Belief[S, A]
    worths: Mapping[str, Worths[S, A]]

    def __post_init__(self) -> None:
        self.belief = self.prior

    def forget(self) -> None:
        """Begin a new game: the opponents may be others."""
        self.belief = self.prior

    def update(self, state: S, action: A) -> None:
        """Take note of what an opponent did in a state."""
        self.belief = self.belief.after(state, action)

    def __call__(self, state: S) -> A:
        """The action to take, the first in a tie."""
        total: dict[A, float] = {}
        for kind, chance in self.belief.probabilities.items():
            if chance:
                for action, worth in self.worths[kind](state).items():
                    total[action] = total.get(action, 0.0) + float(chance) * worth
        return max(total, key=total.__getitem__)
