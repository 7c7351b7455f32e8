"""Training of models by compiled code: threads play, one learns."""

from __future__ import annotations

import os
from functools import partial
from typing import Any

from adversario.base.stop import Stop
from adversario.game import Game
from adversario.learn.patterns.lessons import (
    METHODS,
    OPENING,
    Lessons,
    Memory,
    Player,
    Tally,
    rate_at,
)
from adversario.learn.selfplay import no_actions_error
from adversario.native.compiler.compile import compile_game
from adversario.native.engines.control import Control, run_all
from adversario.native.engines.memory.models import model_memory
from adversario.native.kernels.layout.lessons import (
    ANY,
    OWN,
    REFERENCE,
    Learning,
    Playing,
)
from adversario.native.kernels.layout.model import Model as Block
from adversario.native.kernels.learn import afterstates as kernel
from adversario.views.learned.model import Model
from adversario.views.learned.shape import Shape

LONGEST_MEASURED = 100_000
"""The decisions of a measured game, of which no records are kept."""


class CompiledTeacher:
    """Compiled training; raises NotCompilable if the game does not compile.

    Games are shared out to threads by their numbers, so the number of threads changes nothing.
    """

    def __init__(
        self, game: Game[Any, Any], shape: Shape, settings: Lessons, threads: int | None = None
    ) -> None:
        import numpy as np  # noqa: PLC0415 (not before a game is compiled)

        self.game, self.shape, self.settings = game, shape, settings
        self.compiled = compile_game(game, kernel)
        self.start = self.compiled.encode(game.initial())
        self.threads = max(1, min(threads or os.cpu_count() or 1, settings.block))
        words = int(self.compiled.functions.record_words(shape.outputs))
        self.records = np.empty(settings.block * settings.longest * words, np.int64)
        self.lengths = np.zeros(settings.block, np.int64)
        self.results = np.zeros(settings.block)
        self.words = words * settings.longest
        self.lesson = lesson = Learning()
        lesson.method, lesson.decay = METHODS.index(settings.method), settings.trace
        lesson.images, lesson.records = settings.images, self.records
        lesson.lengths, lesson.results = self.lengths, self.results
        lesson.target, lesson.viewed = np.zeros(shape.outputs), np.zeros(shape.outputs)
        self._blocks: dict[int, Block] = {}

    def train(self, memory: Memory, first: int, stop: Stop | None = None) -> Tally:
        """Learn from the block of games numbered from `first`; nothing of it if stopped."""
        settings, control, games = self.settings, Control(stop), self.settings.block
        players, works, done = [], [], 0
        for thread in range(self.threads):
            share = games * (thread + 1) // self.threads - done
            block = self._playing(control, settings.longest)
            model = self._model(memory, thread)
            block.players = [model.address, model.address]
            block.explore, block.temperature = settings.explore, settings.temperature
            block.records = self.records[self.words * done :]
            block.lengths, block.results = self.lengths[done:], self.results[done:]
            players.append(block)
            works.append(
                partial(
                    self.compiled.functions.play_games, self.start, first + done, share,
                    block.address,
                )
            )  # fmt: skip
            done += share
        played = sum(map(int, run_all(works, control)))
        if any(block.broken for block in players):
            raise no_actions_error(self.game)
        if control.is_set() or played < games:
            return Tally(0, interrupted=True)
        lesson = self.lesson
        lesson.model = self._model(memory, 0).address
        lesson.first, lesson.second = memory.first, memory.second
        lesson.rate, lesson.error, lesson.learned = rate_at(settings, first), 0.0, 0
        work = self.compiled.functions.learn_games
        # To its end even after Ctrl-C: a lesson is learned whole or not at all.
        run_all([partial(work, games, settings.longest, lesson.address)], whole := Control())
        moves = sum(block.moves for block in players)
        interrupted = control.is_set() or whole.interrupted
        return Tally(games, moves, lesson.learned, lesson.error, interrupted)

    def measure(
        self, one: Player, other: Player, first: int, games: int, stop: Stop | None = None
    ) -> list[float] | None:
        """The results to player 0, `one`, without exploration; None if stopped."""
        import numpy as np  # noqa: PLC0415

        control, results, lengths = Control(stop), np.zeros(games), np.zeros(games, np.int64)
        works, done = [], 0
        kept: list[Any] = []
        for thread in range(self.threads):
            share = games * (thread + 1) // self.threads - done
            block = self._playing(control, LONGEST_MEASURED)
            block.players = [self._player(each, kept) for each in (one, other)]
            alike = self.game.players == 2 and not self.game.chance
            block.opening = OPENING if alike else 0
            block.lengths, block.results = lengths[done:], results[done:]
            kept.append(block)
            works.append(
                partial(
                    self.compiled.functions.play_games, self.start, first + done, share,
                    block.address,
                )
            )  # fmt: skip
            done += share
        run_all(works, control)
        if control.is_set():
            return None
        found: list[float] = results.tolist()
        return found

    def _playing(self, control: Control, longest: int) -> Playing:
        block = Playing()
        block.stop, block.seed, block.longest = control.flags, self.settings.seed, longest
        return block

    def _model(self, memory: Memory, thread: int) -> Block:
        """The block of the parameters that are learned, with the thread's own room for work."""
        if thread not in self._blocks:
            found = model_memory(self.game, Model(self.game.name, self.shape, memory.parameters))
            assert found is not None
            self._blocks[thread] = found
        block = self._blocks[thread]
        block.parameters = memory.parameters
        return block

    def _player(self, player: Player, kept: list[Any]) -> int:
        """The address of a player's model, or what stands for one."""
        if isinstance(player, Model):
            kept.append(model_memory(self.game, player))
            return int(kept[-1].address)
        return {"own": OWN, "random": ANY, "reference": REFERENCE}[player]
