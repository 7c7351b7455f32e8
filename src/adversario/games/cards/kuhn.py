"""Kuhn poker: the smallest poker, in which bluffing is part of optimal play (Kuhn, 1950)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adversario.base.errors import InputError
from adversario.game import CHANCE, Game
from adversario.games.drawing.cards import cards_svg
from adversario.games.registry import register

NONE = -1
"""A card that is not dealt, a bet that is not made."""

PASS, BET = 0, 1
"""Actions: to pass is to check or to fold, to bet is to bet or to call."""

RANKS = "A23456789TJQK"


class Deal(NamedTuple):
    """The cards of both, the number of moves, which of them was a bet, whether a player folded."""

    cards: tuple[int, int]
    moves: int
    bet: int
    folded: bool


@register("kuhn")
class Kuhn(Game[Deal, int]):
    """Each player antes 1 and gets one card; they pass or bet 1 more, and the higher card wins."""

    chance, perfect_information = True, False
    utility_bounds = (-2, 2)

    def __init__(self, cards: int = 3) -> None:
        if not 3 <= cards <= len(RANKS):
            raise InputError("kuhn.options", cards=cards)
        self.cards = cards

    def initial(self) -> Deal:
        """No card is dealt."""
        return Deal((NONE, NONE), 0, NONE, False)

    def player(self, state: Deal) -> int:
        """Chance deals, then the players take turns."""
        return CHANCE if min(state.cards) == NONE else state.moves % 2

    def chances(self, state: Deal) -> Iterator[tuple[int, float]]:
        """The cards that are left, equally likely."""
        one, two = state.cards
        for card in range(self.cards):
            if card not in (one, two):
                yield card, 1 / (self.cards - int(one != NONE) - int(two != NONE))

    def actions(self, state: Deal) -> tuple[int, int]:
        """Pass or bet."""
        return PASS, BET

    def result(self, state: Deal, action: int) -> Deal:
        """A card is dealt, or the player to move passes or bets."""
        (one, two), moves, bet, folded = state
        if min(one, two) == NONE:
            return Deal((action, two) if one == NONE else (one, action), moves, bet, folded)
        if bet == NONE:
            return Deal(state.cards, moves + 1, moves if action == BET else NONE, False)
        return Deal(state.cards, moves + 1, bet, action == PASS)

    def is_terminal(self, state: Deal) -> bool:
        """Both passed, or a bet was answered."""
        return state.moves == 2 if state.bet == NONE else state.moves > state.bet + 1

    def utility(self, state: Deal, player: int) -> int:
        """The other player's stake: 2 after a call, else 1."""
        winner = state.bet % 2 if state.folded else int(state.cards[0] < state.cards[1])
        stake = 2 if state.bet != NONE and not state.folded else 1
        return stake if winner == player else -stake

    def observation(self, state: Deal, player: int) -> tuple[int, int, int]:
        """The player's own card and the moves."""
        return state.cards[player], state.moves, state.bet

    def conceal(self, state: Deal, player: int) -> Deal:
        """The other player's card is not dealt."""
        one, two = state.cards
        return state._replace(cards=(one, NONE) if player == 0 else (NONE, two))

    def card_name(self, card: int) -> str:
        """J, Q and K, and lower ranks with more cards."""
        return "?" if card == NONE else RANKS[card - self.cards]

    def action_name(self, state: Deal, action: int) -> str:
        """Pass or bet, or the card dealt."""
        return self.card_name(action) if min(state.cards) == NONE else ("pass", "bet")[action]

    def position(self, state: Deal) -> str:
        """The cards dealt and the moves since; - before the deal."""
        cards = [self.card_name(card) for card in state.cards if card != NONE]
        last = ["pass" if state.folded else "bet"] * (state.moves - state.bet - 1)
        quiet = state.moves if state.bet == NONE else state.bet
        bets = [] if state.bet == NONE else ["bet", *last]
        return " ".join([*cards, *["pass"] * quiet, *bets]) or "-"

    def parse_position(self, text: str) -> Deal:
        """The inverse of `position`."""
        return super().parse_position("" if text.strip() == "-" else text)

    def text(self, state: Deal) -> str:
        """The card and the stake of each player."""
        return "\n".join(
            f"{who + 1}: [{self.card_name(state.cards[who])}] {'o' * self.stake(state, who)}"
            for who in (0, 1)
        )

    def svg(self, state: Deal) -> str:
        """The cards of both players and their stakes."""
        rows: list[tuple[str, list[str], list[str]]] = [
            (str(who + 1), [], [self.card_name(state.cards[who]), *["●"] * self.stake(state, who)])
            for who in (0, 1)
        ]
        return cards_svg(rows, self.text(state))

    def stake(self, state: Deal, player: int) -> int:
        """What a player has paid."""
        if state.bet == NONE:
            return 1
        called = state.moves > state.bet + 1 and not state.folded
        return 2 if called or state.bet % 2 == player else 1
