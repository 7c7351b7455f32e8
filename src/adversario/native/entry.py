"""One entry point for both engines: compiled where the game and the search have that form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

from adversario.errors import InputError
from adversario.game import A, Game, S
from adversario.native.alphabeta import native_alphabeta
from adversario.native.analysis import fits_native
from adversario.native.chance import native_expectiminimax, native_minimax
from adversario.native.choose import Engine, or_interpreted
from adversario.native.many import native_maxn, native_paranoid
from adversario.native.mcts import mcts
from adversario.native.plain import native_plain
from adversario.search import Limit, Result, recommended
from adversario.search import search as interpreted_search
from adversario.search.against import Models
from adversario.search.algorithms import refuse_unknown
from adversario.search.limit import Budget, OutOfBudgetError

HEAD_START = 1.0
"""Seconds in which a search to a depth may end before the game is compiled, which takes more."""

COMPILED: Mapping[str, Callable[..., Result[Any, Any]]] = {
    "minimax": native_minimax,
    "alphabeta": native_plain,
    "expectiminimax": native_expectiminimax,
    "star1": partial(native_expectiminimax, pruning="star1"),
    "star2": partial(native_expectiminimax, pruning="star2"),
    "maxn": native_maxn,
    "paranoid": native_paranoid,
}

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
    that; models are Python, and so is a search with them.

    `options` are the algorithm's own. Compiled searches take none: with an observer, an evaluation
    or an ordering of the caller's the interpreted one runs. Whoever waits can watch the `budget`
    that the latter spends, and is told by `on_native` when it is to be the former. Monte Carlo
    tree search has the same options in both, and is compiled at once.
    """
    if models:
        if engine == "native":
            raise InputError("models.native")
        if budget is not None:
            options["budget"] = budget
        return interpreted_search(
            game, state, algorithm=algorithm, limit=limit, models=models, **options
        )
    name = recommended(game) if algorithm is None else algorithm
    interpreted = partial(
        interpreted_search, game, state, algorithm=algorithm, limit=limit, **options
    )
    spending: dict[str, Any] = {} if budget is None else {"budget": budget}
    if name == "mcts" and engine != "python":
        refuse_unknown(options, name, mcts)
        if on_native is not None:
            on_native()
        return mcts(game, state, limit=limit, engine=engine, **spending, **options)
    compiled = None if options else _compiled_form(game, name, limit)
    if engine == "native" and compiled is None:
        raise InputError("native.no_form", algorithm=name, game=game.name)
    if engine == "python" or compiled is None:
        return interpreted(**spending)
    ready = _compiled_before.setdefault(game, set())
    if engine == "auto" and name not in ready and (limit is None or limit.is_of_depth_only):
        try:
            return interpreted(budget=Budget(Limit(time=HEAD_START)))
        except OutOfBudgetError:
            pass  # from the start again, compiled: what took this long is done in no time

    def native() -> Result[S, A]:
        if on_native is not None:
            on_native()
        result = compiled(game, state, limit=limit)
        ready.add(name)
        return result

    return or_interpreted(game, engine, native, partial(interpreted, **spending))


def _compiled_form(
    game: Game[Any, Any], name: str, limit: Limit | None
) -> Callable[..., Result[Any, Any]] | None:
    """The compiled search of that name, if it could search the game."""
    deepens = limit is not None and not limit.is_of_depth_only
    if name == "alphabeta" and deepens and fits_native(game):
        return native_alphabeta
    return COMPILED.get(name)
