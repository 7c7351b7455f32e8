"""Gumbel AlphaZero by compiled code: threads play, one learns."""

from __future__ import annotations

import os
from functools import partial
from itertools import pairwise
from typing import Any, Protocol

from adversario.base.stop import Stop
from adversario.game import Game
from adversario.learn.alphazero.settings import Errors, Memory, Settings
from adversario.learn.selfplay import no_actions_error
from adversario.native.compiler.compile import compile_game
from adversario.native.engines.control import Control, run_all
from adversario.native.engines.gumbel import prepare_search
from adversario.native.engines.memory.models import model_memory
from adversario.native.kernels.alphazero import training as kernel
from adversario.native.kernels.layout.alphazero import Lesson, SelfPlay
from adversario.native.kernels.layout.lessons import BATCH
from adversario.views.learned.model import Model
from adversario.views.learned.shape import Shape


class Player(Protocol):
    """What plays the games of self-play."""

    def play(self, parameters: Any, first: int, games: int, stop: Stop | None = None) -> Any:
        """The records of the games of those numbers, in order; None if stopped."""


class CompiledEngine:
    """Compiled play and learning; raises NotCompilable if the game does not compile.

    Games are shared out to threads by their numbers, so the number of threads changes nothing.
    """

    def __init__(
        self, game: Game[Any, Any], shape: Shape, settings: Settings, threads: int | None = None
    ) -> None:
        self.game, self.shape, self.settings = game, shape, settings
        self.compiled = compile_game(game, kernel)
        self.start = self.compiled.encode(game.initial())
        self.threads = max(1, threads or os.cpu_count() or 1)
        sizes = self.compiled.functions.sizes(shape.actions)
        self.node_words, self.edge_words, self.record_words = map(int, sizes)

    def play(self, parameters: Any, first: int, games: int, stop: Stop | None = None) -> Any:
        """The records of the games of those numbers, in order; None if stopped."""
        import numpy as np  # noqa: PLC0415 (not before a game is compiled)

        settings = self.settings
        model = Model(self.game.name, self.shape, parameters)
        counts = np.zeros(games, np.int64)
        results = np.zeros(games)
        most = min(settings.longest, 1 << 12)
        shares = [games * at // self.threads for at in range(self.threads + 1)]
        rooms = [
            np.zeros(((end - start) * most, self.record_words), np.int64)
            for start, end in pairwise(shares)
        ]
        plays = []
        for thread, room in enumerate(rooms):
            play = self._block(model, model, max(settings.simulations, settings.fast))
            play.full, play.fast = (settings.simulations,) * 2, settings.fast
            play.share, play.noise, play.longest = settings.share, 1.0, most
            play.opening, play.records = settings.opening, room
            play.counts, play.results = counts[shares[thread] :], results[shares[thread] :]
            plays.append(play)
        if not self._run(plays, shares, first, stop):
            return None
        found = []
        for thread, room in enumerate(rooms):
            found.append(room[: counts[shares[thread] : shares[thread + 1]].sum()])
        return np.concatenate(found)

    def learn(self, memory: Memory, steps: int, rate: float) -> Errors:
        """Make that many steps."""
        import numpy as np  # noqa: PLC0415

        settings, shape = self.settings, self.shape
        model = model_memory(self.game, Model(self.game.name, shape, memory.parameters))
        assert model is not None
        lesson = Lesson()
        lesson.model, lesson.method, lesson.rate = model.address, BATCH, rate
        lesson.images, lesson.seed, lesson.mix = settings.images, settings.seed, settings.mix
        lesson.first = np.zeros(memory.parameters.size, np.float32)
        lesson.length, lesson.means, lesson.squares = (
            memory.parameters.size, memory.means, memory.squares,
        )  # fmt: skip
        lesson.batch, lesson.filled, lesson.records = settings.batch, memory.filled, memory.records
        lesson.shrink, lesson.target = settings.shrink, np.zeros(shape.outputs + shape.actions)
        lesson.image = np.zeros(2 * self.node_words, np.int64)
        work = self.compiled.functions.learn_batches
        # To its end even after Ctrl-C: a lesson is learned whole or not at all.
        run_all([partial(work, memory.steps + 1, steps, lesson.address)], control := Control())
        memory.steps += steps
        if control.interrupted:
            raise KeyboardInterrupt
        learned = max(1, lesson.learned)
        return Errors(
            lesson.learned, lesson.value_error / learned, lesson.policy_error / learned
        )  # fmt: skip

    def match(
        self, one: Model, other: Model, simulations: tuple[int, int], first: int, games: int,
        opening: int, stop: Stop | None = None,
    ) -> list[float] | None:  # fmt: skip
        """The results of games to player 0, `one`, without noise; None if stopped."""
        import numpy as np  # noqa: PLC0415

        shares = [games * at // self.threads for at in range(self.threads + 1)]
        results, plays = np.zeros(games), []
        for thread in range(self.threads):
            play = self._block(one, other, max(simulations))
            play.full, play.share, play.longest = simulations, 1.0, 1 << 20
            play.opening, play.exact, play.results = opening, 1, results[shares[thread] :]
            plays.append(play)
        if not self._run(plays, shares, first, stop):
            return None
        found: list[float] = results.tolist()
        return found

    def _block(self, one: Model, other: Model, most: int) -> SelfPlay:
        play = SelfPlay()
        words = self.node_words, self.edge_words
        prepare_search(play, self.game, self.settings.search, words, most)
        play.seed = self.settings.seed
        models = [model_memory(self.game, each) for each in (one, other)]
        play.players = [each.address for each in models if each is not None]
        play.arrays[-1] = models  # kept alive
        return play

    def _run(self, plays: list[SelfPlay], shares: list[int], first: int, stop: Stop | None) -> bool:
        """Play; whether all games were played."""
        control, works = Control(stop), []
        for thread, play in enumerate(plays):
            play.stop = control.flags
            games = shares[thread + 1] - shares[thread]
            works.append(
                partial(
                    self.compiled.functions.play_games, self.start, first + shares[thread], games,
                    play.address,
                )
            )  # fmt: skip
        played = sum(map(int, run_all(works, control)))
        if any(play.broken for play in plays):
            raise no_actions_error(self.game)
        return played == shares[-1] and not control.is_set()
