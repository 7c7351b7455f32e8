"""Random opening lines, so that deterministic players play different games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from random import Random
from typing import Any

from adversario.algorithms.core.chance import sample_chance
from adversario.base.errors import InputError
from adversario.game import CHANCE, Game

TRIES = 200
"""The number of consecutive repetitions after which the lines are considered exhausted."""


def openings(game: Game[Any, Any], plies: int, seed: int) -> Iterator[tuple[str, ...]]:
    """Yield lines of `plies` plies in the game's notation, endlessly, each to a different state.

    Chance counts as a ply, and no line ends the game. When the lines are exhausted they are
    repeated. The first lines do not depend on how many are consumed.
    """
    random, seen = Random(f"{seed} openings"), set()
    lines: list[tuple[str, ...]] = []
    failures = 0
    while failures < TRIES:
        found = _line(game, plies, random)
        if found is None or found[1] in seen:
            failures += 1
            continue
        failures = 0
        seen.add(found[1])
        lines.append(found[0])
        yield found[0]
    if not lines:
        raise InputError("arena.openings", game=game.name, plies=plies)
    yield from cycle(lines)


def _line(game: Game[Any, Any], plies: int, random: Random) -> tuple[tuple[str, ...], Any] | None:
    """A random line and the state it leads to; None if it ends the game."""
    state, names = game.initial(), []
    for _ in range(plies):
        if game.is_terminal(state):
            return None
        if game.player(state) == CHANCE:
            action = sample_chance(game, state, random)
        else:
            action = random.choice(list(game.actions(state)))
        names.append(game.action_name(state, action))
        state = game.result(state, action)
    return None if game.is_terminal(state) else (tuple(names), state)
