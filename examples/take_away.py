"""Take-away: players take counters from one heap, and whoever takes the last one wins."""

from collections.abc import Iterator
from typing import NamedTuple

from adversario import Game


class State(NamedTuple):
    """The counters that are left, and who moves."""

    left: int
    turn: int


class TakeAway(Game[State, int]):
    """Players in turn take 1 to `most` counters."""

    utility_bounds = (-1, 1)

    def __init__(self, counters: int = 7, most: int = 3) -> None:
        self.counters, self.most = counters, most

    def initial(self) -> State:
        """All counters there, the first player to move."""
        return State(self.counters, 0)

    def player(self, state: State) -> int:
        """Whose turn it is."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """How many counters to take."""
        yield from range(1, min(self.most, state.left) + 1)

    def result(self, state: State, action: int) -> State:
        """Fewer counters, and the other player's turn."""
        return State(state.left - action, 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        """Whether all counters are gone."""
        return state.left == 0

    def utility(self, state: State, player: int) -> int:
        """The player who would move now has lost: the other one took the last counter."""
        return -1 if player == state.turn else 1

    def position(self, state: State) -> str:
        """The counters left and the player to move, as in 7:MAX."""
        return f"{state.left}:{self.player_name(state.turn)}"

    def parse_position(self, text: str) -> State:
        """The inverse; the actions played so far, as in "3 1", are understood too."""
        left, _, player = text.partition(":")
        if not left.isdecimal() or player not in ("MAX", "MIN"):
            return super().parse_position(text)
        return State(int(left), ("MAX", "MIN").index(player))
