"""Training a model by self-play: blocks of games, lessons, and a curve against a yardstick."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from math import sqrt
from random import Random
from typing import Any, Literal

from adversario.base.errors import InputError
from adversario.base.numbers import Z95
from adversario.base.provenance.rules_code import code_digest
from adversario.base.stop import Stop
from adversario.contract.capability import as_capability, defines
from adversario.contract.opponents import Referenced
from adversario.game import Game
from adversario.learn.patterns.compiled import CompiledTeacher
from adversario.learn.patterns.interpreted import InterpretedTeacher
from adversario.learn.patterns.lessons import Lessons, Memory, Player, Tally, Teacher
from adversario.learn.selfplay import require_trainable
from adversario.learn.trainer import FIRST_MEASURED_GAME, Point
from adversario.native.engines.engine_choice import Engine, or_interpreted, refuse_tabulated
from adversario.views.learned.model import Model, require_fit
from adversario.views.learned.shape import Shape, is_bounded, shape_for

Yardstick = Literal["alone", "own", "random", "reference"]
YARDSTICKS: tuple[Yardstick, ...] = ("own", "random", "reference")

SAMPLED = 30
"""The random games that show in which unit scores are measured."""


@dataclass
class ModelTrainer:
    """The training of a model: its state after `games` games, and the learning curve.

    `memory` has what is learned; it depends on the settings and the number of games only, not on
    interruptions or the number of threads. A point of the curve is the mean result of `measured`
    games without exploration: of one player alone, or against the yardstick with seats exchanged.
    """

    game: Game[Any, Any]
    shape: Shape
    settings: Lessons = field(default_factory=Lessons)
    engine: Engine = "auto"
    measured: int = 400
    yardstick: Yardstick | None = None
    memory: Memory = field(init=False)
    games: int = field(default=0, init=False)
    curve: list[Point] = field(default_factory=list, init=False)
    interrupted: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        require_trainable(self.game)
        if self.game.players == 2 and not self.game.zero_sum:
            raise InputError("train.zero_sum", game=self.game.name)
        if self.settings.method == "coherence" and self.shape.layers:
            raise InputError("train.coherence")
        self.yardstick = _yardstick_for(self.game, self.yardstick)
        self.memory = Memory.of(self.shape, self.settings.method, self.settings.seed)
        require_fit(self.model, self.game)

    @property
    def model(self) -> Model:
        """The model as learned so far."""
        parameters = self.memory.parameters.copy()
        parameters.flags.writeable = False
        return Model(self.game.name, self.shape, parameters, code_digest(type(self.game)))

    @cached_property
    def teacher(self) -> Teacher:
        """The engine: compiled if possible, otherwise interpreted."""
        refuse_tabulated(self.engine)
        made = partial(CompiledTeacher, self.game, self.shape, self.settings)
        plain = InterpretedTeacher(self.game, self.shape, self.settings)
        return _EitherTeacher(self.game, self.engine, cache(made), plain)

    def run(
        self,
        games: int,
        *,
        every: int | None = None,
        on_progress: Callable[[Point], None] | None = None,
        stop: Stop | None = None,
    ) -> None:
        """Train until at least `games` games have been played in total, in whole blocks.

        Ctrl-C or `stop` end it early, after a whole block. A point is added to the curve after
        every `every` games (by default a twentieth of all) and at the end.
        """
        block = self.settings.block
        step = max(1, -(-games // 20)) if every is None else every
        for name, given in (("games", games), ("every", step)):
            if given < 1:
                raise InputError("limit.too_small", limit=name, given=given, least=1)
        self.interrupted, learned, error = False, 0, 0.0
        while self.games < games:
            try:
                tally = self.teacher.train(self.memory, self.games, stop)
            except KeyboardInterrupt:
                tally = Tally(0, interrupted=True)
            self.games += tally.games
            learned, error = learned + tally.learned, error + tally.error
            self._require_finite()
            self.interrupted = tally.interrupted
            if self.interrupted:
                return
            if self.games // step > (self.games - block) // step or self.games >= games:
                point = self._point(sqrt(error / max(1, learned)), stop)
                if point is None:
                    return
                self.curve.append(point)
                learned, error = 0, 0.0
                if on_progress is not None:
                    on_progress(point)

    def _require_finite(self) -> None:
        import numpy as np  # noqa: PLC0415 (not needed to import the package)

        if not np.isfinite(self.memory.parameters.sum()):
            raise InputError("train.diverged", rate=self.settings.rate)

    def _point(self, error: float, stop: Stop | None) -> Point | None:
        """Measure the current parameters; None if it was stopped."""
        try:
            results = self._results(stop)
        except KeyboardInterrupt:
            results = None
        self.interrupted = results is None
        if results is None:
            return None
        mean = sum(results) / len(results)
        spread = sum((each - mean) ** 2 for each in results) / max(1, len(results) - 1)
        return Point(self.games, mean, Z95 * sqrt(spread / len(results)), error)

    def _results(self, stop: Stop | None) -> list[float] | None:
        """The results of measured games, as the trained player sees them."""
        model, first = self.model, FIRST_MEASURED_GAME
        if self.yardstick == "alone":
            return self.teacher.measure(model, model, first, self.measured, stop)
        other: Player = self.yardstick or "random"
        games = max(1, self.measured // 2)
        one = self.teacher.measure(model, other, first, games, stop)
        two = None if one is None else self.teacher.measure(other, model, first, games, stop)
        return None if one is None or two is None else one + [-each for each in two]


@dataclass(frozen=True)
class _EitherTeacher:
    """Training compiled if possible. Each call that is not is interpreted from its start."""

    game: Game[Any, Any]
    engine: Engine
    compiled: Callable[[], Teacher]
    interpreted: Teacher

    def train(self, memory: Memory, first: int, stop: Stop | None = None) -> Tally:
        """Learn from a block of games."""
        return or_interpreted(
            self.game, self.engine, lambda: self.compiled().train(memory, first, stop),
            lambda: self.interpreted.train(memory, first, stop),
        )  # fmt: skip

    def measure(
        self, one: Player, other: Player, first: int, games: int, stop: Stop | None = None
    ) -> list[float] | None:
        """Play games without exploration."""
        return or_interpreted(
            self.game, self.engine,
            lambda: self.compiled().measure(one, other, first, games, stop),
            lambda: self.interpreted.measure(one, other, first, games, stop),
        )  # fmt: skip


def _yardstick_for(game: Game[Any, Any], wanted: Yardstick | None) -> Yardstick:
    """The yardstick, by default the strongest that the game has."""
    if game.players == 1:
        return "alone"
    reference = as_capability(game, Referenced).reference_name()
    if wanted == "reference" and not reference:
        raise InputError("train.no_reference", game=game.name)
    if wanted is not None:
        return wanted
    if reference:
        return "reference"
    return "own" if defines(game, "evaluate") or game.weights else "random"


def lessons_for(
    game: Game[Any, Any], layers: tuple[int, ...], given: dict[str, Any]
) -> tuple[Shape, Lessons]:
    """The shape of a model for the game, and settings that suit it where none are given."""
    scores = not game.outcomes and not is_bounded(game)
    usual: dict[str, Any] = {"explore": 0.0 if game.chance else 0.1}
    if not layers:
        usual |= {"method": "coherence", "rate": 1.0, "half": 1e9}
    elif scores:
        usual |= {"method": "adam", "rate": 0.001}
    if game.players == 1:
        usual |= {"longest": 20_000, "block": 16}
    if usual.get("method", "gradient") != given.get("method", usual.get("method", "gradient")):
        usual.pop("rate", None)
        usual.pop("half", None)
    settings = Lessons(**usual | given)
    return shape_for(game, layers, _unit_of_scores(game) if layers and scores else 1.0), settings


def _unit_of_scores(game: Game[Any, Any]) -> float:
    """About the size of results, by random games."""
    random, sizes = Random(0), []
    for _ in range(SAMPLED):
        state = game.initial()
        for _ in range(10_000):
            if game.is_terminal(state):
                sizes.append(abs(float(game.utility(state, 0))))
                break
            state = game.result(state, random.choice(list(game.legal(state))))
    return max(1.0, sum(sizes) / max(1, len(sizes)))
