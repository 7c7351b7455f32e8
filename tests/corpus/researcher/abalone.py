"""A small Abalone on a hexagon of side three: longer lines push shorter ones off the board."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Dict, Optional, Tuple

from adversario import Game

Hex = Tuple[int, int]
DIRS: Tuple[Hex, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
RADIUS = 2
CELLS: Tuple[Hex, ...] = tuple(
    (q, r)
    for q in range(-RADIUS, RADIUS + 1)
    for r in range(-RADIUS, RADIUS + 1)
    if abs(q + r) <= RADIUS
)
INDEX: Dict[Hex, int] = {cell: i for i, cell in enumerate(CELLS)}


@lru_cache(maxsize=None)
def step(cell: int, d: int) -> Optional[int]:
    q, r = CELLS[cell]
    dq, dr = DIRS[d]
    return INDEX.get((q + dq, r + dr))


@dataclass(frozen=True)
class State:
    cells: str
    turn: int
    ply: int = 0

    @property
    def own(self) -> str:
        return "bw"[self.turn]


class Abalone(Game[State, Tuple[int, int]]):
    """Move a line of your marbles one step; push shorter lines; first to lose two loses."""

    utility_bounds = (-1, 1)

    def __init__(self, lost: int = 2, limit: int = 40) -> None:
        self.lost = lost
        self.limit = limit
        start = ["."] * len(CELLS)
        for i, (q, r) in enumerate(CELLS):
            if r <= -1:
                start[i] = "b"
            elif r >= 1:
                start[i] = "w"
        self.start = "".join(start)
        self.marbles = self.start.count("b")

    def initial(self) -> State:
        return State(self.start, 0)

    def player(self, state: State) -> int:
        return state.turn

    def push(self, state: State, cell: int, d: int) -> Optional[str]:
        """The board after the line from cell moves in direction d; None if it cannot."""
        own = state.own
        run = []
        at: Optional[int] = cell
        while at is not None and state.cells[at] == own:
            run.append(at)
            at = step(at, d)
        if len(run) > 3:
            return None
        pushed = []
        while at is not None and state.cells[at] not in (own, "."):
            pushed.append(at)
            at = step(at, d)
        if at is None and not pushed:
            return None
        if at is not None and state.cells[at] == own:
            return None
        if len(pushed) >= len(run):
            return None
        board = list(state.cells)
        path = run + pushed + ([at] if at is not None else [])
        for here, after in zip(reversed(path[:-1]), reversed(path[1:])):
            board[after] = board[here]
        board[cell] = "."
        return "".join(board)

    def actions(self, state: State):
        for cell, mark in enumerate(state.cells):
            if mark == state.own:
                for d in range(6):
                    if self.push(state, cell, d) is not None:
                        yield cell, d

    def result(self, state: State, action: Tuple[int, int]) -> State:
        cells = self.push(state, *action)
        assert cells is not None
        return State(cells, 1 - state.turn, state.ply + 1)

    def score(self, state: State, player: int) -> int:
        """The marbles pushed off by a player."""
        return self.marbles - state.cells.count("wb"[player])

    def is_terminal(self, state: State) -> bool:
        return state.ply >= self.limit or max(self.score(state, p) for p in (0, 1)) >= self.lost

    def utility(self, state: State, player: int) -> int:
        difference = self.score(state, player) - self.score(state, 1 - player)
        return (difference > 0) - (difference < 0)
