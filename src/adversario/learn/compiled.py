"""Self-play by compiled code, for linear evaluations."""

from __future__ import annotations

from functools import partial
from typing import Any

from adversario.base.stop import Stop
from adversario.game import Game
from adversario.learn.evaluation import Linear
from adversario.learn.selfplay import (
    OPENING,
    LearnerMemory,
    SelfPlayTally,
    Settings,
    no_actions_error,
)
from adversario.native.compiler.compile import compile_game
from adversario.native.engines.control import Control, run_all
from adversario.native.kernels.learn import temporal_difference as kernel

WEIGHTS, OTHER_WEIGHTS, FREE, TRACES, MOMENTS, GRADIENTS = range(6)
"""The rows of vectors that the kernel has addresses of. Gradients are last, one row per ply."""


class CompiledSelfPlay:
    """Compiled self-play; raises NotCompilable if the game does not compile."""

    def __init__(self, game: Game[Any, Any], evaluation: Linear, settings: Settings) -> None:
        import numpy as np  # noqa: PLC0415 (not before a game is compiled)

        self.game, self.evaluation, self.settings = game, evaluation, settings
        self.compiled = compile_game(game, kernel)
        self.start = self.compiled.encode(game.initial())
        size = evaluation.size
        self.vectors = np.zeros((settings.depth + GRADIENTS + 1, size))
        self.vectors[FREE] = [at not in settings.hold for at in range(size)]
        self.block = block = kernel.Learning()
        block.free, block.traces = self.vectors[FREE:], self.vectors[TRACES:]
        block.moments, block.gradients = self.vectors[MOMENTS:], self.vectors[GRADIENTS:]
        block.seed, block.depth, block.longest = settings.seed, settings.depth, settings.longest
        block.rate, block.half = settings.rate, settings.half
        block.decay, block.limit = settings.trace, evaluation.limit
        self._assign_weights(WEIGHTS, OTHER_WEIGHTS)
        self._play(0, 0)  # compile now, not in the first timed game

    def train(
        self, memory: LearnerMemory, first: int, games: int, stop: Stop | None = None
    ) -> SelfPlayTally:
        """Learn from `games` games, numbered from `first`."""
        block, vectors = self.block, self.vectors
        vectors[WEIGHTS], vectors[MOMENTS] = memory.weights, memory.moments
        self._assign_weights(WEIGHTS, WEIGHTS)  # both players use the weights being learned
        block.learning, block.opening, block.samples = 1, 0, memory.samples
        block.explore, block.temperature = self.settings.explore, self.settings.temperature
        tally = self._play(first, games, stop)
        memory.weights, memory.moments = vectors[WEIGHTS].tolist(), vectors[MOMENTS].tolist()
        memory.samples = block.samples
        return tally

    def measure(
        self,
        one: list[float],
        other: list[float],
        first: int,
        games: int,
        stop: Stop | None = None,
    ) -> SelfPlayTally:
        """Play games between two sets of weights, without exploration."""
        block = self.block
        self.vectors[WEIGHTS], self.vectors[OTHER_WEIGHTS] = one, other
        self._assign_weights(WEIGHTS, OTHER_WEIGHTS)
        block.learning, block.opening = 0, OPENING if self.game.players == 2 else 0
        block.explore = block.temperature = 0.0
        return self._play(first, games, stop)

    def _assign_weights(self, first: int, second: int) -> None:
        """Assign a row of weights to each player."""
        self.block.player_weights = [self.vectors[row:].ctypes.data for row in (first, second)]

    def _play(self, first: int, games: int, stop: Stop | None = None) -> SelfPlayTally:
        block, control = self.block, Control(stop)
        block.stop = control.flags
        work = self.compiled.functions.play_many
        (played,) = run_all([partial(work, self.start, first, games, 1, block.address)], control)
        if block.broken:
            raise no_actions_error(self.game)
        return SelfPlayTally(int(played), block.total, block.squares, block.error, control.is_set())
