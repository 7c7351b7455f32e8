"""One entry point for both engines: compiled where the game and the search have that form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.limit import Budget, Limit, OutOfBudgetError
from adversario.algorithms.registry import recommended, refuse_unknown
from adversario.algorithms.registry import search as interpreted_search
from adversario.base.errors import InputError
from adversario.game import A, Game, S
from adversario.native.engines.alphabeta import native_plain
from adversario.native.engines.engine_choice import Engine, or_interpreted
from adversario.native.engines.enhanced import fits_native, native_alphabeta
from adversario.native.engines.expectation import (
    native_expectimax,
    native_expectiminimax,
    native_minimax,
)
from adversario.native.engines.mcts import mcts
from adversario.native.engines.modelled import response
from adversario.native.engines.multiplayer import native_maxn, native_paranoid
from adversario.views.modelled import Models, against

HEAD_START = 1.0
"""Seconds in which a search to a depth may end before the game is compiled, which takes more."""

COMPILED: Mapping[str, Callable[..., Result[Any, Any]]] = {
    "minimax": native_minimax,
    "alphabeta": native_plain,
    "expectimax": native_expectimax,
    "expectiminimax": native_expectiminimax,
    "star1": partial(native_expectiminimax, pruning="star1"),
    "star2": partial(native_expectiminimax, pruning="star2"),
    "maxn": native_maxn,
    "paranoid": native_paranoid,
}

TAKEN = {"expectimax": {"unlikely"}, "expectiminimax": {"unlikely"}}
"""The options that a compiled search knows, by its name."""

_compiled_before: WeakKeyDictionary[Game[Any, Any], set[str]] = WeakKeyDictionary()
"""The algorithms that have run compiled on a game, and are there at once the next time."""


def search(
    game: Game[S, A],
    state: S | None = None,
    *,
    algorithm: str | None = None,
    limit: Limit | None = None,
    models: Models[S, A] | None = None,
    engine: Engine = "auto",
    budget: Budget | None = None,
    on_native: Callable[[], None] | None = None,
    **options: Any,
) -> Result[S, A]:
    """Search with the algorithm of that name, or the one recommended for the game.

    `engine="auto"` takes compiled code where the game and the algorithm have that form. To a depth
    both engines visit the same nodes and give the same answer, so the first search of a game is
    compiled only if it does not end within a second. With a limit of time or nodes, alpha-beta
    deepens with all of its enhancements (`native_alphabeta`); the others deepen as they are.
    "native" raises where there is no compiled form, "python" forgoes it.

    `models` says how other players behave, by their number, and the answer is the best response to
    that. Those that are made of random, greedy and softmax choices compile with the rules, others
    are Python, and so is a search with them.

    `options` are the algorithm's own. Compiled searches take few: with an observer, an evaluation
    or an ordering of the caller's the interpreted one runs. Whoever waits can watch the `budget`
    that the latter spends, and is told by `on_native` when it is to be the former. Monte Carlo
    tree search has the same options in both, and is compiled at once.
    """
    view = response(game, models) if models else game
    if view is None and engine == "native":
        raise InputError("models.native")
    name = algorithm or recommended(view or against(game, models or {}))
    interpreted = partial(
        interpreted_search, game, state, algorithm=algorithm, limit=limit, models=models, **options
    )
    spending: dict[str, Any] = {} if budget is None else {"budget": budget}
    if name == "mcts" and engine != "python" and view is not None:
        refuse_unknown(options, name, mcts)
        if on_native is not None:
            on_native()
        answer = mcts(view, state, limit=limit, engine=engine, **spending, **options)
        return _told(answer, game, models)
    compiled = None
    if view is not None and options.keys() <= TAKEN.get(name, set()):
        compiled = _compiled_form(view, name, limit)
    if name == "expectimax" and compiled is not None:
        view, compiled = game, partial(compiled, models=models)
    if engine == "native" and compiled is None:
        raise InputError("native.no_form", algorithm=name, game=game.name)
    if engine == "python" or compiled is None or view is None:
        return interpreted(**spending)
    ready = _compiled_before.setdefault(view, set())
    if engine == "auto" and name not in ready and (limit is None or limit.is_of_depth_only):
        try:
            return interpreted(budget=Budget(Limit(time=HEAD_START)))
        except OutOfBudgetError:
            pass  # from the start again, compiled: what took this long is done in no time

    def native() -> Result[S, A]:
        if on_native is not None:
            on_native()
        result = compiled(view, state, limit=limit, **options)
        ready.add(name)
        return _told(result, game, models)

    return or_interpreted(game, engine, native, partial(interpreted, **spending))


def _told(answer: Result[S, A], game: Game[S, A], models: Models[S, A] | None) -> Result[S, A]:
    """The answer as one about the game itself."""
    if not models:
        return answer
    return replace(answer, game=game, options={**answer.options, "models": models})


def _compiled_form(
    game: Game[Any, Any], name: str, limit: Limit | None
) -> Callable[..., Result[Any, Any]] | None:
    """The compiled search of that name, if it could search the game."""
    deepens = limit is not None and not limit.is_of_depth_only
    if name == "alphabeta" and deepens and fits_native(game):
        return native_alphabeta
    return COMPILED.get(name)
