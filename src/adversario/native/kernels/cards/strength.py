"""The strength of the best five of up to seven cards. No rules are needed here.

A card is a number from 0 to 51, `13 * suit + rank`, with rank 0 for the deuce and 12 for the ace. A
set of cards is a board of 52 bits, so each suit is 13 adjacent bits.

A strength is a whole number: the greater hand has the greater number, and hands that tie have the
same. It is the category, 0 (high card) to 8 (straight flush), above two sets of ranks: those that
make the category, and the kickers. Two sets with the same number of ranks compare as numbers just
as the hands do, card by card from the highest.
"""

from __future__ import annotations

from typing import Any

from adversario import bits

RANKS = 13
ALL_RANKS = (1 << RANKS) - 1
CATEGORY = 2 * RANKS
"""The bit from which on a strength is its category."""

FIVE = 5


def straight_top(ranks: int) -> int:
    """The highest rank of a straight in a set of ranks as a set of one; 0 if there is none.

    The ace is also below the deuce.
    """
    steps = ranks << 1 | ranks >> (RANKS - 1)
    runs = steps & steps >> 1 & steps >> 2 & steps >> 3 & steps >> 4
    return 1 << (bits.highest(runs) + 3) if runs else 0


def highest_of(ranks: int, number: int) -> int:
    """The highest ranks of a set, `number` of them at most."""
    surplus = bits.count(ranks) - number
    while surplus > 0:
        ranks &= ranks - 1
        surplus -= 1
    return ranks


def top(ranks: int) -> int:
    """The highest rank of a set that is not empty, as a set of one."""
    return 1 << bits.highest(ranks)


def strength(cards: int) -> int:
    """The strength of the best five of a set of five to seven cards."""
    one, two = cards & ALL_RANKS, cards >> RANKS & ALL_RANKS
    three, four = cards >> 2 * RANKS & ALL_RANKS, cards >> 3 * RANKS & ALL_RANKS
    ranks = one | two | three | four
    flush = 0
    if bits.count(one) >= FIVE:
        flush = one
    elif bits.count(two) >= FIVE:
        flush = two
    elif bits.count(three) >= FIVE:
        flush = three
    elif bits.count(four) >= FIVE:
        flush = four
    if flush:
        run = straight_top(flush)
        if run:
            return 8 << CATEGORY | run << RANKS
    pairs = one & two | three & four | (one | two) & (three | four)
    if pairs:
        quads = one & two & three & four
        if quads:
            return 7 << CATEGORY | quads << RANKS | top(ranks & ~quads)
        threes = one & two & (three | four) | three & four & (one | two)
        if threes:
            trips = top(threes)
            others = pairs & ~trips
            if others:  # the order of a full house: first the three, then the two
                return 6 << CATEGORY | trips << RANKS | top(others)
    if flush:
        return 5 << CATEGORY | highest_of(flush, FIVE) << RANKS
    run = straight_top(ranks)
    if run:
        return 4 << CATEGORY | run << RANKS
    if pairs == 0:
        return highest_of(ranks, FIVE) << RANKS
    threes = one & two & (three | four) | three & four & (one | two)
    if threes:
        return 3 << CATEGORY | threes << RANKS | highest_of(ranks & ~threes, 2)
    best = highest_of(pairs, 2)
    if bits.count(best) > 1:
        return 2 << CATEGORY | best << RANKS | top(ranks & ~best)
    return 1 << CATEGORY | best << RANKS | highest_of(ranks & ~best, 3)


def strengths(hands: Any, board: int, out: Any) -> None:
    """The strength of each hand, a set of cards, with the board; -1 if they share a card."""
    for place in range(len(hands)):
        out[place] = -1
        if hands[place] & board == 0:
            out[place] = strength(hands[place] | board)


def count_five(counts: Any) -> None:
    """Add up how many of all hands of five cards are of each category."""
    for a in range(48):
        for b in range(a + 1, 49):
            for c in range(b + 1, 50):
                for d in range(c + 1, 51):
                    four = 1 << a | 1 << b | 1 << c | 1 << d
                    for e in range(d + 1, 52):
                        counts[strength(four | 1 << e) >> CATEGORY] += 1


def count_seven(first: int, counts: Any) -> None:
    """Add up the categories of all hands of seven cards whose lowest is the given one."""
    for b in range(first + 1, 47):
        for c in range(b + 1, 48):
            for d in range(c + 1, 49):
                four = 1 << first | 1 << b | 1 << c | 1 << d
                for e in range(d + 1, 50):
                    for f in range(e + 1, 51):
                        six = four | 1 << e | 1 << f
                        for g in range(f + 1, 52):
                            counts[strength(six | 1 << g) >> CATEGORY] += 1
