"""Rock, paper, scissors: both players choose at the same time."""

from __future__ import annotations

from typing import NamedTuple

from adversario.game import Game
from adversario.games.registry import register

NONE = -1
"""No choice yet."""

SHAPES = ("rock", "paper", "scissors")


class Hands(NamedTuple):
    """The choices of both players; the second is asked last, and does not see the first."""

    first: int
    second: int


@register("rock-paper-scissors")
class RockPaperScissors(Game[Hands, int]):
    """Rock blunts scissors, scissors cut paper, paper wraps rock."""

    simultaneous = True
    utility_bounds = (-1, 1)

    def initial(self) -> Hands:
        """Neither player has chosen."""
        return Hands(NONE, NONE)

    def player(self, state: Hands) -> int:
        """The first player, then the second."""
        return 0 if state.first == NONE else 1

    def actions(self, state: Hands) -> tuple[int, int, int]:
        """The three shapes."""
        return 0, 1, 2

    def result(self, state: Hands, action: int) -> Hands:
        """The choice is made."""
        return Hands(action, NONE) if state.first == NONE else Hands(state.first, action)

    def is_terminal(self, state: Hands) -> bool:
        """Both have chosen."""
        return state.second != NONE

    def utility(self, state: Hands, player: int) -> int:
        """1 for the winner, -1 for the loser, 0 for equal shapes."""
        won = (state.first - state.second + 1) % 3 - 1
        return won if player == 0 else -won

    def observation(self, state: Hands, player: int) -> Hands:
        """Nothing before both have chosen."""
        return state if state.second != NONE else Hands(NONE, NONE)

    def conceal(self, state: Hands, player: int) -> Hands:
        """The other player has not chosen."""
        return Hands(NONE, NONE)

    def action_name(self, state: Hands, action: int) -> str:
        """The name of the shape."""
        return SHAPES[action]

    def position(self, state: Hands) -> str:
        """The shapes chosen so far; - before."""
        return " ".join(SHAPES[shape] for shape in state if shape != NONE) or "-"

    def parse_position(self, text: str) -> Hands:
        """The inverse of `position`."""
        return super().parse_position("" if text.strip() == "-" else text)
