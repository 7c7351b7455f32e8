"""The entry point to the interpreted searches, by name or by kind of game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from inspect import signature
from typing import Any

from adversario.algorithms.core.algorithm import algorithm_named
from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.limit import Limit
from adversario.algorithms.core.requirements import recommended
from adversario.algorithms.deepening import iterative_deepening
from adversario.base.errors import InputError
from adversario.game import A, Game, S
from adversario.views.modelled import Models, Recalling, against


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
    nodes are simulations. `models` are models of other players, by their number: the answer is the
    best response to them. `options` are the algorithm's own.
    """
    if models:
        view = against(game, models)
        root = view.seen(game.initial() if state is None else state)
        if isinstance(view, Recalling) and options.get("known") is not None:
            # Worlds follow from the models, not from a concealed state.
            options["known"] = options["known"]._replace(concealed=None)
        answer = search(view, root, algorithm=algorithm, limit=limit, **options)
        told = {**answer.options, "models": models}
        return replace(answer, game=game, state=view.plain(root), options=told)
    chosen = algorithm_named(recommended(game) if algorithm is None else algorithm)
    deepen = limit is not None and not limit.is_of_depth_only and not chosen.anytime
    more = ("on_progress", "stop") if deepen else ()
    refuse_unknown(options, chosen.name, chosen.function, *more)
    if deepen:
        return iterative_deepening(game, state, limit=limit, algorithm=chosen.function, **options)
    return chosen.function(game, state, limit=limit, **options)


def refuse_unknown(
    options: Mapping[str, Any], name: str, function: Callable[..., Any], *others: str
) -> None:
    """Raise InputError for an option that is neither the function's nor one of the others."""
    if unknown := options.keys() - signature(function).parameters.keys() - {*others}:
        raise InputError("search.option", algorithm=name, option=", ".join(sorted(unknown)))
