"""Analysis: the best answer so far, iteration by iteration, by the fastest engine that fits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.limit import Limit
from adversario.algorithms.core.requirements import require
from adversario.algorithms.deepening import iterative_deepening
from adversario.algorithms.registry import ALGORITHMS, recommended
from adversario.base.errors import InputError, UnsuitableGameError
from adversario.game import A, Game, S
from adversario.native.engines.control import Control
from adversario.native.engines.endgame import Tabled
from adversario.native.engines.engine_choice import Engine, compiled_form
from adversario.native.engines.enhanced import fits_native, native_alphabeta
from adversario.native.engines.enhancements import Enhancements
from adversario.native.kernels.search import enhanced


def analyse(
    game: Game[S, A],
    state: S | None = None,
    *,
    limit: Limit | None = None,
    engine: Engine = "auto",
    threads: int = 1,
    lines: int = 1,
    enhancements: Enhancements = Enhancements(),  # noqa: B008 (a frozen value)
    tables: Tabled | None = None,
    control: Control | None = None,
    on_iteration: Callable[[Result[S, A]], None] | None = None,
) -> Result[S, A]:
    """Deepen until the limit, until the value is proven, or until Ctrl-C; report each iteration.

    A two-sided game without chance that compiles is searched by compiled alpha-beta with its
    enhancements; any other, or with `engine="python"`, by iterative deepening of the algorithm
    recommended for it. `engine="native"` raises where the game has no compiled search. Endgame
    `tables` are for compiled alpha-beta; InputError where it does not search.
    """
    limit = Limit() if limit is None else limit
    name = recommended(game)
    root = game.initial() if state is None else state
    if fits_native(game):
        if compiled_form(game, enhanced, engine, root) is not None:
            return native_alphabeta(
                game, root, limit=limit, enhancements=enhancements, threads=threads, lines=lines,
                tables=tables, control=control, on_iteration=on_iteration,
            )  # fmt: skip
    elif engine == "native":
        require(game, "alphabeta")
        raise UnsuitableGameError("native.only_zero_sum", game=game.name)
    if tables is not None:
        raise InputError("endgame.interpreted", game=game.name)
    options: dict[str, Any] = {"algorithm": ALGORITHMS[name], "on_iteration": on_iteration}
    return iterative_deepening(game, root, limit=limit, **options)
