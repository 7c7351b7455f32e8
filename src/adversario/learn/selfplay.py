"""The interface of self-play engines: settings, memory and tallies."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any, Protocol

from adversario.base.errors import GameError, InputError, UnsuitableGameError
from adversario.base.stop import Stop
from adversario.game import Game

MAX_DEPTH = 8
OPENING = 4
"""The number of random plies at the start of a measured game for two, so that games differ."""


@dataclass(frozen=True)
class Settings:
    """The settings of training.

    - `trace`: the lambda of TD(lambda), from 0 (only the last position learns from the next) to 1
      (all positions learn from the result);
    - `rate`: the step size as a share of the error; it is halved after `half` games;
    - `explore`: the probability of a random move; earlier positions do not learn from later ones;
    - `temperature`: moves are sampled by softmax of their values divided by this; 0: the best;
    - `depth`: the plies of a player's search;
    - `hold`: the numbers of the features whose weights are not changed;
    - `longest`: the number of decisions after which a game is cut short;
    - `seed`: with the number of the game, it determines all randomness.
    """

    trace: float = 0.7
    rate: float = 0.1
    half: float = 5000.0
    explore: float = 0.1
    temperature: float = 0.0
    depth: int = 1
    hold: tuple[int, ...] = ()
    longest: int = 500
    seed: int = 0

    def __post_init__(self) -> None:
        between = {"trace": (0, 1), "rate": (0, 2), "explore": (0, 1), "depth": (1, MAX_DEPTH)}
        for name, (low, high) in between.items():
            if not low <= getattr(self, name) <= high:
                raise InputError(
                    "train.between", option=name, given=getattr(self, name), low=low, high=high
                )
        for name, least in (("longest", 1), ("half", 1), ("temperature", 0)):
            given = getattr(self, name)
            if not (given >= least and isfinite(given)):
                raise InputError("limit.too_small", limit=name, given=given, least=least)

    def to_json(self) -> dict[str, Any]:
        """The settings as plain JSON values."""
        return asdict(self)


@dataclass
class LearnerMemory:
    """The learned weights, and the sums of squared gradients that scale their steps."""

    weights: list[float]
    moments: list[float]
    samples: int = 0

    @staticmethod
    def of(weights: list[float]) -> LearnerMemory:
        """A memory with these weights and no samples."""
        return LearnerMemory(list(weights), [0.0] * len(weights))


@dataclass(frozen=True)
class SelfPlayTally:
    """Sums over the games played: results to player 0, their squares, squared TD errors."""

    games: int
    total: float
    squares: float
    error: float
    interrupted: bool = False


class SelfPlay(Protocol):
    """An engine that plays games with an evaluation."""

    def train(
        self, memory: LearnerMemory, first: int, games: int, stop: Stop | None = None
    ) -> SelfPlayTally:
        """Learn from `games` games, numbered from `first`; if stopped, from the finished ones."""

    def measure(
        self,
        one: list[float],
        other: list[float],
        first: int,
        games: int,
        stop: Stop | None = None,
    ) -> SelfPlayTally:
        """Play games between two sets of weights, without exploration; `one` is player 0."""


def require_trainable(game: Game[Any, Any]) -> None:
    """Raise UnsuitableGameError unless a state has one value that both sides share."""
    kind = game.kind
    shared = kind.players == 1 or kind.has_constant_sum
    if kind.players > 2 or not shared or not kind.is_open:
        raise UnsuitableGameError("train.unsuitable", game=game.name)


def no_actions_error(game: Game[Any, Any]) -> GameError:
    """The error for a state without actions."""
    return GameError("game.no_actions", game=game.name, state="-")
