"""Positions to ask programs about: named ones, and ones of random play from a seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from adversario.algorithms.core.chance import sample_chance
from adversario.base.errors import InputError
from adversario.game import CHANCE, Game

TRIES = 200
"""The most random games for each position that is asked for."""


def named_positions(game: Game[Any, Any], lines: Sequence[str]) -> list[Any]:
    """The states after these moves from the start, which are separated by spaces."""
    found = []
    for line in lines:
        state = game.initial()
        for name in line.split():
            state = game.result(state, game.parse_action(state, name))
        found.append(state)
    return found


def random_positions(
    game: Game[Any, Any], count: int, plies: tuple[int, int], seed: int
) -> list[Any]:
    """Different states in which a player is to move, after `plies` of random play.

    Raises InputError if random play does not lead to enough of them.
    """
    dice = random.Random(f"{seed} positions")
    found: dict[Any, None] = {}
    for _ in range(TRIES * count):
        if len(found) == count:
            return list(found)
        state = _played(game, dice, dice.randint(*plies))
        if state is not None:
            found[state] = None
    if len(found) == count:
        return list(found)
    raise InputError(
        "grade.positions",
        game=game.name,
        count=count,
        found=len(found),
        low=plies[0],
        high=plies[1],
    )


def _played(game: Game[Any, Any], dice: random.Random, plies: int) -> Any:
    """A state after random play; None if the game ends before."""
    state, left = game.initial(), plies
    while not game.is_terminal(state):
        if game.player(state) == CHANCE:
            state = game.result(state, sample_chance(game, state, dice))
            continue
        if left == 0:
            return state
        state, left = game.result(state, dice.choice(list(game.legal(state)))), left - 1
    return None
