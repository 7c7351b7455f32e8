"""Models by name, as on the command line: `random`, `epsilon:0.2`, `level:2`, `random+perfect`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from adversario.algorithms.core.limit import Limit
from adversario.algorithms.models.models import (
    EpsilonGreedy,
    Searching,
    Softmax,
    Uniform,
    level_k,
    mostly,
)
from adversario.base.errors import InputError
from adversario.base.suggest import did_you_mean
from adversario.game import CHANCE, A, Game, S, mover_of
from adversario.views.beliefs import Belief, Model

BARE: Mapping[str, Callable[[Game[Any, Any], Limit | None], Model[Any, Any]]] = {
    "random": lambda game, _: Uniform(game),
    "greedy": lambda game, _: EpsilonGreedy(game),
    "perfect": lambda game, _: Searching(game),
}
WITH_NUMBER: Mapping[str, Callable[[Game[Any, Any], Limit | None, str], Model[Any, Any]]] = {
    "epsilon": lambda game, _, number: EpsilonGreedy(game, float(number)),
    "softmax": lambda game, _, number: Softmax(game, float(number)),
    "mostly": lambda game, _, number: mostly(game, float(number)),
    "depth": lambda game, _, number: Searching(game, Limit(depth=int(number))),
    "level": lambda game, limit, number: level_k(game, int(number), limit=limit),
}
"""The models with an argument after a colon: a probability, a temperature, plies, a level."""


def named_model(game: Game[S, A], text: str, limit: Limit | None = None) -> Model[S, A]:
    """The model of that name; several, joined by +, are a belief in which all are equally likely.

    `limit` is that of the searches of levels. Raises InputError, with all names, for an unknown
    name.
    """
    names = text.split("+")
    if len(names) == 1:
        return _parse_one(game, text, limit)
    return Belief.over({name: _parse_one(game, name, limit) for name in names})


def models_of_others(
    game: Game[S, A], state: S, text: str, limit: Limit | None = None
) -> dict[int, Model[S, A]]:
    """That model for all players who are not on the side of the player to move."""
    mover = mover_of(game, state)
    me = 0 if mover == CHANCE else mover
    model = named_model(game, text, limit)
    return {who: model for who in range(game.players) if not game.same_side(who, me)}


def _parse_one(game: Game[S, A], text: str, limit: Limit | None) -> Model[S, A]:
    name, colon, number = text.strip().partition(":")
    try:
        return WITH_NUMBER[name](game, limit, number) if colon else BARE[name](game, limit)
    except (KeyError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        known = ", ".join([*BARE, *(f"{each}:N" for each in WITH_NUMBER)])
        others = [] if name in (*BARE, *WITH_NUMBER) else [*BARE, *WITH_NUMBER]
        close = did_you_mean(name, others)
        raise InputError("models.unknown", given=text, close=close, known=known) from None
