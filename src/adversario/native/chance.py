"""Compiled expectiminimax, plain or with Star1 and Star2; and minimax, which it includes."""

from __future__ import annotations

from collections.abc import Callable

from adversario.errors import InputError
from adversario.game import A, Game, S
from adversario.native.compile import compile_game
from adversario.native.control import Control
from adversario.native.driver import Machine, decide
from adversario.native.kernels import expectiminimax as kernel
from adversario.native.kernels import star
from adversario.search.expectiminimax import Pruning, expectiminimax
from adversario.search.fit import require
from adversario.search.limit import Limit
from adversario.search.minimax import minimax
from adversario.search.result import Result
from adversario.search.sides import two_sides


def native_expectiminimax(
    game: Game[S, A],
    state: S | None = None,
    *,
    limit: Limit | None = None,
    pruning: Pruning = "none",
    quiescence: bool = True,
    table_mib: int = 0,
    control: Control | None = None,
    on_iteration: Callable[[Result[S, A]], None] | None = None,
) -> Result[S, A]:
    """The decision of expectiminimax by compiled rules; NotCompilable where there are none.

    Without a table it visits the nodes of its interpreted twin, with one (of `table_mib` MiB) no
    state twice at one depth, as far as there is room. The value is the same, but for the rounding
    of means (which may also move a cut-off of Star1 or Star2).

    With a limit of depth alone it searches once; Ctrl-C ends it with the best of the actions that
    were done, its value a bound, or goes on to the caller if there were none. With a limit of time
    or nodes, or a `control` through which it may be stopped, it deepens, and answers with the last
    complete iteration; depth 1 is always completed. Nodes are limited exactly, and a stop
    is seen at the next node.

    The principal variation has 64 plies at most, and ends early where the table knew the value.
    `on_iteration` is called in the thread that searches.
    """
    name = "expectiminimax" if pruning == "none" else pruning
    require(game, name)
    if pruning != "none" and game.utility_bounds is None:
        raise InputError("search.unbounded", algorithm=name, game=game.name)
    root = game.initial() if state is None else state
    machine = Machine(
        compile_game(game, kernel if pruning == "none" else star, root),
        lambda limit: expectiminimax(game, root, limit=limit, pruning=pruning),
        sides=two_sides(game), quiescence=quiescence, probing=pruning == "star2",
        table_mib=table_mib,
    )  # fmt: skip
    return machine.run(name, root, limit, control, on_iteration, decide)


def native_minimax(
    game: Game[S, A],
    state: S | None = None,
    *,
    limit: Limit | None = None,
    quiescence: bool = True,
    control: Control | None = None,
    on_iteration: Callable[[Result[S, A]], None] | None = None,
) -> Result[S, A]:
    """The decision of minimax by compiled rules: expectiminimax of a game without chance."""
    require(game, "minimax")
    root = game.initial() if state is None else state
    machine = Machine(
        compile_game(game, kernel, root),
        lambda limit: minimax(game, root, limit=limit, quiescence=quiescence),
        sides=two_sides(game), quiescence=quiescence,
    )  # fmt: skip
    return machine.run("minimax", root, limit, control, on_iteration, decide)
