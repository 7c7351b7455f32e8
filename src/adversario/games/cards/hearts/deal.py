"""The state of a game of hearts, and sets of cards as bits."""

from __future__ import annotations

from typing import NamedTuple

NONE = -1
"""No card on the table, no player to lead."""

SUITS, RANKS = "cdsh", "23456789TJQKA"
"""Clubs, diamonds, spades, hearts; a card is 13 times its suit and its rank, from 0."""

DECK = (1 << 52) - 1
SUIT = (1 << 13) - 1
"""The clubs."""
HEARTS = SUIT << 39
TWO_OF_CLUBS = 1
QUEEN_OF_SPADES = 36

PASSED = 3
"""The cards that each player passes."""


class Play(NamedTuple):
    """The cards of all players and the trick on the table. Sets of cards are bits."""

    hands: tuple[int, ...]
    """The cards passed are still there until all players have chosen theirs."""
    loose: int
    """Cards that are not dealt yet."""
    passed: tuple[int, ...]
    """Those that each player has chosen to pass."""
    table: tuple[int, ...]
    """The card of each player in this trick, or NONE."""
    leader: int
    """NONE until the first trick."""
    turn: int
    tricks: int
    """Those that are over."""
    points: tuple[int, ...]
    voids: int
    """A bit for each player and suit (4 times the player and the suit): has shown to have none."""


def card_name(card: int) -> str:
    """The rank and the suit: 2c, Td, Qs, Ah."""
    return RANKS[card % 13] + SUITS[card // 13]


def cards_of(cards: int) -> list[int]:
    """The cards of a set: spades, hearts, diamonds and clubs, the highest first."""
    return [
        13 * SUITS.index(suit) + rank
        for suit in "shdc"
        for rank in reversed(range(13))
        if cards >> (13 * SUITS.index(suit) + rank) & 1
    ]
