"""Pig: roll a die as often as you dare; a 1 loses the turn's points, holding banks them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from adversario.base.appearance import PAINTS, Appearance, named_by_paint
from adversario.base.errors import InputError
from adversario.game import CHANCE, Game
from adversario.games.registry import register

HOLD, ROLL = 0, -1
"""Actions; the outcomes of the die are 1 to 6."""

COLOURS = (PAINTS["red"].fill, PAINTS["blue"].fill)


class State(NamedTuple):
    """Points banked by each player, points at risk, the player to move, whether the die rolls."""

    banked: tuple[int, int]
    risked: int
    turn: int
    rolling: bool


@register("pig")
class Pig(Game[State, int]):
    """The first with `target` points wins.

    Rolling is a move, and the result of the die a chance node.
    """

    chance = True
    utility_bounds = (-1, 1)

    def __init__(self, target: int = 100, faces: int = 6) -> None:
        if target < 1 or faces < 2:
            raise InputError("pig.options", target=target, faces=faces)
        self.target, self.faces = target, faces

    def initial(self) -> State:
        """No points, the first player to move."""
        return State((0, 0), 0, 0, False)

    def player(self, state: State) -> int:
        """Chance while the die is rolling."""
        return CHANCE if state.rolling else state.turn

    def actions(self, state: State) -> Iterator[int]:
        """Roll; or hold, if there are points to bank. With enough points to win, only hold."""
        if state.banked[state.turn] + state.risked < self.target:
            yield ROLL
        if state.risked:
            yield HOLD

    def chances(self, state: State) -> Iterator[tuple[int, float]]:
        """A fair die."""
        for face in range(1, self.faces + 1):
            yield face, 1 / self.faces

    def result(self, state: State, action: int) -> State:
        """The state after the roll, with more points at risk or none, or with them banked."""
        banked, turn = state.banked, state.turn
        if action == ROLL:
            return State(banked, state.risked, turn, True)
        if action == HOLD:
            one, two = banked
            total = (one + state.risked, two) if turn == 0 else (one, two + state.risked)
            return State(total, 0, 1 - turn, False)
        if action == 1:
            return State(banked, 0, 1 - turn, False)
        return State(banked, state.risked + action, turn, False)

    def is_terminal(self, state: State) -> bool:
        """Whether a player has banked enough."""
        return max(state.banked) >= self.target

    def utility(self, state: State, player: int) -> int:
        """1 for the winner, -1 for the other."""
        return 1 if state.banked[player] >= self.target else -1

    def evaluate(self, state: State, player: int) -> float:
        """The lead, points at risk counted in full, as a share of the target."""
        sign = 1 if state.turn == player else -1
        lead = state.banked[player] - state.banked[1 - player] + sign * state.risked
        return max(-self.target, min(self.target, lead)) / self.target

    def player_name(self, player: int) -> str:
        """The players by number."""
        return super().player_name(player) if player == CHANCE else str(player + 1)

    def action_name(self, state: State, action: int) -> str:
        """roll, hold, or the face of the die."""
        return {ROLL: "roll", HOLD: "hold"}.get(action, str(action))

    def position(self, state: State) -> str:
        """Banked points, points at risk, the player to move and a * while the die rolls."""
        one, two = state.banked
        return f"{one}-{two}+{state.risked} {state.turn + 1}{'*' * state.rolling}"

    def parse_position(self, text: str) -> State:
        """The inverse of `position`; or the state after the actions played, as in "roll 5 hold"."""
        found = re.fullmatch(r"(\d{1,12})-(\d{1,12})\+(\d{1,12}) ([12])(\*?)", text.strip())
        if found is None:
            return super().parse_position(text)
        one, two, risked, player = (int(number) for number in found.groups()[:4])
        state = State((one, two), risked, player - 1, bool(found[5]))
        if not self._can_arise(state):
            raise InputError("pig.impossible", position=text.strip(), target=self.target)
        return state

    def _can_arise(self, state: State) -> bool:
        """Whether the points are consistent: the winner banks at the end, a face of 1 adds none."""
        if max(state.banked) < self.target:
            return state.risked != 1
        return state.banked[state.turn] < self.target and not state.risked and not state.rolling

    def appearance(self) -> Appearance:
        """The players are named by colours."""
        return Appearance(named_by_paint("red", "blue"))

    def points_so_far(self, state: State) -> tuple[int, ...]:
        """The points banked."""
        return state.banked

    def svg(self, state: State) -> str:
        """A bar for each player: banked points, then those at risk; a die next to the mover's."""
        bars = "".join(self._bar(state, player) for player in (0, 1))
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 460 130" width="460" '
            'height="130" role="img" font-family="sans-serif" font-size="20">'
            f"<title>{self.position(state)}</title>"
            f'<rect width="460" height="130" fill="white"/>{bars}</svg>'
        )

    def policy_svg(self, best: Callable[[State], int | None]) -> str:
        """The points at risk from which to hold, as colours, for the points of both players."""
        size = 400 / self.target
        cells = []
        for mine in range(self.target):
            for theirs in range(self.target):
                hold = self._hold_at(mine, theirs, best)
                if hold is None:
                    continue
                x, y = 60 + mine * size, 420 - (theirs + 1) * size
                cells.append(
                    f'<rect x="{x:.2f}" y="{y:.2f}" width="{size + 0.05:.2f}" '
                    f'height="{size + 0.05:.2f}" fill="{_shade(hold)}">'
                    f"<title>{mine}-{theirs}: {hold}</title></rect>"
                )
        key = "".join(
            f'<rect x="480" y="{416 - 8 * hold}" width="20" height="8" fill="{_shade(hold)}"/>'
            + (f'<text x="506" y="{424 - 8 * hold}">{hold}</text>' if hold % 10 == 0 else "")
            for hold in range(0, 51, 2)
        ).replace('height="8"', 'height="16.1"')
        axes = "".join(
            f'<text x="{60 + 400 * part / 4:.0f}" y="438" text-anchor="middle">'
            f"{self.target * part // 4}</text>"
            f'<text x="52" y="{424 - 400 * part / 4:.0f}" text-anchor="end">'
            f"{self.target * part // 4}</text>"
            for part in range(5)
        )
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 560 460" width="560" '
            'height="460" role="img" font-family="sans-serif" font-size="13">'
            f'<rect width="560" height="460" fill="white"/>{"".join(cells)}{key}{axes}</svg>'
        )

    def _hold_at(self, mine: int, theirs: int, best: Callable[[State], int | None]) -> int | None:
        """The least points at risk at which the policy holds; None if it has no such states."""
        for risked in range(2, self.target - mine):
            action = best(State((mine, theirs), risked, 0, False))
            if action != ROLL:
                return None if action is None else risked
        return self.target - mine

    def _bar(self, state: State, player: int) -> str:
        y, share, colour = 20 + 55 * player, 300 / self.target, COLOURS[player]
        banked = min(state.banked[player], self.target)
        moves = player == state.turn and not self.is_terminal(state)
        risked = min(state.risked, self.target - banked) if moves else 0
        points = f"{state.banked[player]}" + (f" + {state.risked}" if risked else "")
        die = (
            f'<rect x="10" y="{y + 4}" width="26" height="26" rx="5" fill="none" stroke="black"/>'
            f'<circle cx="23" cy="{y + 17}" r="3"/>'
            if moves
            else ""
        )
        return (
            f'{die}<text x="48" y="{y + 24}">{player + 1}</text>'
            f'<rect x="70" y="{y}" width="300" height="34" fill="#f0ede4" stroke="#999"/>'
            f'<rect x="70" y="{y}" width="{banked * share:.1f}" height="34" fill="{colour}"/>'
            f'<rect x="{70 + banked * share:.1f}" y="{y}" width="{risked * share:.1f}" height="34" '
            f'fill="{colour}" fill-opacity="0.4"/>'
            f'<text x="380" y="{y + 24}">{points}</text>'
        )


def _shade(hold: int) -> str:
    """From light at 0 to dark at 50 points or more."""
    return f"hsl(215 60% {92 - min(hold, 50) * 1.4:.0f}%)"
