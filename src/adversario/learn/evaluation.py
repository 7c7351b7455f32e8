"""What can be fitted: an evaluation with parameters, and its gradient by them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import tanh
from typing import Any, Protocol

from adversario.contract.capability import defines
from adversario.game import Game
from adversario.games.weights import feature_count

WITHIN = 0.99
"""An estimate stays below what a win is worth by this factor."""


class Evaluation(Protocol):
    """A differentiable estimate of what a state is worth to player 0."""

    @property
    def size(self) -> int:
        """How many parameters there are."""

    def value(self, parameters: Sequence[float], state: Any) -> float:
        """The estimate."""

    def gradient(self, parameters: Sequence[float], state: Any) -> Sequence[float]:
        """How fast the estimate changes with each of the parameters."""


@dataclass(frozen=True)
class Linear:
    """The sum x of a game's features by their weights; with a limit L, L * tanh(x / L).

    It is the estimate of the game's default `evaluate` with the same weights and limit.
    """

    game: Game[Any, Any]
    limit: float = 0.0

    @property
    def size(self) -> int:
        """How many features there are."""
        return feature_count(self.game)

    def value(self, parameters: Sequence[float], state: Any) -> float:
        """The estimate."""
        total = self._sum(parameters, state)
        return self.limit * tanh(total / self.limit) if self.limit else total

    def gradient(self, parameters: Sequence[float], state: Any) -> Sequence[float]:
        """The features, and less of them near the limit."""
        features = [float(feature) for feature in self.game.features(state, 0)]
        if not self.limit:
            return features
        share = tanh(self._sum(parameters, state) / self.limit)
        return [(1.0 - share * share) * feature for feature in features]

    def _sum(self, parameters: Sequence[float], state: Any) -> float:
        total = 0.0
        features = self.game.features(state, 0)
        for weight, feature in zip(parameters, features, strict=True):
            total += weight * float(feature)
        return total


def linear(game: Game[Any, Any]) -> Linear:
    """The linear evaluation that suits the game.

    It has a limit where two players win as much as they can lose, so that no estimate passes for a
    win; not for scores, and not where the game has an `evaluate` of its own, which knows its own.
    """
    bounds, own = game.utility_bounds, defines(game, "evaluate")
    if own or bounds is None or game.players != 2 or bounds[0] != -bounds[1]:
        return Linear(game)
    return Linear(game, WITHIN * float(bounds[1]))
