"""One entry point for both engines: compiled where the game and the search have that form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from adversario.errors import InputError
from adversario.game import A, Game, S
from adversario.native.alphabeta import native_alphabeta
from adversario.native.analysis import fits_native
from adversario.native.chance import native_expectiminimax
from adversario.native.choose import Engine, or_interpreted
from adversario.native.enhancements import PLAIN, Enhancements
from adversario.native.many import native_maxn, native_paranoid
from adversario.search import Limit, Result, recommended
from adversario.search import search as interpreted_search

COMPILED: Mapping[str, Callable[..., Result[Any, Any]]] = {
    "expectiminimax": native_expectiminimax,
    "star1": partial(native_expectiminimax, pruning="star1"),
    "star2": partial(native_expectiminimax, pruning="star2"),
    "maxn": native_maxn,
    "paranoid": native_paranoid,
}


def search(
    game: Game[S, A],
    state: S | None = None,
    *,
    algorithm: str | None = None,
    limit: Limit | None = None,
    engine: Engine = "auto",
    **options: Any,
) -> Result[S, A]:
    """Search as `adversario.search.search` does, by compiled code where that can be had.

    Compiled searches take no `options`: with an observer, an evaluation or an ordering of the
    caller's, or for an algorithm without a compiled form, the interpreted one runs. To a depth,
    both visit the same nodes; with a limit of time or nodes compiled alpha-beta uses all of its
    enhancements. `engine="native"` raises where there is no compiled form, "python" forgoes it.
    """
    name = recommended(game) if algorithm is None else algorithm
    interpreted = partial(
        interpreted_search, game, state, algorithm=algorithm, limit=limit, **options
    )
    compiled = None if options else _compiled_form(game, name, limit)
    if engine == "native" and compiled is None:
        raise InputError("native.no_form", algorithm=name, game=game.name)
    if engine == "python" or compiled is None:
        return interpreted()
    return or_interpreted(game, engine, lambda: compiled(game, state, limit=limit), interpreted)


def _compiled_form(
    game: Game[Any, Any], name: str, limit: Limit | None
) -> Callable[..., Result[Any, Any]] | None:
    """The compiled search of that name, if it could search the game."""
    if name == "alphabeta":
        to_depth = limit is None or limit.is_of_depth_only
        extra = PLAIN if to_depth else Enhancements()
        return partial(native_alphabeta, enhancements=extra) if fits_native(game) else None
    return COMPILED.get(name)
