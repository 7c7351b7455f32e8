"""Heads-up limit hold'em: two cards each, five on the table, four rounds of bets of fixed size.

Blinds are 1 and 2, bets 2 before and on the flop, 4 afterwards, at most four in a round. The player
with the small blind begins before the flop, the other one later.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adversario import bits
from adversario.base.errors import InputError
from adversario.game import CHANCE, Game
from adversario.games.cards.holdem.strength import strength
from adversario.games.drawing.cards import cards_svg, cards_text
from adversario.games.registry import register
from adversario.tuples import replaced

FOLD, CALL, RAISE = 0, 1, 2
"""Actions: to call is to check if there is nothing to call."""

DECK = (1 << 52) - 1
STREETS = (3, 1, 1)
"""The cards that come to the table after each round: flop, turn and river."""

SIZES = (2, 2, 4, 4)
SUITS, RANKS = "cdhs", "23456789TJQKA"


class Deal(NamedTuple):
    """A hand of hold'em. Sets of cards are bits; the bets follow from the numbers of moves."""

    hands: tuple[int, ...]
    table: tuple[int, ...]
    """The flop, the turn and the river."""
    round: int
    """4 after all of them."""
    moves: tuple[int, ...]
    """The number of moves in each round."""
    raises: tuple[int, ...]
    """The number of bets in each round; the big blind is one."""
    folded: bool


@register("holdem")
class Holdem(Game[Deal, int]):
    """The best five of seven cards win what the other player has paid."""

    chance, perfect_information = True, False
    utility_bounds = (-48, 48)

    def __init__(self, bets: int = 4) -> None:
        if not 1 <= bets <= 4:
            raise InputError("holdem.bets", bets=bets)
        self.bets = bets

    def initial(self) -> Deal:
        """No card is dealt."""
        return Deal((0, 0), (0, 0, 0), 0, (0, 0, 0, 0), (1, 0, 0, 0), False)

    def is_deal(self, state: Deal) -> bool:
        """Whether a card is to be dealt."""
        one, two = state.hands
        return bits.count(one) < 2 or bits.count(two) < 2 or self.street(state) >= 0

    def street(self, state: Deal) -> int:
        """Where the next card on the table belongs; -1 if none is to be dealt now."""
        for number in range(min(state.round, 3)):
            if bits.count(state.table[number]) < STREETS[number]:
                return number
        return -1

    def shown(self, state: Deal) -> int:
        """The cards on the table."""
        flop, turn, river = state.table
        return flop | turn | river

    def player(self, state: Deal) -> int:
        """Chance deals; the small blind begins before the flop, the big blind later."""
        if self.is_deal(state):
            return CHANCE
        if state.round == 0:
            return state.moves[0] % 2
        return (state.moves[min(state.round, 3)] + 1) % 2

    def chances(self, state: Deal) -> Iterator[tuple[int, float]]:
        """The cards that are left."""
        one, two = state.hands
        left = DECK & ~(one | two | self.shown(state))
        share = 1 / bits.count(left)
        while left:
            yield bits.lowest(left), share
            left &= left - 1

    def is_facing(self, state: Deal) -> bool:
        """Whether there is a bet to call."""
        number = min(state.round, 3)
        if number == 0 and state.raises[0] == 1:
            return state.moves[0] == 0
        return state.raises[number] > 0

    def actions(self, state: Deal) -> Iterator[int]:
        """Fold if there is a bet to call, call or check, bet or raise."""
        if self.is_facing(state):
            yield FOLD
        yield CALL
        if state.raises[min(state.round, 3)] < self.bets:
            yield RAISE

    def result(self, state: Deal, action: int) -> Deal:
        """A card is dealt, or the player to move folds, calls or raises."""
        if self.is_deal(state):
            return self.deal(state, 1 << action)
        hands, table, number, moves, raises, _ = state
        before = moves[number]
        moves = replaced(moves, number, before + 1)
        if action == RAISE:
            raises = replaced(raises, number, raises[number] + 1)
            return Deal(hands, table, number, moves, raises, False)
        ends = action == CALL and before > 0
        return Deal(hands, table, number + int(ends), moves, raises, action == FOLD)

    def deal(self, state: Deal, card: int) -> Deal:
        """The card goes to the first player who lacks one, or to the table."""
        for who in range(2):
            if bits.count(state.hands[who]) < 2:
                return state._replace(hands=replaced(state.hands, who, state.hands[who] | card))
        number = self.street(state)
        return state._replace(table=replaced(state.table, number, state.table[number] | card))

    def is_terminal(self, state: Deal) -> bool:
        """A player folded, or all rounds are over."""
        return state.folded or (state.round == 4 and not self.is_deal(state))

    def paid(self, state: Deal, player: int) -> int:
        """What a player has paid so far."""
        total = 0
        for number in range(min(state.round, 3) + 1):
            total += SIZES[number] * state.raises[number]
        if state.round == 4 or not self.is_behind(state, player):
            return total
        if state.round == 0 and state.raises[0] == 1:
            return 1  # the small blind
        return total - SIZES[state.round]

    def is_behind(self, state: Deal, player: int) -> bool:
        """Whether a player has not called the last bet."""
        number = state.round
        moves = state.moves[number] - int(state.folded)
        mover = moves % 2 if number == 0 else (moves + 1) % 2
        if number == 0 and state.raises[0] == 1:
            return player == mover == 0 and moves == 0
        return player == mover and state.raises[number] > 0

    def utility(self, state: Deal, player: int) -> int:
        """What the loser has paid."""
        if state.folded:
            number = state.round
            last = state.moves[number] - 1
            loser = last % 2 if number == 0 else (last + 1) % 2
            paid = self.paid(state, loser)
            return -paid if player == loser else paid
        one = strength(state.hands[0] | self.shown(state))
        two = strength(state.hands[1] | self.shown(state))
        won = self.paid(state, 0) * (int(one > two) - int(one < two))
        return won if player == 0 else -won

    def observation(
        self, state: Deal, player: int
    ) -> tuple[int, tuple[int, ...], int, tuple[int, ...], tuple[int, ...]]:
        """The player's own cards once all have theirs, the table and the bets."""
        one, two = state.hands
        dealt = bits.count(one) == 2 and bits.count(two) == 2
        own = state.hands[player] if dealt else 0
        return own, state.table, state.round, state.moves, state.raises

    def conceal(self, state: Deal, player: int) -> Deal:
        """The other player's cards are not dealt."""
        one, two = state.hands
        if bits.count(one) < 2 or bits.count(two) < 2:
            return self.initial()
        return state._replace(hands=replaced(state.hands, 1 - player, 0))

    # Notation and pictures.

    def action_name(self, state: Deal, action: int) -> str:
        """Fold, check, call, bet or raise, or the card dealt."""
        if self.is_deal(state):
            return card_name(action)
        if action == FOLD:
            return "fold"
        if action == CALL:
            return "call" if self.is_facing(state) else "check"
        return "raise" if state.raises[state.round] else "bet"

    def names(self, state: Deal, number: int) -> list[str]:
        """The names of the actions in a round, which follow from their numbers."""
        first = int(number == 0)
        moves, raises = state.moves[number], state.raises[number] - first
        if moves == 0:
            return []
        last: list[str] = []
        if number < state.round:
            last = ["call" if raises else "check"]
        elif state.folded:
            last = ["fold"]
        if state.folded and number == state.round and number == 0 and not raises:
            return ["fold"]
        opening = moves - raises - len(last)
        words = ["call" if number == 0 else "check"] * opening
        words += ["raise" if number == 0 or at else "bet" for at in range(raises)]
        return words + last

    def position(self, state: Deal) -> str:
        """The cards dealt and the bets, in order; - before the deal."""
        words = [card_name(card) for hand in state.hands for card in cards_of(hand)]
        for number in range(min(state.round, 3) + 1):
            street = state.table[number - 1] if number else 0
            words += [card_name(card) for card in cards_of(street)] + self.names(state, number)
        return " ".join(words) or "-"

    def parse_position(self, text: str) -> Deal:
        """The inverse of `position`."""
        return super().parse_position("" if text.strip() == "-" else text)

    def text(self, state: Deal) -> str:
        """The table, and the cards and the stake of each player."""
        rows = [
            f"{who + 1}: [{cards_text(self.hand_names(state, who))}] {self.paid(state, who)}"
            for who in (0, 1)
        ]
        table = cards_text(self.table_names(state))
        return "\n".join([f"   [{table}]", *rows])

    def table_names(self, state: Deal) -> list[str]:
        """The cards on the table, in the order of their coming."""
        return [card_name(card) for street in state.table for card in cards_of(street)]

    def hand_names(self, state: Deal, who: int) -> list[str]:
        """The cards of a player; ? for one that is not dealt."""
        names = [card_name(card) for card in cards_of(state.hands[who])]
        return names + ["?"] * (2 - len(names))

    def svg(self, state: Deal) -> str:
        """The table, and the cards of each player; the stakes are below."""
        table = self.table_names(state)
        rows: list[tuple[str, list[str], list[str]]] = [("", [], table)]
        rows += [(str(who + 1), [], self.hand_names(state, who)) for who in (0, 1)]
        below = "   ".join(f"{who + 1}: {self.paid(state, who)}" for who in (0, 1))
        return cards_svg(rows, self.text(state), below)


def card_name(card: int) -> str:
    """The rank and the suit: 2c, Td, Ah."""
    return RANKS[card % 13] + SUITS[card // 13]


def cards_of(cards: int) -> list[int]:
    """The cards of a set, the highest rank first."""
    held = [card for card in range(52) if cards >> card & 1]
    return sorted(held, key=lambda card: (-(card % 13), -card))
