"""Rock, paper, scissors: both players choose at the same time."""

from __future__ import annotations

from typing import NamedTuple

from adversario.game import Game
from adversario.games.drawing.grid import picture
from adversario.games.registry import register

NONE = -1
"""No choice yet."""

SHAPES = ("rock", "paper", "scissors")


DRAWN = (
    '<path d="M-26 20q-14-22 2-36q22-18 42 2q18 24 2 36z" fill="#8d8f98" stroke="#4b4d55"/>',
    '<path d="M-22-30h44v60h-44z" fill="#fff" stroke="#888"/>'
    '<path d="M-14-16h28M-14-4h28M-14 8h28M-14 20h16" stroke="#9db0d8" stroke-width="2"/>',
    '<path d="M-14 12 18-32M14 12-18-32" stroke="#6d7078" stroke-width="6"/>'
    '<circle cx="-18" cy="21" r="9" fill="none" stroke="#b3261e" stroke-width="5"/>'
    '<circle cx="18" cy="21" r="9" fill="none" stroke="#b3261e" stroke-width="5"/>',
)
"""The shapes around the origin."""

SIDE, BACK = 120, "#35608a"


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

    def svg(self, state: Hands) -> str:
        """What each player holds; a card's back before both have chosen."""
        drawn = ['<rect width="100%" height="100%" fill="white"/>']
        for who, shape in enumerate(state):
            at = SIDE * who + SIDE // 2
            hidden = f'<rect x="-28" y="-36" width="56" height="72" rx="5" fill="{BACK}"/>'
            held = DRAWN[shape] if self.is_terminal(state) else hidden
            drawn.append(f'<g transform="translate({at} 62)">{held}</g>')
            drawn.append(f'<text x="{at - 4}" y="122" font-size="16">{who + 1}</text>')
        return picture(2 * SIDE, 132, self.position(state), "".join(drawn))

    def position(self, state: Hands) -> str:
        """The shapes chosen so far; - before."""
        return " ".join(SHAPES[shape] for shape in state if shape != NONE) or "-"

    def parse_position(self, text: str) -> Hands:
        """The inverse of `position`."""
        return super().parse_position("" if text.strip() == "-" else text)
