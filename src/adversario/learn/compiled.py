"""Self-play by compiled code, for linear evaluations."""

from __future__ import annotations

from functools import partial
from typing import Any

from adversario.game import Game
from adversario.learn.evaluation import Linear
from adversario.learn.selfplay import OPENING, Memory, Settings, Tally, no_actions
from adversario.native.compiler.compile import compile_game
from adversario.native.engines.control import Control, run_all
from adversario.native.kernels.learn import temporal_difference as kernel

ROWS = (
    kernel.FIRST, kernel.SECOND, kernel.FREE, kernel.TRACES, kernel.MOMENTS, kernel.GRADIENTS
)  # fmt: skip
"""The vectors that the kernel has addresses of; gradients are the last, a vector for each ply."""


class Compiled:
    """Self-play in machine code; NotCompilable where the game cannot be compiled."""

    def __init__(self, game: Game[Any, Any], evaluation: Linear, settings: Settings) -> None:
        import numpy as np  # noqa: PLC0415 (not before a game is compiled)

        self.game, self.evaluation, self.settings = game, evaluation, settings
        self.compiled = compile_game(game, kernel)
        self.start = self.compiled.encode(game.initial())
        size = evaluation.size
        self.vectors = np.zeros((settings.depth + 6, size))
        self.notes = notes = np.zeros(kernel.WORDS, np.int64)
        self.floats = self.notes.view(np.float64)
        for row, place in enumerate(ROWS):
            notes[place] = self.vectors[row:].ctypes.data
        self.vectors[ROWS.index(kernel.FREE)] = [at not in settings.hold for at in range(size)]
        notes[kernel.SEED], notes[kernel.DEPTH] = settings.seed, settings.depth
        notes[kernel.LONGEST] = settings.longest
        self.floats[kernel.RATE], self.floats[kernel.HALF] = settings.rate, settings.half
        self.floats[kernel.TRACE], self.floats[kernel.LIMIT] = settings.trace, evaluation.limit
        self._play(0, 0)  # ready before anybody waits

    def train(self, memory: Memory, first: int, games: int) -> Tally:
        """Learn from the games of those numbers."""
        notes, floats, vectors = self.notes, self.floats, self.vectors
        weights, moments = ROWS.index(kernel.FIRST), ROWS.index(kernel.MOMENTS)
        vectors[weights], vectors[moments] = memory.weights, memory.moments
        notes[kernel.SECOND] = notes[kernel.FIRST]  # both play with what is learned
        notes[kernel.LEARNING], notes[kernel.OPENING] = 1, 0
        notes[kernel.SAMPLES] = memory.samples
        floats[kernel.EXPLORE] = self.settings.explore
        floats[kernel.TEMPERATURE] = self.settings.temperature
        tally = self._play(first, games)
        memory.weights, memory.moments = vectors[weights].tolist(), vectors[moments].tolist()
        memory.samples = int(notes[kernel.SAMPLES])
        return tally

    def measure(self, one: list[float], other: list[float], first: int, games: int) -> Tally:
        """Games between two sets of weights, without exploration."""
        notes, floats = self.notes, self.floats
        self.vectors[0], self.vectors[1] = one, other
        notes[kernel.SECOND] = self.vectors[1:].ctypes.data
        notes[kernel.LEARNING] = 0
        notes[kernel.OPENING] = OPENING if self.game.players == 2 else 0
        floats[kernel.EXPLORE] = floats[kernel.TEMPERATURE] = 0.0
        return self._play(first, games)

    def _play(self, first: int, games: int) -> Tally:
        notes, floats, control = self.notes, self.floats, Control()
        notes[kernel.STOP] = control.flags.ctypes.data
        work = self.compiled.functions.play_many
        (played,) = run_all(
            [partial(work, self.start, first, games, 1, notes.ctypes.data)], control
        )
        if notes[kernel.BROKEN]:
            raise no_actions(self.game)
        total, squares, error = (
            float(floats[at]) for at in (kernel.TOTAL, kernel.SQUARES, kernel.ERROR)
        )
        return Tally(int(played), total, squares, error, control.interrupted)
