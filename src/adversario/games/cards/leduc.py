"""Leduc hold'em: two rounds of bets, one card each and one on the table (Southey et al., 2005)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adversario.base.errors import InputError
from adversario.game import CHANCE, Game
from adversario.games.drawing.cards import cards_svg
from adversario.games.registry import register
from adversario.tuples import replaced

NONE = -1
"""A card that is not dealt."""

FOLD, CALL, RAISE = 0, 1, 2
"""Actions: to call is to check if there is nothing to call."""

MOST_RAISES = 2
"""The most raises in a round."""

RANKS, SUITS = "A23456789TJQK", "shdc"


class Table(NamedTuple):
    """A hand of Leduc hold'em; it determines all bets made so far."""

    cards: tuple[int, ...]
    """Those of the players and the one on the table."""
    round: int
    """2 after both rounds."""
    moves: tuple[int, ...]
    """The number of moves in each round."""
    raises: tuple[int, ...]
    """The number of raises in each round."""
    folded: bool


@register("leduc")
class Leduc(Game[Table, int]):
    """Each player antes 1 and gets a card; a pair with the card on the table wins, or high card."""

    chance, perfect_information = True, False
    utility_bounds = (-13, 13)

    def __init__(self, ranks: int = 3, suits: int = 2, alike: bool = False) -> None:
        if not (2 <= ranks <= len(RANKS) and 2 <= suits <= len(SUITS)):
            raise InputError("leduc.options", ranks=ranks, suits=suits)
        self.ranks, self.suits, self.alike = ranks, suits, alike
        self.deck = ranks * suits
        self.copies = suits if alike else 1  # how often the deck has each card

    def initial(self) -> Table:
        """No card is dealt."""
        return Table((NONE, NONE, NONE), 0, (0, 0), (0, 0), False)

    def player(self, state: Table) -> int:
        """Chance deals; player 1 begins each round."""
        return CHANCE if self.is_deal(state) else state.moves[min(state.round, 1)] % 2

    def is_deal(self, state: Table) -> bool:
        """Whether a card is to be dealt."""
        one, two, shown = state.cards
        return min(one, two) == NONE or (state.round == 1 and shown == NONE)

    def chances(self, state: Table) -> Iterator[tuple[int, float]]:
        """The cards that are left, each as often as the deck still has it."""
        one, two, shown = state.cards
        left = self.deck - int(one != NONE) - int(two != NONE) - int(shown != NONE)
        for card in range(self.deck // self.copies):
            copies = self.copies - int(card == one) - int(card == two) - int(card == shown)
            if copies > 0:
                yield card, copies / left

    def actions(self, state: Table) -> Iterator[int]:
        """Fold if there is a raise to call, call, raise twice a round at most."""
        raises = state.raises[min(state.round, 1)]
        if raises > 0:
            yield FOLD
        yield CALL
        if raises < MOST_RAISES:
            yield RAISE

    def result(self, state: Table, action: int) -> Table:
        """A card is dealt, or the player to move folds, calls or raises."""
        cards, number, moves, raises, _ = state
        if self.is_deal(state):
            place = 0 if cards[0] == NONE else 1 if cards[1] == NONE else 2
            return state._replace(cards=replaced(cards, place, action))
        before = moves[number]
        moves = replaced(moves, number, before + 1)
        if action == FOLD:
            return Table(cards, number, moves, raises, True)
        if action == RAISE:
            raises = replaced(raises, number, raises[number] + 1)
            return Table(cards, number, moves, raises, False)
        return Table(cards, number + int(before > 0), moves, raises, False)

    def is_terminal(self, state: Table) -> bool:
        """A player folded, or both rounds are over."""
        return state.folded or state.round == 2

    def paid(self, state: Table, player: int) -> int:
        """What a player has paid: 1, and 2 or 4 for each raise made or called."""
        total = 1 + 2 * state.raises[0] + 4 * state.raises[1]
        if state.round == 2 or state.raises[state.round] == 0:
            return total
        behind = (state.moves[state.round] - int(state.folded)) % 2  # has not called
        return total - 2 * (state.round + 1) if player == behind else total

    def strength(self, card: int, shown: int) -> int:
        """The rank of a card; a pair is above all ranks."""
        each = self.suits // self.copies
        rank = card // each
        return rank + (self.ranks if rank == shown // each else 0)

    def utility(self, state: Table, player: int) -> int:
        """What the loser has paid."""
        if state.folded:
            loser = (state.moves[state.round] - 1) % 2
            paid = self.paid(state, loser)
            return -paid if player == loser else paid
        one, two, shown = state.cards
        lead = self.strength(one, shown) - self.strength(two, shown)
        won = self.paid(state, 0) * (int(lead > 0) - int(lead < 0))
        return won if player == 0 else -won

    def observation(
        self, state: Table, player: int
    ) -> tuple[int, int, int, tuple[int, ...], tuple[int, ...]]:
        """The player's own card, the card on the table and the bets."""
        return state.cards[player], state.cards[2], state.round, state.moves, state.raises

    def conceal(self, state: Table, player: int) -> Table:
        """The other player's card is not dealt."""
        return state._replace(cards=replaced(state.cards, 1 - player, NONE))

    def card_name(self, card: int) -> str:
        """The rank and the suit: Js, Jh, Qs; the rank alone if suits are alike."""
        if card == NONE:
            return "?"
        rank, suit = divmod(card, self.suits // self.copies)
        return RANKS[rank - self.ranks] + ("" if self.alike else SUITS[suit])

    def action_name(self, state: Table, action: int) -> str:
        """Fold, check, call or raise, or the card dealt."""
        if self.is_deal(state):
            return self.card_name(action)
        if action == CALL:
            return "call" if state.raises[state.round] else "check"
        return "fold" if action == FOLD else "raise"

    def bets(self, state: Table, number: int) -> list[str]:
        """The names of the actions in a round: a check at most, then raises, then the last."""
        last: list[str] = []
        if number < state.round:
            last = ["call" if state.raises[number] else "check"]
        elif state.folded:
            last = ["fold"]
        checks = state.moves[number] - state.raises[number] - len(last)
        return ["check"] * checks + ["raise"] * state.raises[number] + last

    def position(self, state: Table) -> str:
        """The cards dealt and the bets, in order; - before the deal."""
        one, two, shown = state.cards
        words = [self.card_name(card) for card in (one, two) if card != NONE]
        words += self.bets(state, 0) if words else []
        if shown != NONE:
            words += [self.card_name(shown), *self.bets(state, 1)]
        return " ".join(words) or "-"

    def parse_position(self, text: str) -> Table:
        """The inverse of `position`."""
        return super().parse_position("" if text.strip() == "-" else text)

    def text(self, state: Table) -> str:
        """The card on the table, and the card and the stake of each player."""
        rows = [
            f"{who + 1}: [{self.card_name(state.cards[who])}] {'o' * self.paid(state, who)}"
            for who in (0, 1)
        ]
        return "\n".join([f"   [{self.card_name(state.cards[2])}]", *rows])

    def svg(self, state: Table) -> str:
        """The card on the table, and the card and the stake of each player."""
        rows: list[tuple[str, list[str], list[str]]] = [("", [], [self.card_name(state.cards[2])])]
        rows += [
            (str(who + 1), [], [self.card_name(state.cards[who]), *["●"] * self.paid(state, who)])
            for who in (0, 1)
        ]
        return cards_svg(rows, self.text(state))
