"""Rollouts of positions by compiled rules, or by plain Python: plays ranked by their results."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic

from adversario.algorithms.core.requirements import require
from adversario.algorithms.rollouts import Rollouts, Sample, has_estimates, play_out
from adversario.algorithms.turns import Horizon, search_turns
from adversario.base.errors import InputError
from adversario.base.stop import Stop
from adversario.game import CHANCE, A, Game, S
from adversario.native.compiler.compile import compile_game
from adversario.native.compiler.problems import NotCompilable
from adversario.native.engines.control import Control, run_all
from adversario.native.engines.engine_choice import Engine
from adversario.native.engines.turns import turns_memory
from adversario.native.kernels.random import draw
from adversario.native.kernels.search import rollouts as kernel

BATCH = 36
"""The trials of a play between two reports."""


@dataclass(frozen=True)
class Rolled(Generic[A]):
    """A play and the results of its trials, for the player to move; None if chance is to move."""

    action: A | None
    sample: Sample


@dataclass(frozen=True)
class RolloutResult(Generic[S, A]):
    """The plays that were rolled out, best first, for a player.

    Every play has the same dice in the trial of a number. `complete` if no trial is missing.
    """

    game: Game[S, A]
    state: S
    player: int
    plays: tuple[Rolled[A], ...]
    settings: Rollouts
    engine: str
    complete: bool = False

    def to_json(self) -> dict[str, Any]:
        """The result as JSON."""
        return {
            "game": self.game.name,
            "position": self.game.position(self.state),
            "player": self.game.player_name(self.player),
            "plays": [
                {
                    "action": None if play.action is None
                    else self.game.action_name(self.state, play.action),
                    "value": play.sample.mean,
                    "error": play.sample.error if play.sample.trials > 1 else None,
                    "trials": play.sample.trials,
                }
                for play in self.plays
            ],
            "engine": self.engine,
            "complete": self.complete,
        }  # fmt: skip


def roll_out(
    game: Game[S, A],
    state: S | None = None,
    *,
    settings: Rollouts = Rollouts(),  # noqa: B008 (a frozen value)
    lines: int = 5,
    engine: Engine = "auto",
    threads: int | None = None,
    stop: Stop | None = None,
    on_progress: Callable[[RolloutResult[S, A]], None] | None = None,
) -> RolloutResult[S, A]:
    """The values of the best plays of a state, at most `lines`, by rollouts.

    The plays are the best by their estimates. At a chance node the state itself is rolled out, for
    player 0. `stop` and Ctrl-C end it with the trials so far.
    """
    require(game, "expectiminimax")
    root = game.initial() if state is None else state
    if game.is_terminal(root):
        raise InputError("game.over", state=game.position(root))
    mover = game.player(root)
    player = max(mover, 0)
    settings = replace(settings, estimated=has_estimates(game))
    control = Control(stop)
    plays: list[A | None] = [None] if mover == CHANCE else [*_best(game, root, lines)]
    starts = [root if play is None else game.result(root, play) for play in plays]
    run, used = _runner(game, starts[0], player, settings, engine, threads, control)
    samples, done = [Sample()] * len(plays), 0

    def report() -> RolloutResult[S, A]:
        found = [Rolled(play, sample) for play, sample in zip(plays, samples, strict=True)]
        ranked = tuple(sorted(found, key=lambda each: -each.sample.mean))
        whole = all(each.trials == settings.trials for each in samples)
        return RolloutResult(game, root, player, ranked, settings, used, whole)

    while done < settings.trials and not control.is_set():
        count = min(BATCH, settings.trials - done)
        for at, start in enumerate(starts):
            try:
                results = run(start, done, count)
            except KeyboardInterrupt:
                control.set()
                results = []
            squares = sum(result * result for result in results)
            samples[at] += Sample(len(results), sum(results), squares)
            if control.is_set():
                break
        done += count
        if on_progress is not None:
            on_progress(report())
    return report()


def _best(game: Game[S, A], state: S, lines: int) -> list[A]:
    """The best plays by their estimates, all in the order of the game if it has none."""
    if not has_estimates(game):
        return list(game.actions(state))[:lines]
    return [play.action for play in search_turns(game, state, Horizon(turns=1))][:lines]


Runner = Callable[[Any, int, int], list[float]]
"""The results of trials from a state: the first trial, and their number."""


def _runner(
    game: Game[Any, Any], state: Any, player: int, settings: Rollouts, engine: Engine,
    threads: int | None, control: Control,
) -> tuple[Runner, str]:  # fmt: skip
    """What runs trials, and the name of its engine."""
    if engine in ("auto", "native"):
        try:
            return _compiled(game, state, player, settings, threads, control), "native"
        except NotCompilable:
            if engine == "native":
                raise
    if engine == "tabulated":
        raise InputError("tabulated.no_form")
    return _interpreted(game, player, settings, control), "python"


def _interpreted(game: Game[Any, Any], player: int, settings: Rollouts, control: Control) -> Runner:
    def numbers(trial: int, step: int, many: int) -> int:
        return draw(settings.seed, trial, step, many)

    def run(state: Any, first: int, count: int) -> list[float]:
        results = []
        for trial in range(first, first + count):
            if control.is_set():
                break
            results.append(play_out(game, state, player, trial, settings, numbers))
        return results

    return run


def _compiled(
    game: Game[Any, Any], state: Any, player: int, settings: Rollouts, threads: int | None,
    control: Control,
) -> Runner:  # fmt: skip
    import numpy as np  # noqa: PLC0415 (not before a compiled search runs)

    compiled = compile_game(game, kernel, state)
    workers = max(1, min(threads or os.cpu_count() or 1, BATCH))
    memory = [turns_memory(game, Horizon(turns=1), control) for _ in range(workers)]
    plan = (2 if settings.reduce else 1) if settings.estimated else 0

    def run(state: Any, first: int, count: int) -> list[float]:
        start, results = compiled.encode(state), np.zeros(count)
        works = []
        for at, (block, *_) in enumerate(memory):
            low, high = count * at // workers, count * (at + 1) // workers
            if low == high:
                continue
            works.append(
                partial(
                    compiled.functions.roll_out, start, player, first + low, high - low,
                    settings.seed, settings.turns, plan, results.ctypes.data + 8 * low,
                    block.address,
                )
            )  # fmt: skip
        done = run_all(works, control)
        if control.is_set():
            return results[: int(done[0])].tolist()  # type: ignore[no-any-return]
        if any(block.overflow for block, *_ in memory):
            raise InputError("rollout.actions")
        return results.tolist()

    return run
