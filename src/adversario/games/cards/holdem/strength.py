"""The strength of seven cards: a number, larger for the better hand of five, equal for equal ones.

Cards are bits: 13 of each suit, the deuce lowest.
"""

from __future__ import annotations

from adversario import bits

RANKS_OF_SUIT = (1 << 13) - 1
CATEGORY = 26
"""A strength is the category, then the ranks that make it, then the other ranks, 13 bits each."""


def strength(cards: int) -> int:
    """The strength of a set of at least five cards."""
    clubs, diamonds = cards & RANKS_OF_SUIT, cards >> 13 & RANKS_OF_SUIT
    hearts, spades = cards >> 26 & RANKS_OF_SUIT, cards >> 39 & RANKS_OF_SUIT
    flush = 0
    for suit in (clubs, diamonds, hearts, spades):
        if bits.count(suit) >= 5:
            flush = suit
    ranks = clubs | diamonds | hearts | spades
    red, black = diamonds | hearts, clubs | spades
    both_red, both_black = diamonds & hearts, clubs & spades
    pairs = both_red | both_black | red & black
    four, two = both_red & both_black, highest(pairs, 2)
    three = highest(both_red & black | both_black & red, 1)
    category, made, others = 0, highest(ranks, 5), 0
    if flush != 0 and straight(flush) != 0:
        category, made = 8, straight(flush)
    elif four != 0:
        category, made, others = 7, four, highest(ranks & ~four, 1)
    elif three != 0 and pairs & ~three != 0:
        category, made, others = 6, three, highest(pairs & ~three, 1)
    elif flush != 0:
        category, made = 5, highest(flush, 5)
    elif straight(ranks) != 0:
        category, made = 4, straight(ranks)
    elif three != 0:
        category, made, others = 3, three, highest(ranks & ~three, 2)
    elif two != 0:
        category, made = bits.count(two), two
        others = highest(ranks & ~two, 5 - 2 * bits.count(two))
    return category << CATEGORY | made << 13 | others


def straight(ranks: int) -> int:
    """The lowest rank but one of the best straight, as a bit; 0 if there is none.

    The ace is below the deuce, too.
    """
    low = ranks << 1 | ranks >> 12 & 1
    return highest(low & low >> 1 & low >> 2 & low >> 3 & low >> 4, 1)


def highest(ranks: int, most: int) -> int:
    """The highest of some ranks, at most that many."""
    while bits.count(ranks) > most:
        ranks &= ranks - 1
    return ranks
