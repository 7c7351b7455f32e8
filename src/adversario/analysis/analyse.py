"""Analysis: the best answer so far, iteration by iteration, by the fastest engine that fits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from inspect import signature
from typing import Any

from adversario.algorithms.core.algorithm import ALGORITHMS
from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.limit import Limit
from adversario.algorithms.core.requirements import recommended, require
from adversario.algorithms.deepening import iterative_deepening
from adversario.base.errors import InputError, UnsuitableGameError
from adversario.base.stop import Stop
from adversario.contract.checking.guard import require_start
from adversario.game import A, Game, S
from adversario.native.engines.endgame import SearchTables
from adversario.native.engines.engine_choice import (
    Engine,
    about_game,
    about_games,
    has_run,
    mark_run,
    on_engine,
)
from adversario.native.engines.enhanced.enhancements import Enhancements
from adversario.native.engines.enhanced.search import fits_native, native_alphabeta

ANALYSIS = "analysis"
"""The name under which `engine_choice` records that a game was analysed by compiled code."""


def analyse(
    game: Game[S, A],
    state: S | None = None,
    *,
    limit: Limit | None = None,
    engine: Engine = "auto",
    threads: int = 1,
    lines: int = 1,
    enhancements: Enhancements | None = None,
    tables: SearchTables | None = None,
    past: Sequence[S] = (),
    stop: Stop | None = None,
    head_start: float = 0.0,
    on_progress: Callable[[Result[S, A]], None] | None = None,
) -> Result[S, A]:
    """Deepen until the limit, a proven value or Ctrl-C; report each iteration.

    A two-sided game without chance that compiles is searched by compiled alpha-beta with
    `enhancements`; any other game, and all games with `engine="python"`, by iterative deepening of
    the recommended algorithm. If the game does not compile, the compiled search reads the table of
    its states ("tabulated"). `engine="native"` raises UnsuitableGameError or NotCompilable if the
    game has no compiled search. Endgame `tables` are for compiled alpha-beta; raises InputError if
    another algorithm is used. `past` are the states of the game so far, the oldest first, for a
    game with a rule of repetition.

    With a `head_start` in seconds, the "auto" engine searches that long interpreted before the
    first compiled analysis of a game, so that there is a result to show during compilation. No
    depth is reported twice.
    """
    limit = Limit() if limit is None else limit
    if head_start and engine == "auto":
        return _analyse_with_head_start(
            head_start, game, state, limit=limit, threads=threads, lines=lines,
            enhancements=enhancements, tables=tables, past=past, stop=stop,
            on_progress=on_progress,
        )  # fmt: skip
    name = recommended(game)
    root = game.initial() if state is None else state
    require_start(game, root)

    def interpreted() -> Result[S, A]:
        if tables is not None:
            raise InputError("endgame.interpreted", game=game.name)
        return _interpret(name, game, root, limit, past, stop, on_progress)

    def native(view: Game[S, A]) -> Result[S, A]:
        found = native_alphabeta(
            view, root, limit=limit, enhancements=enhancements, threads=threads, lines=lines,
            tables=tables, past=past, stop=stop, on_progress=about_games(on_progress, game, view),
        )  # fmt: skip
        return about_game(found, game, view)

    if fits_native(game):
        if engine == "tabulated" and tables is not None:
            raise InputError("tabulated.no_form")
        return on_engine(game, engine, native, interpreted, tabulated=tables is None)
    if engine in ("native", "tabulated"):
        require(game, "alphabeta")
        raise UnsuitableGameError("native.only_zero_sum", game=game.name)
    return interpreted()


def _interpret(
    name: str,
    game: Game[S, A],
    state: S | None,
    limit: Limit,
    past: Sequence[S],
    stop: Stop | None,
    on_progress: Callable[[Result[S, A]], None] | None,
) -> Result[S, A]:
    """Iterative deepening of the algorithm of that name, interpreted."""
    function = ALGORITHMS[name].function
    takes_past = "past" in signature(function).parameters
    options: dict[str, Any] = {"past": past} if past and takes_past else {}
    return iterative_deepening(
        game, state, limit=limit, algorithm=function, on_progress=on_progress, stop=stop, **options
    )


def _analyse_with_head_start(
    head_start: float,
    game: Game[S, A],
    state: S | None,
    *,
    limit: Limit,
    lines: int,
    past: Sequence[S],
    stop: Stop | None,
    on_progress: Callable[[Result[S, A]], None] | None,
    **options: Any,
) -> Result[S, A]:
    """Analyse with the "auto" engine, after a short search that does not wait for the compiler."""
    reported = 0
    if lines == 1 and not has_run(game, ANALYSIS):
        time = head_start if limit.time is None else min(head_start, limit.time)
        short = replace(limit, time=time)
        first = _interpret(recommended(game), game, state, short, past, stop, on_progress)
        if first.proven or first.depth == limit.depth or (stop is not None and stop.is_set()):
            return first
        reported = first.depth or 0

    def report(result: Result[S, A]) -> None:
        if on_progress is not None and (result.depth or 0) > reported:
            on_progress(result)

    found = analyse(
        game, state, limit=limit, lines=lines, past=past, stop=stop, on_progress=report, **options
    )
    mark_run(game, ANALYSIS)
    return found
