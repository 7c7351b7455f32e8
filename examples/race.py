"""A race with a die: walk three squares, or roll and move as far as the die says."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from adversario import CHANCE, Game


class State(NamedTuple):
    """The squares left for the mover and for the other, who moves, and whether the die rolls."""

    to_go: tuple[int, int]
    turn: int
    rolling: bool


class Race(Game[State, str]):
    """The first player to reach the goal wins."""

    chance = True
    utility_bounds = (-1, 1)

    def __init__(self, squares: int = 6) -> None:
        self.squares = squares

    def initial(self) -> State:
        """Both players at the start."""
        return State((self.squares, self.squares), 0, False)

    def player(self, state: State) -> int:
        """Nature while the die rolls."""
        return CHANCE if state.rolling else state.turn

    def actions(self, state: State) -> Iterator[str]:
        """Walk or roll."""
        yield from ("walk", "roll")

    def chances(self, state: State) -> Iterator[tuple[str, Fraction]]:
        """A fair die."""
        for face in range(1, 7):
            yield str(face), Fraction(1, 6)

    def result(self, state: State, action: str) -> State:
        """The die in the air, or the mover so many squares nearer to the goal."""
        if action == "roll":
            return state._replace(rolling=True)
        mine, theirs = state.to_go
        moved = 3 if action == "walk" else int(action)
        return State((theirs, max(0, mine - moved)), 1 - state.turn, False)

    def is_terminal(self, state: State) -> bool:
        """Whether somebody has arrived."""
        return 0 in state.to_go

    def utility(self, state: State, player: int) -> int:
        """1 for whoever has arrived, having moved last, and -1 for the other."""
        return -1 if player == state.turn else 1
