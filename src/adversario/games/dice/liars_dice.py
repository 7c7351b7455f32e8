"""Liar's dice: bids on dice that no player sees all of; the highest face is wild."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

from adversario.base.errors import InputError
from adversario.game import CHANCE, Game
from adversario.games.drawing.cards import DICE, cards_svg
from adversario.games.registry import register
from adversario.tuples import replaced

NONE = -1
"""Dice that are not rolled."""

LIAR = 0
"""The action that ends the game; all others are bids."""

MOST_BIDS = 60


class Bids(NamedTuple):
    """The dice of both players, by the number of the roll, and all bids."""

    rolls: tuple[int, ...]
    bids: int
    """As bits: bids rise, so this is their order too."""
    last: int
    """The last bid, 0 before the first."""
    turn: int
    called: bool


@register("liars-dice")
class LiarsDice(Game[Bids, int]):
    """Players bid in turn how many dice show a face, until one says that the other is a liar."""

    chance, perfect_information = True, False
    utility_bounds = (-1, 1)

    def __init__(self, dice: int = 1, sides: int = 6) -> None:
        if dice < 1 or not 2 <= sides <= 9 or 2 * dice * sides > MOST_BIDS:
            raise InputError("liars-dice.options", dice=dice, sides=sides, most=MOST_BIDS)
        self.dice, self.sides = dice, sides
        self.most = 2 * dice * sides  # the highest bid
        faces = range(1, sides + 1)
        self.rolls = tuple(combinations_with_replacement(faces, dice))
        self.odds = tuple(
            factorial(dice) / prod(map(factorial, Counter(roll).values())) / sides**dice
            for roll in self.rolls
        )
        self.shown = tuple(  # by roll and face, counted from 0
            tuple(sum(die in (face, sides) for die in roll) for face in faces)
            for roll in self.rolls
        )

    def initial(self) -> Bids:
        """No dice are rolled."""
        return Bids((NONE, NONE), 0, 0, 0, False)

    def player(self, state: Bids) -> int:
        """Chance rolls for one player and the other, then they bid in turn."""
        return CHANCE if min(state.rolls[0], state.rolls[1]) == NONE else state.turn

    def chances(self, state: Bids) -> Iterator[tuple[int, float]]:
        """The rolls of a player."""
        for roll in range(len(self.odds)):
            yield roll, self.odds[roll]

    def actions(self, state: Bids) -> Iterator[int]:
        """All higher bids; that the other is a liar, once there is a bid."""
        for bid in range(1, self.most + 1):
            if bid > state.last:
                yield bid
        if state.last > 0:
            yield LIAR

    def result(self, state: Bids, action: int) -> Bids:
        """Dice are rolled, or the player to move bids or ends the game."""
        one, two = state.rolls
        if one == NONE:
            return state._replace(rolls=(action, two))
        if two == NONE:
            return state._replace(rolls=(one, action))
        if action == LIAR:
            return Bids(state.rolls, state.bids, state.last, 1 - state.turn, True)
        return Bids(state.rolls, state.bids | 1 << action, action, 1 - state.turn, False)

    def is_terminal(self, state: Bids) -> bool:
        """A player was called a liar."""
        return state.called

    def utility(self, state: Bids, player: int) -> int:
        """1 to the last bidder if there are as many dice as bid, else -1."""
        face = (state.last - 1) % self.sides
        count = self.shown[state.rolls[0]][face] + self.shown[state.rolls[1]][face]
        is_true = count > (state.last - 1) // self.sides
        return 1 if (player == state.turn) == is_true else -1  # the bidder would be next

    def observation(self, state: Bids, player: int) -> tuple[int, int, bool]:
        """The player's own dice and the last bid."""
        return state.rolls[player], state.last, state.called

    def conceal(self, state: Bids, player: int) -> Bids:
        """The other player's dice are not rolled."""
        return state._replace(rolls=replaced(state.rolls, 1 - player, NONE))

    def action_name(self, state: Bids, action: int) -> str:
        """2x5 for two fives, liar, or the faces rolled."""
        if min(state.rolls) == NONE:
            return "".join(map(str, self.rolls[action]))
        return "liar" if action == LIAR else self.bid_name(action)

    def bid_name(self, bid: int) -> str:
        """The number of dice and the face."""
        return f"{(bid - 1) // self.sides + 1}x{(bid - 1) % self.sides + 1}"

    def position(self, state: Bids) -> str:
        """The dice, the bids and the call; - before the roll."""
        words = ["".join(map(str, self.rolls[roll])) for roll in state.rolls if roll != NONE]
        words += [self.bid_name(bid) for bid in range(1, self.most + 1) if state.bids >> bid & 1]
        return " ".join(words + ["liar"] * state.called) or "-"

    def parse_position(self, text: str) -> Bids:
        """The inverse of `position`."""
        return super().parse_position("" if text.strip() == "-" else text)

    def text(self, state: Bids) -> str:
        """The dice of each player and the bids."""
        rows = [
            f"{who + 1}: " + " ".join(f"[{face}]" for face in self.faces(roll))
            for who, roll in enumerate(state.rolls)
        ]
        bids = [self.bid_name(bid) for bid in range(1, self.most + 1) if state.bids >> bid & 1]
        return "\n".join([*rows, " ".join(bids + ["liar"] * state.called) or "-"])

    def faces(self, roll: int) -> list[str]:
        """The dice of a roll."""
        return ["?"] * self.dice if roll == NONE else [str(die) for die in self.rolls[roll]]

    def svg(self, state: Bids) -> str:
        """The dice of each player, and the bids."""
        bids = [self.bid_name(bid) for bid in range(1, self.most + 1) if state.bids >> bid & 1]
        rows: list[tuple[str, list[str], list[str]]] = [
            (str(who + 1), [], [_drawn(face) for face in self.faces(roll)])
            for who, roll in enumerate(state.rolls)
        ]
        return cards_svg(rows, self.text(state), " ".join(bids + ["liar"] * state.called))


def _drawn(face: str) -> str:
    """A face as a die; a card if a die has no such face."""
    return DICE[int(face) - 1] if face.isdecimal() and 1 <= int(face) <= len(DICE) else face
