"""Self-play of `kernels.learn` in plain Python, with any evaluation that has a gradient."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log
from typing import Any

from adversario.base.stop import Stop
from adversario.contract.checking.guard import Guard, no_actions
from adversario.game import CHANCE, Game
from adversario.learn.evaluation import Evaluation
from adversario.learn.selfplay import (
    OPENING,
    LearnerMemory,
    SelfPlayTally,
    Settings,
)
from adversario.native.kernels.learn.temporal_difference import FINE
from adversario.native.kernels.random import draw


@dataclass(frozen=True)
class InterpretedSelfPlay:
    """Self-play in plain Python: the specification of the compiled one."""

    game: Game[Any, Any]
    evaluation: Evaluation
    settings: Settings

    def train(
        self, memory: LearnerMemory, first: int, games: int, stop: Stop | None = None
    ) -> SelfPlayTally:
        """Learn from `games` games, numbered from `first`."""
        total, squares, error = 0.0, 0.0, 0.0
        for number in range(first, first + games):
            if stop is not None and stop.is_set():
                return SelfPlayTally(number - first, total, squares, error, interrupted=True)
            before = list(memory.weights), list(memory.moments), memory.samples
            episode = Episode(self, number, (memory.weights, memory.weights), memory, error)
            try:
                result = episode.play()
            except KeyboardInterrupt:  # resuming within a game would not be reproducible
                memory.weights, memory.moments, memory.samples = before
                return SelfPlayTally(number - first, total, squares, error, interrupted=True)
            total, squares, error = total + result, squares + result**2, episode.error
        return SelfPlayTally(games, total, squares, error)

    def measure(
        self,
        one: list[float],
        other: list[float],
        first: int,
        games: int,
        stop: Stop | None = None,
    ) -> SelfPlayTally:
        """Play games between two sets of weights, without exploration."""
        total, squares = 0.0, 0.0
        for number in range(first, first + games):
            if stop is not None and stop.is_set():
                return SelfPlayTally(number - first, total, squares, 0.0, interrupted=True)
            try:
                result = Episode(self, number, (one, other), None).play()
            except KeyboardInterrupt:
                return SelfPlayTally(number - first, total, squares, 0.0, interrupted=True)
            total, squares = total + result, squares + result**2
        return SelfPlayTally(games, total, squares, 0.0)


class Episode:
    """One game. `memory` learns from it, if given; squared TD errors are added to `error`."""

    def __init__(
        self,
        engine: InterpretedSelfPlay,
        number: int,
        players: tuple[list[float], list[float]],
        memory: LearnerMemory | None,
        error: float = 0.0,
    ) -> None:
        self.game, self.evaluation = engine.game, engine.evaluation
        self.rules = Guard(engine.game)
        self.settings, self.number, self.players, self.memory = (
            engine.settings, number, players, memory
        )  # fmt: skip
        self.explore = 0.0 if memory is None else engine.settings.explore
        self.temperature = 0.0 if memory is None else engine.settings.temperature
        self.opening = OPENING if memory is None and engine.game.players == 2 else 0
        self.traces = [0.0] * engine.evaluation.size
        self.drawn, self.error = 0, error

    def play(self) -> float:
        """Play the game and return the result to player 0, estimated if the game was cut short."""
        game, state = self.game, self.game.initial()
        decisions, before = 0, 0.0
        while decisions < self.settings.longest and not game.is_terminal(state):
            mover = self.rules.player(state)
            self.drawn += 1
            if mover == CHANCE:
                state = self._sample_chance(state)
                continue
            options = [game.result(state, action) for action in self.rules.actions(state)]
            if not options:
                raise no_actions(game, state)
            chosen, value, gradient = self._best(options, mover)
            if decisions:
                self._learn(value - before)
            explores = self._draw_share() < self.explore or decisions < self.opening
            if explores:
                self.drawn += 1
                chosen = options[self._draw(len(options))]
                value, gradient = self._value(chosen, 1, self.players[mover])
            self._remember(gradient, explores)
            before, state = value, chosen
            decisions += 1
        if not game.is_terminal(state):
            return before
        result = float(self.rules.utility(state, 0))
        if decisions:
            self._learn(result - before)
        return result

    def _best(self, options: list[Any], mover: int) -> tuple[Any, float, Sequence[float]]:
        """The best successor, its value to player 0, and the gradient of the value."""
        sign, best, found = 1.0 if mover == 0 else -1.0, -inf, None
        for index, after in enumerate(options):
            value, gradient = self._value(after, 1, self.players[mover])
            score = sign * value + self._noise(index)
            if score > best or found is None:
                best, found = score, (after, value, gradient)
        assert found is not None
        return found

    def _value(
        self, state: Any, ply: int, parameters: list[float]
    ) -> tuple[float, Sequence[float]]:
        """The value by a search to the depth, and its gradient, which is that of the leaf."""
        game, nothing = self.game, [0.0] * len(self.traces)
        if game.is_terminal(state):
            return float(game.utility(state, 0)), nothing
        if ply >= self.settings.depth:
            return (
                self.evaluation.value(parameters, state),
                self.evaluation.gradient(parameters, state),
            )
        mover = game.player(state)
        if mover == CHANCE:
            mean, slope = 0.0, nothing
            for outcome, probability in game.chances(state):
                if probability > 0:
                    value, part = self._value(game.result(state, outcome), ply + 1, parameters)
                    chance = float(probability)
                    mean += chance * value
                    slope = [one + chance * other for one, other in zip(slope, part, strict=True)]
            return mean, slope
        found = [
            self._value(game.result(state, action), ply + 1, parameters)
            for action in self.rules.actions(state)
        ]
        if not found:
            raise no_actions(game, state)
        return (max if mover == 0 else min)(found, key=lambda each: each[0])

    def _learn(self, error: float) -> None:
        if self.memory is None:
            return
        settings, memory = self.settings, self.memory
        rate = settings.rate / (1.0 + self.number / settings.half) / len(self.traces)
        step = rate * error * memory.samples
        for at, trace in enumerate(self.traces):
            if trace != 0.0:
                memory.weights[at] += step * trace / memory.moments[at]
        self.error += error * error

    def _remember(self, gradient: Sequence[float], explores: bool) -> None:
        if self.memory is None:
            return
        memory, size, number = self.memory, 0.0, len(self.traces)
        memory.samples += 1
        free = [0.0 if at in self.settings.hold else part for at, part in enumerate(gradient)]
        for at, part in enumerate(free):
            square = part * part
            memory.moments[at] += square
            if square > 0.0:
                size += square * memory.samples / memory.moments[at] / number
        factor = 1.0 / size if size > 1.0 else 1.0
        for at, part in enumerate(free):
            faded = 0.0 if explores else self.settings.trace * self.traces[at]
            self.traces[at] = faded + factor * part

    # Randomness.

    def _draw(self, many: int) -> int:
        return draw(self.settings.seed, self.number, self.drawn, many)

    def _draw_share(self) -> float:
        self.drawn += 1
        return self._draw(FINE) / FINE

    def _noise(self, action: int) -> float:
        """The noise that makes the best action a softmax sample (the Gumbel-max trick)."""
        if self.temperature == 0.0:
            return 0.0
        place = (self.drawn << 20) + action
        share = (draw(self.settings.seed, self.number, place, FINE) + 0.5) / FINE
        return -self.temperature * log(-log(share))

    def _sample_chance(self, state: Any) -> Any:
        at, after = self._draw(FINE) / FINE, state
        for outcome, probability in self.game.chances(state):
            if probability > 0:
                after = self.game.result(state, outcome)
                at -= float(probability)
                if at < 0:
                    break
        return after
