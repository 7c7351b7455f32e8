"""The speed of a game in each engine, measured on the same work by CPU time."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from time import process_time
from typing import Any

from adversario.counting.perft import run_perft
from adversario.game import Game
from adversario.native.compiler.availability import available
from adversario.native.compiler.problems import InterpretedWarning, NotCompilable
from adversario.native.engines.engine_choice import Engine
from adversario.native.tabulated.table import TableFullError

ENOUGH = 0.1
"""Seconds that the interpreter has to work for a comparison, and the repetitions of others."""

DEEPEST, MOST_REPETITIONS = 30, 1000


@dataclass(frozen=True, slots=True)
class EngineSpeed:
    """An engine, and how many times as fast as the interpreter it counts the same sequences.

    `factor` is that of repeated work, once rules are compiled or states are in the table. `first`
    is that of the first time, compiling not included, which for a table includes all that Python
    expands. Both are 1 for the interpreter.
    """

    engine: Engine
    factor: float
    first: float

    def to_json(self) -> dict[str, object]:
        """The speed as JSON values."""
        return {
            "engine": self.engine, "factor": round(self.factor, 1), "first": round(self.first, 1)
        }  # fmt: skip


def measure_engines(game: Game[Any, Any]) -> tuple[EngineSpeed, ...]:
    """The engines that can run the game, the one that "auto" takes first.

    They count the sequences of as many plies as the interpreter needs a tenth of a second for.
    """
    depth, plain = 0, 0.0
    while plain < ENOUGH and depth < DEEPEST:
        depth += 1
        plain = _seconds(game, depth, "python")
    found = []
    candidates: tuple[Engine, ...] = ("native", "tabulated") if available() else ()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InterpretedWarning)
        for engine in candidates:
            try:
                found.append(_speed(game, depth, engine, plain))
            except (NotCompilable, TableFullError):
                continue
    return *found, EngineSpeed("python", 1.0, 1.0)


def _speed(game: Game[Any, Any], depth: int, engine: Engine, plain: float) -> EngineSpeed:
    _seconds(game, 0, engine)  # compiles
    first = _seconds(game, depth, engine)
    spent, times = 0.0, 0
    while spent < ENOUGH and times < MOST_REPETITIONS:
        spent += _seconds(game, depth, engine)
        times += 1
    return EngineSpeed(engine, plain * times / max(spent, 1e-9), plain / max(first, 1e-9))


def _seconds(game: Game[Any, Any], depth: int, engine: Engine) -> float:
    """The CPU time of one count."""
    started = process_time()
    run_perft(game, depth, engine=engine)
    return process_time() - started
