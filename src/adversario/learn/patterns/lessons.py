"""The interface of engines that train models: settings, memory, tallies."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any, Literal, Protocol

from adversario.base.errors import InputError
from adversario.base.stop import Stop
from adversario.views.learned.model import Model
from adversario.views.learned.shape import Shape

Method = Literal["gradient", "adam", "coherence"]
METHODS: tuple[Method, ...] = ("gradient", "adam", "coherence")

Player = Model | Literal["own", "random", "reference"]
"""Who plays in a measured game: a model, the game's own evaluation, random moves, or the reference
player that a game may have (see `contract.opponents.Referenced`)."""

OPENING = 4
"""The number of random plies at the start of a measured game without chance for two."""


@dataclass(frozen=True)
class Lessons:
    """The settings of training.

    - `trace`: the lambda of TD(lambda);
    - `rate`: the size of a step: for tables a share of the error, for networks the learning rate;
    - `half`: half of that after this number of games, as 1 / (1 + games / half);
    - `method`: plain gradient descent, Adam, or temporal coherence, which is for tables;
    - `explore`: the probability of a random move; what came before does not learn from it;
    - `temperature`: moves are sampled by softmax of their values divided by this; 0: the best;
    - `images`: whether symmetric states learn too;
    - `block`: the games that are played with the same parameters, between two lessons;
    - `longest`: the number of decisions after which a game is cut short;
    - `seed`: with the number of the game, it determines all randomness.
    """

    trace: float = 0.5
    rate: float = 0.1
    half: float = 100_000.0
    method: Method = "gradient"
    explore: float = 0.0
    temperature: float = 0.0
    images: bool = False
    block: int = 64
    longest: int = 500
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("trace", "explore"):
            if not 0 <= getattr(self, name) <= 1:
                raise InputError(
                    "train.between", option=name, given=getattr(self, name), low=0, high=1
                )
        for name, least in (("longest", 1), ("half", 1), ("block", 1), ("temperature", 0)):
            given = getattr(self, name)
            if not (given >= least and isfinite(given)):
                raise InputError("limit.too_small", limit=name, given=given, least=least)
        if not 0 < self.rate <= 10:
            raise InputError("train.between", option="rate", given=self.rate, low=0, high=10)
        if self.method not in METHODS:
            raise InputError("train.method", given=self.method, known=", ".join(METHODS))

    def to_json(self) -> dict[str, Any]:
        """The settings as plain JSON values."""
        return asdict(self)


@dataclass
class Memory:
    """What is learned: parameters, and two arrays of the method (see `Learning` of the kernel)."""

    shape: Shape
    parameters: Any
    first: Any
    second: Any

    @staticmethod
    def of(shape: Shape, method: Method, seed: int) -> Memory:
        """Parameters before the first game: 0 for tables, small random numbers for networks."""
        import numpy as np  # noqa: PLC0415 (not needed to import the package)

        parameters = np.zeros((shape.stages, shape.stage_size), np.float32)
        random = np.random.Generator(np.random.PCG64(seed % 2**64))
        for stage in parameters if shape.layers else ():
            arrays = shape.arrays(stage)
            for at in range(0, len(arrays), 2):
                # The first layer adds up a few rows; others are scaled by the units below.
                size = 0.1 if at == 0 else (3.0 / arrays[at].shape[1]) ** 0.5
                last = at + 2 == len(arrays)
                arrays[at][:] = random.uniform(-size, size, arrays[at].shape) * (
                    0.1 if last else 1.0
                )
        extra = (0, 0) if method == "gradient" else parameters.shape
        return Memory(shape, parameters, np.zeros(extra, np.float32), np.zeros(extra, np.float32))


@dataclass(frozen=True)
class Tally:
    """What games of training were: their number, decisions, states learned from, squared errors."""

    games: int
    moves: int = 0
    learned: int = 0
    error: float = 0.0
    interrupted: bool = False


class Teacher(Protocol):
    """An engine that plays games of training and learns from them."""

    def train(self, memory: Memory, first: int, stop: Stop | None = None) -> Tally:
        """Learn from the block of games numbered from `first`; nothing of it if stopped."""

    def measure(
        self, one: Player, other: Player, first: int, games: int, stop: Stop | None = None
    ) -> list[float] | None:
        """The results to player 0, `one`, without exploration; None if stopped."""


def rate_at(settings: Lessons, games: int) -> float:
    """The size of steps after that number of games."""
    return settings.rate / (1.0 + games / settings.half)
