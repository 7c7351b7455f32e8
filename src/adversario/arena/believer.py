"""A Pac-Man who does not know what kind of ghosts he faces, and learns it from their moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from adversario.games.pacman import State
from adversario.views.beliefs import Belief

Worths: TypeAlias = Callable[[State], Mapping[int, float]]
"""What each of Pac-Man's actions is worth in a state, against ghosts of one kind."""


@dataclass
class Believer:
    """Takes the action of the greatest worth on average, by how likely each kind of ghosts is.

    Every move of a ghost's changes that by Bayes' rule. The average supposes that after this move
    the kind will be known, as QMDP does (Littman, Cassandra and Kaelbling, 1995). It so leaves out
    what a move is worth for what it brings to light, which is little here: ghosts move anyway.
    """

    prior: Belief[State, int]
    worths: Mapping[str, Worths]

    def __post_init__(self) -> None:
        self.belief = self.prior

    def forget(self) -> None:
        """Begin a new game: the ghosts may be others."""
        self.belief = self.prior

    def saw(self, state: State, action: int) -> None:
        """Take note of what a ghost did in a state."""
        self.belief = self.belief.after(state, action)

    def __call__(self, state: State) -> int:
        """The action to take, the first in a tie."""
        total: dict[int, float] = {}
        for kind, chance in self.belief.probabilities.items():
            if chance:
                for action, worth in self.worths[kind](state).items():
                    total[action] = total.get(action, 0.0) + float(chance) * worth
        return max(total, key=total.__getitem__)
