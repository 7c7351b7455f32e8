"""The algorithms by name, and the one entry point that picks among them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from inspect import signature
from typing import Any

from adversario.algorithms.alphabeta import alphabeta
from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.limit import Limit
from adversario.algorithms.core.requirements import objections
from adversario.algorithms.deepening import iterative_deepening
from adversario.algorithms.expectimax import expectimax
from adversario.algorithms.expectiminimax import expectiminimax
from adversario.algorithms.maxn import maxn
from adversario.algorithms.mcts.tree_search import mcts
from adversario.algorithms.minimax import minimax
from adversario.algorithms.paranoid import paranoid
from adversario.base.catalogue import message
from adversario.base.errors import InputError, UnsuitableGameError
from adversario.game import A, Game, S
from adversario.views.modelled import Models, against

Algorithm = Callable[..., Result[Any, Any]]

ALGORITHMS: Mapping[str, Algorithm] = {
    "minimax": minimax,
    "alphabeta": alphabeta,
    "expectimax": expectimax,
    "expectiminimax": expectiminimax,
    "star1": partial(expectiminimax, pruning="star1"),
    "star2": partial(expectiminimax, pruning="star2"),
    "maxn": maxn,
    "paranoid": paranoid,
    "mcts": mcts,
}

ANYTIME = ("mcts",)
"""Algorithms that have an answer at any time, and do not deepen."""


def search(
    game: Game[S, A],
    state: S | None = None,
    *,
    algorithm: str | None = None,
    limit: Limit | None = None,
    models: Models[S, A] | None = None,
    **options: Any,
) -> Result[S, A]:
    """Search with the algorithm of that name, or the one recommended for the game.

    A limit of time or nodes means iterative deepening, except for Monte Carlo tree search, whose
    nodes are simulations. `models` says how other players behave, by their number: the answer is
    the best response to that. `options` are the algorithm's own.
    """
    if models:
        view = against(game, models)
        root = view.seen(game.initial() if state is None else state)
        answer = search(view, root, algorithm=algorithm, limit=limit, **options)
        told = {**answer.options, "models": models}
        return replace(answer, game=game, state=view.plain(root), options=told)
    name = recommended(game) if algorithm is None else algorithm
    if name not in ALGORITHMS:
        raise InputError("search.unknown", algorithm=name, known=", ".join(ALGORITHMS))
    chosen = ALGORITHMS[name]
    deepen = limit is not None and not limit.is_of_depth_only and name not in ANYTIME
    refuse_unknown(options, name, chosen, *(("on_iteration",) if deepen else ()))
    if deepen:
        return iterative_deepening(game, state, limit=limit, algorithm=chosen, **options)
    return chosen(game, state, limit=limit, **options)


def refuse_unknown(options: Mapping[str, Any], name: str, chosen: Algorithm, *others: str) -> None:
    """Raise InputError for an option that neither the algorithm nor others know."""
    if unknown := options.keys() - signature(chosen).parameters.keys() - {*others}:
        raise InputError("search.option", algorithm=name, option=", ".join(sorted(unknown)))


def recommended(game: Game[Any, Any]) -> str:
    """The algorithm for a game of this kind: the most pruning that needs no more than it is."""
    for name in ("alphabeta", "expectiminimax", "maxn"):
        if not objections(game, name):
            return name
    raise UnsuitableGameError(
        "fit.unsuitable",
        algorithm="search",
        game=game.name,
        objections=objections(game, "maxn"),
        fitting=message("fit.none"),
    )
