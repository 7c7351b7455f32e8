"""Training an evaluation by temporal differences (Sutton 1988) in games of self-play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from math import isfinite, sqrt
from typing import Any, Literal

from adversario.base.errors import InputError
from adversario.base.numbers import Z95
from adversario.base.pov import Pov
from adversario.base.stop import Stop
from adversario.game import Game
from adversario.games.weights import Weights
from adversario.learn.compiled import CompiledSelfPlay
from adversario.learn.evaluation import Evaluation, Linear, linear
from adversario.learn.interpreted import InterpretedSelfPlay
from adversario.learn.selfplay import (
    LearnerMemory,
    SelfPlay,
    SelfPlayTally,
    Settings,
    require_trainable,
)
from adversario.native.engines.engine_choice import Engine, or_interpreted, refuse_tabulated

FIRST_MEASURED_GAME = 1 << 40
"""The number of the first measured game, beyond those of training, so that seeds differ."""


@dataclass(frozen=True)
class Point:
    """The strength of the weights after `games` games.

    `score` is the mean result without exploration: for one player, of the games; for two, of games
    against the initial weights of the game. `half` is half the width of its 95% interval. `error`
    is the root of the mean squared TD error since the last point.
    """

    games: int
    score: float
    half: float
    error: float

    def to_json(self) -> dict[str, Any]:
        """The point as plain JSON values."""
        return dict(vars(self))


@dataclass
class Trainer:
    """The training of an evaluation: its state after `games` games, and the learning curve.

    `memory` has the learned weights; it depends only on the number of games, not on interruptions.
    As the strength fluctuates, `best` has the weights of the highest point of the curve. `measured`
    is the number of games for each point. With `start="own"` training starts from the game's own
    weights, if it has any.
    """

    game: Game[Any, Any]
    settings: Settings = field(default_factory=Settings)
    evaluation: Evaluation | None = None
    engine: Engine = "auto"
    measured: int = 100
    start: Literal["own", "zero"] = "own"
    memory: LearnerMemory = field(init=False)
    games: int = field(default=0, init=False)
    curve: list[Point] = field(default_factory=list, init=False)
    best: list[float] | None = field(default=None, init=False)
    interrupted: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        require_trainable(self.game)
        self.evaluation = linear(self.game) if self.evaluation is None else self.evaluation
        self.own = [float(weight) for weight in self.game.weights] or [0.0] * self.evaluation.size
        zero = [0.0] * self.evaluation.size
        self.memory = LearnerMemory.of(zero if self.start == "zero" else self.own)

    @cached_property
    def player(self) -> SelfPlay:
        """The engine: compiled for a linear evaluation if possible, otherwise interpreted."""
        evaluation, settings = self.evaluation, self.settings
        assert evaluation is not None
        plain = InterpretedSelfPlay(self.game, evaluation, settings)
        if not isinstance(evaluation, Linear):
            if self.engine == "native":
                raise InputError("train.native", game=self.game.name)
            return plain
        refuse_tabulated(self.engine)
        made = partial(CompiledSelfPlay, self.game, evaluation, settings)
        return _EitherSelfPlay(self.game, self.engine, cache(made), plain)

    @property
    def weights(self) -> Weights:
        """The best weights found, or the latest ones if none were measured."""
        limit = self.evaluation.limit if isinstance(self.evaluation, Linear) else 0.0
        return Weights(self.game.name, tuple(self.best or self.memory.weights), limit)

    def run(
        self,
        games: int,
        *,
        every: int | None = None,
        on_progress: Callable[[Point], None] | None = None,
        stop: Stop | None = None,
    ) -> None:
        """Train until `games` games have been played in total; Ctrl-C or `stop` end it early.

        A point is added to the curve after every `every` games (by default a twentieth of all) and
        at the end; `on_progress` is called with each.
        """
        step = max(1, -(-games // 20)) if every is None else every
        for name, given in (("games", games), ("every", step)):
            if given < 1:
                raise InputError("limit.too_small", limit=name, given=given, least=1)
        self.interrupted, samples, error = False, self.memory.samples, 0.0
        while self.games < games:
            tally = self.player.train(
                self.memory, self.games, min(step - self.games % step, games - self.games), stop
            )
            self.games += tally.games
            error += tally.error
            if not all(map(isfinite, self.memory.weights)):
                raise InputError("train.diverged", rate=self.settings.rate)
            if tally.interrupted:
                self.interrupted = True
                return
            learned = max(1, self.memory.samples - samples)
            point = self._point(sqrt(error / learned), stop)
            if point is None:
                return
            if not self.curve or point.score > max(each.score for each in self.curve):
                self.best = list(self.memory.weights)
            self.curve.append(point)
            samples, error = self.memory.samples, 0.0
            if on_progress is not None:
                on_progress(point)

    def _point(self, error: float, stop: Stop | None) -> Point | None:
        """Measure the current weights; None if it was stopped."""
        weights, own, games = self.memory.weights, self.own, self.measured
        if self.game.players == 1:
            tallies = [self.player.measure(weights, weights, FIRST_MEASURED_GAME, games, stop)]
        else:  # each opening twice, with seats exchanged
            games = max(1, games // 2)
            tallies = [
                self.player.measure(weights, own, FIRST_MEASURED_GAME, games, stop),
                self.player.measure(own, weights, FIRST_MEASURED_GAME, games, stop),
            ]
        self.interrupted = any(tally.interrupted for tally in tallies)
        if self.interrupted:
            return None
        means = [tally.total / games for tally in tallies]
        spread = sum(
            tally.squares / games - mean**2 for tally, mean in zip(tallies, means, strict=True)
        )
        spread = max(0.0, spread) / len(means)
        if len(means) == 2:  # convert the second mean to the trained player
            means[1] = float(Pov.of(self.game, means[1]).to(1).value)
        half = Z95 * sqrt(spread / (games * len(means)))
        return Point(self.games, sum(means) / len(means), half, error)


@dataclass(frozen=True)
class _EitherSelfPlay:
    """Self-play compiled if possible. Each call that is not is interpreted from its start."""

    game: Game[Any, Any]
    engine: Engine
    compiled: Callable[[], SelfPlay]
    interpreted: SelfPlay

    def train(
        self, memory: LearnerMemory, first: int, games: int, stop: Stop | None = None
    ) -> SelfPlayTally:
        """Learn from `games` games, numbered from `first`."""
        return self._run(lambda player: player.train(memory, first, games, stop))

    def measure(
        self,
        one: list[float],
        other: list[float],
        first: int,
        games: int,
        stop: Stop | None = None,
    ) -> SelfPlayTally:
        """Play games between two sets of weights, without exploration."""
        return self._run(lambda player: player.measure(one, other, first, games, stop))

    def _run(self, work: Callable[[SelfPlay], SelfPlayTally]) -> SelfPlayTally:
        return or_interpreted(
            self.game, self.engine, lambda: work(self.compiled()), lambda: work(self.interpreted)
        )


def train(
    game: Game[Any, Any], games: int, *, settings: Settings | None = None, **options: Any
) -> Trainer:
    """Train the weights of the game's features by `games` games of self-play."""
    trainer = Trainer(game, Settings() if settings is None else settings, **options)
    trainer.run(games)
    return trainer
