"""Dead stones and the score of a finished game, where players have not taken what is dead.

What Benson's algorithm proves is dead or alive is so; other chains are dead if they hardly ever
survive random play from here, by either player first.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from adversario.base.bitboards import has
from adversario.games.boards.go.board import NOWHERE, State
from adversario.games.boards.go.game import Go
from adversario.games.boards.go.life import Points, dead_stones, unconditional_life

GAMES = 48
"""Random games that decide what is dead."""

SURVIVAL = 0.35
"""The share of games in which a living stone survives, at least."""


class FinalStatus(NamedTuple):
    """The stones that are dead, and Black's points less White's without them."""

    dead: Points
    lead: float


def final_status(game: Go, state: State, seed: int = 0) -> FinalStatus:
    """What is dead in a position in which both would pass, and the score."""
    sure = dead_stones(game, state)
    alive = unconditional_life(game, state, 0).stones | unconditional_life(game, state, 1).stones
    stones = {c for c in game.cells if has(state.black, c) or has(state.white, c)}
    doubtful = stones - sure - alive
    dead = sure | (_hardly_survive(game, state, doubtful, seed) if doubtful else frozenset())
    return FinalStatus(frozenset(dead), game.lead(without(game, state, frozenset(dead))))


def without(game: Go, state: State, dead: Points) -> State:
    """The position with dead stones taken, which are prisoners if these count."""
    marks = [list(row) for row in game.marks(state)]
    prisoners = state.prisoners
    for cell in dead:
        row, column = game.place(cell)
        if not game.by_area:
            prisoners += 1 if marks[row][column] == "O" else -1
        marks[row][column] = "."
    rows = "/".join("".join(row) for row in marks)
    return game.parse_position(f"{rows} {'XO'[state.turn]}")._replace(prisoners=prisoners)


def _hardly_survive(game: Go, state: State, doubtful: set[int], seed: int) -> Points:
    random, step = Random(seed), game.stride
    survived = dict.fromkeys(doubtful, 0)
    for number in range(GAMES):
        start = State(state.black, state.white, number % 2, NOWHERE, 0, 0)
        board = game.chains(start)
        colours = {cell: board[8 * (cell + step)] for cell in doubtful}
        game.play_out(board, start, random.getrandbits(64))
        for cell, colour in colours.items():
            survived[cell] += int(board[8 * (cell + step)] == colour)
    return frozenset(cell for cell, games in survived.items() if games < SURVIVAL * GAMES)
