"""Pac-Man: eat all the food of a maze before a ghost eats you.

Moves are made in turn: Pac-Man's, then those of the ghosts, one by one. The scoring is the usual
one of courses in artificial intelligence.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from adversario.base.errors import InputError
from adversario.bits import indices
from adversario.game import CHANCE, Game
from adversario.games.options import ShippedNames
from adversario.games.pacman.maze import layout_names, maze_of
from adversario.games.pacman.notation import WORD
from adversario.games.pacman.state import State
from adversario.tuples import replaced

UP, RIGHT, DOWN, LEFT, STOP = range(5)
PACMAN = 0
STEP, FOOD, GHOST, ALL_FOOD, EATEN = -1, 10, 200, 500, -500
SCARED = 40
"""The turns for which a capsule scares a ghost."""

Layout = Annotated[str, ShippedNames(layout_names)]


class PacmanRules(Game[State, int]):
    """The rules: legal directions, and the results of moves."""

    def __init__(self, layout: Layout = "small", ghosts: str = "minimax") -> None:
        self.layout, self.ghosts = layout, ghosts
        self.maze = maze = maze_of(layout)
        self.onward, self.distances = maze.onward, maze.distances
        self.walks = tuple(_open(row) | 1 << STOP for row in maze.onward)
        self.paths = tuple(_paths(_open(row)) for row in maze.onward)
        self.food_at = _numbers(maze.cells("."), len(maze.places))
        self.capsule_at = _numbers(maze.cells("o"), len(maze.places))
        self.nearest = _nearest(maze.distances, maze.cells("."))
        self.food_cells = maze.cells(".")
        # Compiled code has no empty tuples: without capsules there is a cell that is never used,
        # without ghosts there is room for one, which never moves.
        self.capsules, self.capsule_cells = len(maze.cells("o")), maze.cells("o") or maze.cells("P")
        self.ghost_count = len(maze.cells("G"))
        self.homes = maze.cells("G") or maze.cells("P")
        self.frightened = (SCARED if self.ghost_count else 0,) * len(self.homes)
        self.greeds = _greeds(ghosts, self.ghost_count)
        self.chance = self.ghost_count > 0 and max(self.greeds) >= 0
        self.players = 2 if self.ghost_count > 0 and min(self.greeds) < 0 else 1

    def initial(self) -> State:
        """Pac-Man and the ghosts at home, and all the food in place."""
        food = len(self.food_cells)
        words = tuple((1 << min(WORD, food - done)) - 1 for done in range(0, food, WORD))
        return State(
            pacman=self.maze.cells("P")[0],
            ghosts=self.homes,
            headings=(STOP,) * len(self.homes),
            scared=(0,) * len(self.homes),
            food=words,
            capsules=(1 << self.capsules) - 1,
            score=0,
            turn=PACMAN,
            caught=False,
        )

    def player(self, state: State) -> int:
        """Pac-Man, or the player of the ghost to move, or chance."""
        if state.turn == PACMAN:
            return 0
        return 1 if self.greeds[state.turn - 1] < 0 else CHANCE

    def actions(self, state: State) -> Iterator[int]:
        """The open directions; for Pac-Man also a stop, and for a ghost not the way back."""
        return indices(self.open_directions(state))

    def open_directions(self, state: State) -> int:
        """The actions as bits."""
        if state.turn == PACMAN:
            return self.walks[state.pacman]
        ghost = state.turn - 1
        if state.scared[ghost] % 2 == 1:
            return 1 << STOP
        return self.paths[state.ghosts[ghost]][state.headings[ghost]]

    def result(self, state: State, action: int) -> State:
        """The state after a move of Pac-Man or of a ghost."""
        if state.turn == PACMAN:
            return self.move_pacman(state, action)
        return self.move_ghost(state, action)

    def move_pacman(self, state: State, action: int) -> State:
        """The state after Pac-Man's move.

        Food and capsules are eaten first, then scared ghosts; an active one eats Pac-Man.
        """
        cell = state.pacman if action == STOP else self.onward[state.pacman][action]
        food, capsules, score = state.food, state.capsules, state.score + STEP
        ghosts, headings, scared = state.ghosts, state.headings, state.scared
        if self.has_food(food, self.food_at[cell]):
            index = self.food_at[cell]
            food = replaced(food, index // WORD, food[index // WORD] ^ 1 << index % WORD)
            score += FOOD
            if self.is_bare(food):
                score += ALL_FOOD
                return State(cell, ghosts, headings, scared, food, capsules, score, PACMAN, False)
        if self.capsule_at[cell] >= 0 and capsules >> self.capsule_at[cell] & 1:
            capsules ^= 1 << self.capsule_at[cell]
            scared = self.frightened
        for ghost in range(self.ghost_count):
            if ghosts[ghost] == cell:
                if scared[ghost] == 0:
                    score += EATEN
                    return State(
                        cell, ghosts, headings, scared, food, capsules, score, PACMAN, True
                    )
                score += GHOST
                ghosts = replaced(ghosts, ghost, self.homes[ghost])
                headings = replaced(headings, ghost, STOP)
                scared = replaced(scared, ghost, 0)
        turn = 1 if self.ghost_count else PACMAN
        return State(cell, ghosts, headings, scared, food, capsules, score, turn, False)

    def move_ghost(self, state: State, action: int) -> State:
        """The state after a ghost's move.

        A ghost that meets Pac-Man eats him, or, if it is still scared, is eaten.
        """
        ghost, score, heading = state.turn - 1, state.score, state.headings[state.turn - 1]
        cell = state.ghosts[ghost]
        if action != STOP:
            cell, heading = self.onward[cell][action], action
        fear = max(0, state.scared[ghost] - 1)
        turn = PACMAN if state.turn == self.ghost_count else state.turn + 1
        caught = cell == state.pacman and fear == 0
        if caught:
            score += EATEN
            turn = PACMAN
        elif cell == state.pacman:
            score += GHOST
            cell, heading, fear = self.homes[ghost], STOP, 0
        return State(
            state.pacman,
            replaced(state.ghosts, ghost, cell),
            replaced(state.headings, ghost, heading),
            replaced(state.scared, ghost, fear),
            state.food,
            state.capsules,
            score,
            turn,
            caught,
        )

    def is_terminal(self, state: State) -> bool:
        """Whether Pac-Man was eaten, or all the food was."""
        return state.caught or self.is_bare(state.food)

    def utility(self, state: State, player: int) -> int:
        """The score; its negative for the ghosts."""
        return state.score if player == 0 else -state.score

    def is_bare(self, food: tuple[int, ...]) -> bool:
        """Whether no food is left."""
        return all(word == 0 for word in food)

    def has_food(self, food: tuple[int, ...], index: int) -> bool:
        """Whether that piece is still there; False for index -1."""
        return index >= 0 and food[index // WORD] >> index % WORD & 1 == 1


def _open(onward: tuple[int, ...]) -> int:
    """The directions without a wall, as bits."""
    return sum(1 << direction for direction, after in enumerate(onward) if after >= 0)


def _paths(ways: int) -> tuple[int, ...]:
    """The directions open to a ghost, as bits, by its last direction: not back, unless it must.

    A ghost between four walls stops.
    """
    return tuple(ways & ~(1 << (heading ^ 2)) or ways or 1 << STOP for heading in range(5))


def _numbers(cells: tuple[int, ...], size: int) -> tuple[int, ...]:
    """By cell its index in the list; -1 if it is not in it."""
    numbers = {cell: number for number, cell in enumerate(cells)}
    return tuple(numbers.get(cell, -1) for cell in range(size))


def _nearest(
    distances: tuple[tuple[int, ...], ...], cells: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    """From every cell the indices of the cells listed, the nearest first."""
    return tuple(
        tuple(sorted(range(len(cells)), key=lambda number: steps[cells[number]]))
        for steps in distances
    )


def _greeds(behaviour: str, ghosts: int) -> tuple[int, ...]:
    """The percentage with which each ghost is greedy; -1 for one that a player moves."""
    greeds = [_greed(word, behaviour, ghosts) for word in behaviour.split("+")]
    if len(greeds) == 1:
        greeds *= max(1, ghosts)
    if len(greeds) != max(1, ghosts):
        raise InputError("pacman.ghosts", given=behaviour, ghosts=ghosts)
    return tuple(greeds)


def _greed(word: str, behaviour: str, ghosts: int) -> int:
    known = {"minimax": -1, "random": 0}
    if word in known:
        return known[word]
    if not word.isdecimal() or int(word) > 100:
        raise InputError("pacman.ghosts", given=behaviour, ghosts=ghosts)
    return int(word)
