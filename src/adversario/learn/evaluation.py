"""Evaluations that can be trained: parameters, and the gradient with respect to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import tanh
from typing import Any, Protocol

from adversario.contract.capability import defines
from adversario.game import Game
from adversario.games.weights import feature_count

MAX_ESTIMATE = 0.99
"""Estimates are bounded by this share of the utility of a win."""


class Evaluation(Protocol):
    """A differentiable estimate of the value of a state to player 0."""

    @property
    def size(self) -> int:
        """The number of parameters."""

    def value(self, parameters: Sequence[float], state: Any) -> float:
        """The estimate."""

    def gradient(self, parameters: Sequence[float], state: Any) -> Sequence[float]:
        """The partial derivatives of the estimate with respect to the parameters."""


@dataclass(frozen=True)
class Linear:
    """The weighted sum x of a game's features; with a limit L, L * tanh(x / L).

    It equals the game's default `evaluate` with the same weights and limit.
    """

    game: Game[Any, Any]
    limit: float = 0.0

    @property
    def size(self) -> int:
        """The number of features."""
        return feature_count(self.game)

    def value(self, parameters: Sequence[float], state: Any) -> float:
        """The estimate."""
        total = self._sum(parameters, state)
        return self.limit * tanh(total / self.limit) if self.limit else total

    def gradient(self, parameters: Sequence[float], state: Any) -> Sequence[float]:
        """The features, scaled by the derivative of tanh if there is a limit."""
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
    """The linear evaluation that fits the game.

    It has a limit if the game is for two players with symmetric utility bounds, so that no estimate
    equals a win. It has none for scores, and none if the game defines `evaluate` itself.
    """
    bounds, own = game.utility_bounds, defines(game, "evaluate")
    if own or bounds is None or game.players != 2 or bounds[0] != -bounds[1]:
        return Linear(game)
    return Linear(game, MAX_ESTIMATE * float(bounds[1]))
