"""The settings of Gumbel AlphaZero, and what it learns."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from math import isfinite
from typing import Any

from adversario.algorithms.mcts.gumbel import GumbelSettings
from adversario.base.errors import InputError
from adversario.contract.evaluation import pattern_count
from adversario.game import Game
from adversario.views.learned.shape import LIMIT, Shape, is_bounded

MAX_REPLAY = 1 << 24
"""The most records that are kept."""

UNITS = (32, 32)
"""The units of the hidden layers, unless others are given."""


@dataclass(frozen=True)
class Settings:
    """The settings of training.

    - `simulations`, `fast`, `share`: the simulations of full searches, from which is learned, and
      of fast ones, and the share of full ones (playout cap randomisation);
    - `considered`, `visits`, `scale`, `stretched`, `proofs`: see `GumbelSettings`;
    - `opening`: at most this many random plies come first;
    - `block`: the games that are played with the same parameters;
    - `longest`: the number of decisions after which a game is cut short;
    - `rate`, `half`: the learning rate of Adam, and after how many games it is half of that, as
      1 / (1 + games / half);
    - `batch`: the records of a step; `reuse`: how often each record is learned from, on average;
    - `replay`: the number of the last records from which is learned;
    - `mix`: the share of the search's value in the value's target; the rest is the result;
    - `shrink`: by how much parameters shrink at each step, by the rate (weight decay);
    - `gate`: the share of points that new parameters must reach against those that play before they
      play in their place; 0: they always do;
    - `images`: whether images by the game's symmetries are learned from as well;
    - `seed`: with the number of the game or step, it determines all randomness.
    """

    simulations: int = 32
    fast: int = 8
    share: float = 0.25
    considered: int = 16
    visits: float = 50.0
    scale: float = 0.1
    stretched: bool = True
    proofs: bool = True
    opening: int = 8
    block: int = 256
    longest: int = 500
    rate: float = 0.002
    half: float = 50_000.0
    batch: int = 256
    reuse: float = 4.0
    replay: int = 200_000
    mix: float = 0.25
    shrink: float = 1e-4
    gate: float = 0.0
    images: bool = True
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("share", "mix", "gate"):
            if not 0 <= getattr(self, name) <= 1:
                raise InputError(
                    "train.between", option=name, given=getattr(self, name), low=0, high=1
                )
        if not 0 < self.rate <= 1:
            raise InputError("train.between", option="rate", given=self.rate, low=0, high=1)
        least = {"visits": 0, "scale": 0, "opening": 0, "shrink": 0, "reuse": 0}
        if self.replay > MAX_REPLAY:
            raise InputError(
                "train.between", option="replay", given=self.replay, low=1, high=MAX_REPLAY
            )
        for each in fields(self):
            if each.name not in ("share", "mix", "gate", "rate", "seed"):
                require_least(each.name, getattr(self, each.name), least.get(each.name, 1))

    @property
    def search(self) -> GumbelSettings:
        """The settings of full searches."""
        return GumbelSettings(
            self.simulations, self.considered, self.visits, self.scale, self.stretched, self.proofs
        )

    def to_json(self) -> dict[str, Any]:
        """The settings as plain JSON values."""
        return asdict(self)


def require_least(name: str, given: float, least: float) -> None:
    """Raise InputError for a number that is less."""
    if isinstance(given, bool):
        return
    if not (given >= least and isfinite(given)):
        raise InputError("limit.too_small", limit=name, given=given, least=least)


@dataclass
class Memory:
    """What is learned and learned from.

    Parameters with Adam's running means of gradients and of their squares, and a ring of records:
    `stored` have been written to it in all.
    """

    shape: Shape
    parameters: Any
    means: Any
    squares: Any
    records: Any
    stored: int = 0
    steps: int = 0

    @staticmethod
    def of(shape: Shape, replay: int, words: int, seed: int) -> Memory:
        """Before the first game: nothing to learn from, and small random numbers as parameters.

        The rows of patterns are 0, so that one that was never seen says nothing.
        """
        import numpy as np  # noqa: PLC0415 (not needed to import the package)

        parameters = np.zeros((shape.stages, shape.stage_size), np.float32)
        random = np.random.Generator(np.random.PCG64(seed % 2**64))
        for stage in parameters:
            arrays = shape.arrays(stage)
            arrays[1][:] = random.uniform(0.0, 0.5, arrays[1].shape)
            for at in range(2, len(arrays), 2):
                last = at + 2 == len(arrays)
                size = (6.0 / arrays[at].shape[1]) ** 0.5 * (0.1 if last else 1.0)
                arrays[at][:] = random.uniform(-size, size, arrays[at].shape)
        records = np.zeros((replay, words), np.int64)
        zeros = np.zeros_like(parameters)
        return Memory(shape, parameters, zeros, zeros.copy(), records)

    @property
    def filled(self) -> int:
        """The number of records in the ring."""
        return min(self.stored, len(self.records))

    def store(self, records: Any) -> None:
        """Add records, in the place of the oldest."""
        size = len(self.records)
        for start in range(0, len(records), size):
            part = records[start : start + size]
            at = self.stored % size
            first = min(len(part), size - at)
            self.records[at : at + first] = part[:first]
            self.records[: len(part) - first] = part[first:]
            self.stored += len(part)


@dataclass(frozen=True)
class Errors:
    """What was learned from: the number of records, and the mean errors of value and policy."""

    learned: int = 0
    value: float = 0.0
    policy: float = 0.0


def policy_shape(game: Game[Any, Any], layers: tuple[int, ...] = UNITS) -> Shape:
    """The shape of a network with a policy for a game; raises InputError if it has no actions."""
    if game.action_count < 1:
        raise InputError("alphazero.no_actions", game=game.name)
    bounds = game.utility_bounds
    unit = 1.0 if bounds is None or is_bounded(game) else float(max(-bounds[0], bounds[1]))
    limit = LIMIT if is_bounded(game) else 0.0
    return Shape(
        pattern_count(game), game.stages, layers, (), limit, 0.0 if limit else unit,
        game.action_count, rectified=True,
    )  # fmt: skip


def require_fit(game: Game[Any, Any]) -> None:
    """Raise InputError unless it is a game for two with perfect information and without chance."""
    fits = game.players == 2 and game.zero_sum and not game.chance
    if not fits or not game.perfect_information or game.simultaneous:
        raise InputError("alphazero.kind", game=game.name)
