"""Take-away for three: whoever takes the last counter gets the only point."""

from collections.abc import Iterator
from typing import NamedTuple

from adversario import Game


class State(NamedTuple):
    """The counters that are left, and who moves."""

    left: int
    turn: int


class ThreeTakeAway(Game[State, int]):
    """Ann, Bob and Cid in turn take 1 to `most` counters."""

    players = 3
    zero_sum = False
    utility_sum = 1
    utility_bounds = (0, 1)

    def __init__(self, counters: int = 5, most: int = 2) -> None:
        self.counters, self.most = counters, most

    def initial(self) -> State:
        """All counters there, Ann to move."""
        return State(self.counters, 0)

    def player(self, state: State) -> int:
        """Whose turn it is."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """How many counters to take."""
        yield from range(1, min(self.most, state.left) + 1)

    def result(self, state: State, action: int) -> State:
        """Fewer counters, and the next player's turn."""
        return State(state.left - action, (state.turn + 1) % 3)

    def is_terminal(self, state: State) -> bool:
        """Whether all counters are gone."""
        return state.left == 0

    def utility(self, state: State, player: int) -> int:
        """A point for whoever moved last."""
        return 1 if player == (state.turn - 1) % 3 else 0

    def player_name(self, player: int) -> str:
        """The players by name."""
        return ("Ann", "Bob", "Cid")[player]

    def position(self, state: State) -> str:
        """The counters left and the player to move, as in 5:Ann."""
        return f"{state.left}:{self.player_name(state.turn)}"
