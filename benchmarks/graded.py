"""Connect Four with an evaluation, so that the order of actions makes a difference."""

from __future__ import annotations

from adversario import bits
from adversario.games.lines.connect4 import ConnectFour, State

SHARE = 1000
"""What a win is worth in points of the evaluation: more than a whole board of them."""


class GradedConnectFour(ConnectFour):
    """A stone counts as many points as it is steps away from the nearest side and the nearest end.

    Without an evaluation nearly all positions within the horizon have value 0, and with equal
    values every order of the actions is as good as the best.
    """

    def __init__(self) -> None:
        super().__init__()
        places = [(column, row) for column in range(self.width) for row in range(self.height)]
        self.rings = tuple(
            sum(1 << self.stride * column + row
                for column, row in places
                if min(column, self.width - 1 - column) + min(row, self.height - 1 - row) >= ring)
            for ring in (1, 2, 3, 4, 5)
        )  # fmt: skip

    def evaluate(self, state: State, player: int) -> float:
        """The points of a player's stones less those of the other's, as a share of a win."""
        lead = 0
        for ring in self.rings:
            lead += bits.count(state.mover & ring) - bits.count(state.other & ring)
        return (lead if player == state.turn else -lead) / SHARE
