"""Positions of Connect Four from random play, for solvers: the same for everybody."""

from __future__ import annotations

from random import Random

from adversario.games import ConnectFour

SETS = {"end": (30, 10_000), "middle": (20, 1000), "begin": (13, 100)}
"""By name, the stones on the board and how many positions there are."""


def positions(name: str) -> list[str]:
    """The columns played in each, counted from 1; nobody has won yet."""
    stones, many = SETS[name]
    game, random, found = ConnectFour(), Random(stones), list[str]()
    while len(found) < many:
        state, moves = game.initial(), ""
        while len(moves) < stones and not game.is_terminal(state):
            column = random.choice(list(game.actions(state)))
            state, moves = game.result(state, column), moves + str(column + 1)
        if not game.is_terminal(state):
            found.append(moves)
    return found
