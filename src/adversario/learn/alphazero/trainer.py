"""Training by Gumbel AlphaZero: blocks of self-play, steps of learning, and a curve of strength."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import cached_property
from math import log, log10, sqrt
from time import process_time
from typing import Any

from adversario.base.errors import InputError
from adversario.base.numbers import Z95
from adversario.base.provenance.rules_code import code_digest
from adversario.base.stop import Stop
from adversario.game import Game
from adversario.learn.alphazero.compiled import CompiledEngine, Player
from adversario.learn.alphazero.settings import Errors, Memory, Settings, require_fit
from adversario.learn.trainer import FIRST_MEASURED_GAME
from adversario.views.learned.model import Model
from adversario.views.learned.shape import Shape

OPENING = 4
"""The number of random plies at the start of a measured game."""


@dataclass(frozen=True)
class StrengthPoint:
    """The strength after that many games.

    `score` is an Elo rating: 0 is the network before the first game, and each point adds what a
    match with the parameters measured before shows, of which `half` is half the 95 % confidence
    interval. `value` and `policy` are the mean errors in learning since then, `seconds` the CPU
    seconds of the training so far, without matches.
    """

    games: int
    score: float
    half: float
    value: float
    policy: float
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """The point as plain JSON values."""
        return asdict(self)


@dataclass
class AlphaZeroTrainer:
    """The training of a network with a policy: its state after `games` games, and the curve.

    `memory` depends on the settings and the number of games only, not on interruptions or the
    number of threads; with a gate also on `every`. `champion` are the parameters that play, and
    `rating` is theirs.
    """

    game: Game[Any, Any]
    shape: Shape
    settings: Settings = field(default_factory=Settings)
    threads: int | None = None
    measured: int = 200
    player: Player | None = None
    memory: Memory = field(init=False)
    champion: Any = field(init=False)
    rating: float = field(default=0.0, init=False)
    games: int = field(default=0, init=False)
    seconds: float = field(default=0.0, init=False)
    curve: list[StrengthPoint] = field(default_factory=list, init=False)
    interrupted: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        require_fit(self.game)
        self.memory = Memory.of(
            self.shape, self.settings.replay, self.engine.record_words, self.settings.seed
        )
        self.champion = self.memory.parameters.copy()

    @cached_property
    def engine(self) -> CompiledEngine:
        """The engine that learns, and plays too unless another `player` does."""
        return CompiledEngine(self.game, self.shape, self.settings, self.threads)

    @property
    def model(self) -> Model:
        """The model as learned so far."""
        return self._model(self.memory.parameters)

    def run(
        self,
        games: int,
        *,
        every: int | None = None,
        on_progress: Callable[[StrengthPoint], None] | None = None,
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
        self.interrupted, since = False, list[Errors]()
        while self.games < games:
            try:
                found = self.play_block(stop)
            except KeyboardInterrupt:
                found = None
            if found is None:
                self.interrupted = True
                return
            since.append(found)
            if self.games // step > (self.games - block) // step or self.games >= games:
                point = self._point(since, stop)
                if point is None:
                    self.interrupted = True
                    return
                self.curve.append(point)
                since = []
                if on_progress is not None:
                    on_progress(point)

    def play_block(self, stop: Stop | None = None) -> Errors | None:
        """Play a block of games and learn from it; None, with nothing changed, if stopped."""
        settings, memory, began = self.settings, self.memory, process_time()
        playing = self.champion if settings.gate else memory.parameters
        player = self.engine if self.player is None else self.player
        records = player.play(playing.copy(), self.games, settings.block, stop)
        if records is None:
            return None
        memory.store(records)
        self.games += settings.block
        steps = int(memory.stored * settings.reuse) // settings.batch - memory.steps
        found = self.engine.learn(memory, steps, settings.rate / (1 + self.games / settings.half))
        self._require_finite()
        self.seconds += process_time() - began
        return found

    def _model(self, parameters: Any) -> Model:
        copied = parameters.copy()
        copied.flags.writeable = False
        return Model(self.game.name, self.shape, copied, code_digest(type(self.game)))

    def _require_finite(self) -> None:
        import numpy as np  # noqa: PLC0415 (not needed to import the package)

        if not np.isfinite(self.memory.parameters.sum()):
            raise InputError("train.diverged", rate=self.settings.rate)

    def _point(self, since: list[Errors], stop: Stop | None) -> StrengthPoint | None:
        """Measure the parameters against the champion, which they may replace; None if stopped."""
        try:
            results = self._results(stop)
        except KeyboardInterrupt:
            results = None
        if results is None:
            return None
        gained, half = elo_of(results)
        rating = self.rating + gained
        share = sum(results) / len(results)
        if share >= self.settings.gate:
            self.champion, self.rating = self.memory.parameters.copy(), rating
        learned = max(1, sum(each.learned for each in since))
        return StrengthPoint(
            self.games, rating, half,
            sum(each.value * each.learned for each in since) / learned,
            sum(each.policy * each.learned for each in since) / learned, self.seconds,
        )  # fmt: skip

    def _results(self, stop: Stop | None) -> list[float] | None:
        """The shares of points in games with the champion, seats exchanged."""
        new, old = self.model, self._model(self.champion)
        simulations, games = (self.settings.simulations,) * 2, max(1, self.measured // 2)
        first = FIRST_MEASURED_GAME
        match = self.engine.match
        one = match(new, old, simulations, first, games, OPENING, stop)
        two = None if one is None else match(old, new, simulations, first, games, OPENING, stop)
        if one is None or two is None:
            return None
        ends = self.game.utility_bounds
        low, high = (min(one + two), max(one + two)) if ends is None else map(float, ends)
        shares = [points_of(each, low, high) for each in one]
        return shares + [1.0 - points_of(each, low, high) for each in two]


def points_of(result: float, low: float, high: float) -> float:
    """A win, draw or loss of player 0 as 1, 0.5 or 0."""
    middle = (low + high) / 2
    return 0.5 if result == middle else float(result > middle)


def elo_of(shares: list[float]) -> tuple[float, float]:
    """The difference in Elo that shares of points stand for, and half its confidence interval."""
    games = len(shares)
    mean = min(max(sum(shares) / games, 0.5 / games), 1 - 0.5 / games)
    spread = sum((each - mean) ** 2 for each in shares) / games
    slope = 400 / log(10) / (mean * (1 - mean))
    return -400 * log10(1 / mean - 1), Z95 * sqrt(spread / games) * slope
