"""Compiled alpha-beta with nothing added: the nodes of the textbook's."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from adversario.algorithms.alphabeta import alphabeta
from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.limit import Limit
from adversario.algorithms.core.requirements import require
from adversario.algorithms.core.sides import two_sides
from adversario.base.stop import Stop
from adversario.game import A, Game, S
from adversario.native.compiler.compile import compile_game
from adversario.native.engines.plain_search import PlainSearch
from adversario.native.kernels.search import alphabeta as kernel


def native_plain(
    game: Game[S, A],
    state: S | None = None,
    *,
    limit: Limit | None = None,
    quiescence: bool = True,
    counting: bool = True,
    past: Sequence[S] = (),
    stop: Stop | None = None,
    on_progress: Callable[[Result[S, A]], None] | None = None,
) -> Result[S, A]:
    """The answer of `adversario.alphabeta`, node for node, by compiled rules.

    Limits and stopping are as in `native_expectiminimax`, but for a limit of nodes, which is
    looked at where a node is expanded, and the principal variation, which has 64 plies at most.
    `counting` finds out how many children every cut-off leaves out, which takes some time.
    """
    require(game, "alphabeta")
    root = game.initial() if state is None else state
    search = PlainSearch(
        "alphabeta", compile_game(game, kernel, root), root,
        lambda limit: alphabeta(game, root, limit=limit, quiescence=quiescence, past=past),
        sides=two_sides(game), quiescence=quiescence, counting=counting, past=past,
    )  # fmt: skip
    return search.run(limit, stop, on_progress)
