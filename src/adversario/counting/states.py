"""Estimates of the number of states of large games: Knuth's random walks on a graph."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache
from math import sqrt
from typing import Any

from adversario.contract.capability import as_capability, defines
from adversario.contract.counting import Countable
from adversario.counting.tree_size import Interval
from adversario.game import Game
from adversario.native.compiler.compile import compile_game
from adversario.native.compiler.problems import InterpretedWarning
from adversario.native.engines.engine_choice import Engine, or_interpreted
from adversario.native.kernels.count import states as kernel
from adversario.native.kernels.random import draw

WALKERS = 30
"""The number of walkers in a group."""

GROUPS = 10
STUDENT = 2.262
"""The half-width of a 95% interval of the mean of GROUPS groups, in standard errors."""

INITIAL_CHILDREN = 1 << 14


def estimate_states(
    game: Game[Any, Any], *, seed: int = 0, engine: Engine = "auto"
) -> Interval | None:
    """Estimate the states reachable from the initial one; None if the game has no `parents`.

    For games in which no state is reached at two different plies. A state is divided equally among
    its parents, so the sum of these shares over the children of all states of a ply is the number
    of states of the next ply. Knuth's random walk (1975), with children chosen in proportion to
    their shares and the product of the sums along the way as its weight, has this number as its
    expectation. Several dozen walkers move together, and those with few continuations are replaced
    by copies of others ("go with the winners", Aldous and Vazirani, 1994), which keeps the
    expectation and reduces the variance. The interval comes from several such groups.
    """
    if not defines(game, "parents"):
        return None
    walk = _make_walk(game, engine, seed)
    found = [walk(number) for number in range(GROUPS)]
    if kernel.UNKNOWN in found:
        return None
    mean = sum(found) / GROUPS
    variance = sum((each - mean) ** 2 for each in found) / (GROUPS - 1)
    margin = STUDENT * sqrt(variance / GROUPS)
    return Interval(round(mean), max(0, round(mean - margin)), round(mean + margin))


def _make_walk(game: Game[Any, Any], engine: Engine, seed: int) -> Callable[[int], float]:
    """A function for one walk: compiled if the game compiles, otherwise interpreted."""
    start = game.initial()

    @cache
    def compiled() -> Callable[[int], float]:
        return _compiled_walk(game, start, seed)

    def interpreted(number: int) -> float:
        return _interpreted_walk(game, start, seed, number)

    def either(number: int) -> float:
        with warnings.catch_warnings():  # a few walks: nobody waits for them to be compiled
            warnings.simplefilter("ignore", InterpretedWarning)
            return or_interpreted(
                game, engine, lambda: compiled()(number), lambda: interpreted(number)
            )

    return either


def _compiled_walk(game: Game[Any, Any], start: Any, seed: int) -> Callable[[int], float]:
    compiled = compile_game(game, kernel, start)
    import numpy as np  # noqa: PLC0415 (not before a game is compiled)

    native, shares = compiled.encode(start), np.zeros(INITIAL_CHILDREN)
    here, there = (np.zeros(WALKERS * compiled.words([start]).size, np.int64) for _ in range(2))

    def walk(number: int) -> float:
        nonlocal shares
        while True:
            found = compiled.functions.walk(
                native, seed, number, WALKERS, here.ctypes.data, there.ctypes.data, shares
            )
            if found != kernel.CROWDED:
                return float(found)
            shares = np.zeros(4 * len(shares))

    return walk


def _interpreted_walk(game: Game[Any, Any], start: Any, seed: int, number: int) -> float:
    """The walk of `kernels.states` in plain Python."""
    count_parents = as_capability(game, Countable).parents
    here, weight, total, drawn = [start] * WALKERS, 1.0, 1.0, 0
    while True:
        children: list[tuple[Any, float]] = []
        met, alive = 0.0, 0.0
        for state in here:
            for action in game.actions(state):
                after = game.result(state, action)
                parents = count_parents(after)
                if parents <= 0:
                    return kernel.UNKNOWN
                met += 1.0 / parents
                share = 0.0 if game.is_terminal(after) else 1.0 / parents
                alive += share
                children.append((after, share))
        total += weight * met / len(here)
        if alive == 0.0:
            return total
        part, passed, walkers = alive / len(here), 0.0, len(here)
        weight *= part
        here = []
        place = part * draw(seed, number, drawn, kernel.FINE) / kernel.FINE
        for after, share in children:
            passed += share
            while len(here) < walkers and place < passed:
                here.append(after)
                drawn += 1
                place = part * (len(here) + draw(seed, number, drawn, kernel.FINE) / kernel.FINE)
