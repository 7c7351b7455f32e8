"""Small games whose values are known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from adversario.game import CHANCE, Game
from adversario.trees import Tree


class Place(NamedTuple):
    at: int
    tossed: bool


class Walk(Game[Place, int]):
    """Sutton's random walk: five places, a step to either side by chance, 1 for the right end.

    The player has no choice; the value of place i is i / 6.
    """

    players = 1
    zero_sum = False
    chance = True

    def initial(self) -> Place:
        return Place(3, False)

    def player(self, state: Place) -> int:
        return CHANCE if state.tossed else 0

    def actions(self, state: Place) -> Iterator[int]:
        yield 0

    def chances(self, state: Place) -> Iterator[tuple[int, float]]:
        yield -1, 0.5
        yield 1, 0.5

    def result(self, state: Place, action: int) -> Place:
        if state.tossed:
            return Place(state.at + action, False)
        return Place(state.at, True)

    def is_terminal(self, state: Place) -> bool:
        return state.at in (0, 6)

    def utility(self, state: Place, player: int) -> int:
        return 1 if state.at == 6 else 0

    def features(self, state: Place, player: int) -> tuple[float, ...]:
        at = state.at
        return (
            1.0 if at == 1 else 0.0, 1.0 if at == 2 else 0.0, 1.0 if at == 3 else 0.0,
            1.0 if at == 4 else 0.0, 1.0 if at == 5 else 0.0,
        )  # fmt: skip


class Table:
    """An evaluation with a parameter for each state of a tree: what else than linear fits in."""

    def __init__(self, tree: Tree) -> None:
        self.index: dict[Any, int] = {}
        todo = [tree.initial()]
        while todo:
            state = todo.pop()
            self.index[state] = len(self.index)
            todo += [tree.result(state, action) for action in tree.legal(state)]

    @property
    def size(self) -> int:
        return len(self.index)

    def value(self, parameters: Sequence[float], state: Any) -> float:
        return parameters[self.index[state]]

    def gradient(self, parameters: Sequence[float], state: Any) -> Sequence[float]:
        return [1.0 if at == self.index[state] else 0.0 for at in range(self.size)]


class Grid(NamedTuple):
    """Squares of both sides as bits, those of the player to move first."""

    mine: int
    theirs: int
    turn: int


LINES = (7, 56, 448, 73, 146, 292, 273, 84)


class Noughts(Game[Grid, int]):
    """Noughts and crosses with patterns: a table of 27 entries for each line."""

    utility_bounds = (-1, 1)
    pattern_sizes: tuple[int, ...] = (27,) * 8
    outcomes = (-1, 0, 1)
    stages = 2

    def initial(self) -> Grid:
        return Grid(0, 0, 0)

    def player(self, state: Grid) -> int:
        return state.turn

    def actions(self, state: Grid) -> Iterator[int]:
        for cell in range(9):
            if not (state.mine | state.theirs) >> cell & 1:
                yield cell

    def result(self, state: Grid, action: int) -> Grid:
        return Grid(state.theirs, state.mine | 1 << action, 1 - state.turn)

    def is_terminal(self, state: Grid) -> bool:
        if state.mine | state.theirs == 511:
            return True
        return any(state.theirs & line == line for line in LINES)

    def utility(self, state: Grid, player: int) -> int:
        lost = any(state.theirs & line == line for line in LINES)
        return 0 if not lost else -1 if player == state.turn else 1

    def patterns(self, state: Grid, player: int) -> Iterator[int]:
        own = player == state.turn
        mine, theirs = (state.mine, state.theirs) if own else (state.theirs, state.mine)
        for number in range(8):
            index = 0
            for cell in range(9):
                if LINES[number] >> cell & 1:
                    index = 3 * index + (mine >> cell & 1) + 2 * (theirs >> cell & 1)
            yield 27 * number + index

    def stage(self, state: Grid) -> int:
        filled = 0
        for cell in range(9):
            filled += (state.mine | state.theirs) >> cell & 1
        return 1 if filled > 4 else 0
