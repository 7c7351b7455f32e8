"""What self-play is asked and answers, whichever engine plays."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any, Protocol

from adversario.base.errors import GameError, InputError, UnsuitableGameError
from adversario.base.stop import Stop
from adversario.game import Game

MOST_DEPTH = 8
OPENING = 4
"""The random plies at the start of a measured game for two, so that games differ."""


@dataclass(frozen=True)
class Settings:
    """How to learn.

    - `trace`: the lambda of TD(lambda), from 0 (only the last position learns from the next) to 1
      (all positions learn from the result);
    - `rate`: how far a step goes, as a share of the error; it is half as far after `half` games;
    - `explore`: how often a move is random; what was before it learns nothing from what follows;
    - `temperature`: moves are drawn by softmax of their values divided by this, 0 for the best;
    - `depth`: the plies that a player looks ahead;
    - `hold`: the features, by number, whose weights stay as they are;
    - `longest`: decisions after which a game is cut short;
    - `seed`: all that is random comes from it and the number of the game.
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
        between = {"trace": (0, 1), "rate": (0, 2), "explore": (0, 1), "depth": (1, MOST_DEPTH)}
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
    """What is learned: the weights, and the sums of squared gradients that scale their steps."""

    weights: list[float]
    moments: list[float]
    samples: int = 0

    @staticmethod
    def of(weights: list[float]) -> LearnerMemory:
        """Those weights, and nothing else known."""
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
    """Plays games with an evaluation."""

    def train(
        self, memory: LearnerMemory, first: int, games: int, stop: Stop | None = None
    ) -> SelfPlayTally:
        """Learn from the games of those numbers; if stopped, from those that were over by then."""

    def measure(
        self,
        one: list[float],
        other: list[float],
        first: int,
        games: int,
        stop: Stop | None = None,
    ) -> SelfPlayTally:
        """Games between two sets of weights without exploration, the one as player 0."""


def require_trainable(game: Game[Any, Any]) -> None:
    """Raise where there is no value of a state that two sides would share."""
    kind = game.kind
    shared = kind.players == 1 or kind.has_constant_sum
    if kind.players > 2 or not shared or not kind.is_open:
        raise UnsuitableGameError("train.unsuitable", game=game.name)


def no_actions(game: Game[Any, Any]) -> GameError:
    """What is wrong with a game in which a state has no actions."""
    return GameError("game.no_actions", game=game.name, state="-")
