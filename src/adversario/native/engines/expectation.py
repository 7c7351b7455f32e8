"""Compiled expectiminimax, plain or with Star1 and Star2; by the same code minimax, expectimax."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.events import Node
from adversario.algorithms.core.limit import Limit
from adversario.algorithms.core.requirements import require
from adversario.algorithms.core.sides import Sides, two_sides
from adversario.algorithms.expectimax import expectimax
from adversario.algorithms.expectiminimax import Pruning, expectiminimax, refuse_unlikely
from adversario.algorithms.minimax import minimax
from adversario.algorithms.models.models import Uniform
from adversario.base.errors import InputError
from adversario.base.numbers import Number
from adversario.base.stop import Stop
from adversario.game import CHANCE, A, Game, S, mover_of
from adversario.native.compiler.compile import compile_game
from adversario.native.engines.modelled import response
from adversario.native.engines.plain_search import PlainSearch
from adversario.native.kernels.search import expectiminimax as kernel
from adversario.native.kernels.search import probability_cutoff as cutting
from adversario.native.kernels.search import star
from adversario.native.tabulated.view import Tabulated, tabulate
from adversario.views.beliefs import Model
from adversario.views.modelled import Models, against


def native_expectiminimax(
    game: Game[S, A],
    state: S | None = None,
    *,
    limit: Limit | None = None,
    pruning: Pruning = "none",
    unlikely: Number = 0,
    quiescence: bool = True,
    table_mib: int = 0,
    stop: Stop | None = None,
    on_progress: Callable[[Result[S, A]], None] | None = None,
) -> Result[S, A]:
    """The decision of expectiminimax by compiled rules; NotCompilable if the game does not compile.

    Without a table it visits the nodes of its interpreted twin, with one (of `table_mib` MiB) no
    state twice at one depth, as far as there is room. The value is the same, but for the rounding
    of means (which may also move a cut-off of Star1 or Star2). `unlikely` is the interpreted one's.

    With a limit of depth alone it searches once; Ctrl-C ends it with the best of the actions that
    were done, its value a bound, or goes on to the caller if there were none. With a limit of time
    or nodes, or a token `stop`, it deepens, and answers with the last
    complete iteration; depth 1 is always completed. Nodes are limited exactly, and a stop
    is seen at the next node.

    The principal variation has 64 plies at most, and ends early where the table knew the value.
    `on_progress` is called in the thread that searches.
    """
    name = "expectiminimax" if pruning == "none" else pruning
    require(game, name)
    refuse_unlikely(unlikely, "" if pruning == "none" else name)
    root = game.initial() if state is None else state
    program = star if pruning != "none" else cutting if unlikely else kernel
    search = PlainSearch(
        name, compile_game(game, program, root), root,
        lambda limit: expectiminimax(game, root, limit=limit, pruning=pruning, unlikely=unlikely),
        sides=two_sides(game), quiescence=quiescence, probing=pruning == "star2",
        unlikely=unlikely, table_mib=table_mib,
    )  # fmt: skip
    return search.run(limit, stop, on_progress)


def native_minimax(
    game: Game[S, A],
    state: S | None = None,
    *,
    limit: Limit | None = None,
    quiescence: bool = True,
    stop: Stop | None = None,
    on_progress: Callable[[Result[S, A]], None] | None = None,
) -> Result[S, A]:
    """The decision of minimax by compiled rules: expectiminimax of a game without chance."""
    require(game, "minimax")
    root = game.initial() if state is None else state
    search = PlainSearch(
        "minimax", compile_game(game, kernel, root), root,
        lambda limit: minimax(game, root, limit=limit, quiescence=quiescence),
        sides=two_sides(game), quiescence=quiescence,
    )  # fmt: skip
    return search.run(limit, stop, on_progress)


def native_expectimax(
    game: Game[S, A],
    state: S | None = None,
    *,
    limit: Limit | None = None,
    models: Models[S, A] | None = None,
    unlikely: Number = 0,
    quiescence: bool = True,
    table_mib: int = 0,
    stop: Stop | None = None,
    on_progress: Callable[[Result[S, A]], None] | None = None,
) -> Result[S, A]:
    """The decision of expectimax by compiled rules: others follow a model, or are random.

    InputError for a model that has no compiled form (see `adversario.native.engines.modelled`).
    """
    require(game, "expectimax")
    refuse_unlikely(unlikely)
    root = game.initial() if state is None else state
    mover = mover_of(game, root)
    me = 0 if mover == CHANCE else mover
    rest = [player for player in range(game.players) if not game.same_side(player, me)]
    plain = game.game if isinstance(game, Tabulated) else game
    known: dict[int, Model[S, A]] = {player: Uniform(plain) for player in rest}
    known.update(models or {})
    view = response(game, known) if plain is game else tabulate(against(plain, known))
    if view is None:
        raise InputError("models.native")
    kinds = (Node.CHANCE if player in rest else Node.MAX for player in range(game.players))
    search = PlainSearch(
        "expectimax", compile_game(view, cutting if unlikely else kernel, root), root,
        lambda limit: expectimax(against(plain, known), root, limit=limit, unlikely=unlikely),
        sides=Sides(me, (*kinds, Node.CHANCE)), quiescence=quiescence, unlikely=unlikely,
        table_mib=table_mib,
    )  # fmt: skip
    found = search.run(limit, stop, on_progress)
    return replace(found, game=game)
