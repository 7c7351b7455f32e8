"""A player that infers the kind of its opponents from their moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeAlias

from adversario.game import A, S
from adversario.views.beliefs import Belief

ActionValues: TypeAlias = Callable[[S], Mapping[A, float]]
"""The value of each of the player's actions in a state, against opponents of one kind."""


@dataclass
class Believer(Generic[S, A]):
    """Chooses the action of the greatest mean value over the kinds of opponents.

    The probabilities of the kinds are updated by Bayes' rule after every move of an opponent. The
    mean assumes that the kind is known after this move, as QMDP does (Littman, Cassandra and
    Kaelbling, 1995), so the information that a move may reveal has no value.
    """

    prior: Belief[S, A]
    action_values: Mapping[str, ActionValues[S, A]]

    def __post_init__(self) -> None:
        self.belief = self.prior

    def reset(self) -> None:
        """Reset to the prior at the start of a game: the opponents may be others."""
        self.belief = self.prior

    def update(self, state: S, action: A) -> None:
        """Update the belief after an opponent's action in a state."""
        self.belief = self.belief.after(state, action)

    def __call__(self, state: S) -> A:
        """The chosen action, the first in a tie."""
        total: dict[A, float] = {}
        for kind, chance in self.belief.probabilities.items():
            if chance:
                for action, value in self.action_values[kind](state).items():
                    total[action] = total.get(action, 0.0) + float(chance) * value
        return max(total, key=total.__getitem__)
