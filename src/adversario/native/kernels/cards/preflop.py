"""Wins of starting hands against each other over all boards, by class. No rules are needed here.

The 1326 starting hands fall into 169 classes (pairs, suited, offsuit). Suits can be exchanged, so
of the boards that differ by an exchange only one is dealt, with its number as a weight.
"""

from __future__ import annotations

from typing import Any

from adversario.native.kernels.cards.strength import RANKS, strength

CARDS = 52


def add_board(
    weight: int, classes: Any, cards: Any, strengths: Any, order: Any, below: Any, holders: Any,
    held: Any, wins: Any,
) -> None:  # fmt: skip
    """Add `weight` times the wins on one board to `wins[class, class beaten]`.

    `order` has the hands that the board leaves, weakest first, `strengths` their strengths in that
    order. `below` counts the weaker hands of each class, `holders[card]` lists those with a card.
    """
    below[:] = 0
    held[:] = 0
    place = 0
    while place < len(order):
        end = place
        while end < len(order) and strengths[end] == strengths[place]:
            end += 1
        for at in range(place, end):
            hand = order[at]
            row = wins[classes[hand]]
            for other in range(len(below)):
                row[other] += weight * below[other]
            for side in range(2):
                card = cards[hand, side]
                for index in range(held[card]):
                    row[holders[card, index]] -= weight
        for at in range(place, end):
            hand = order[at]
            below[classes[hand]] += 1
            for side in range(2):
                card = cards[hand, side]
                holders[card, held[card]] = classes[hand]
                held[card] += 1
        place = end


def is_first(board: int) -> int:
    """How many boards are equal to this one up to suits, if it is the first of them; else 0.

    First: the ranks of its suits, as numbers, do not rise from suit to suit.
    """
    ranks = (1 << RANKS) - 1
    one, two = board & ranks, board >> RANKS & ranks
    three, four = board >> 2 * RANKS & ranks, board >> 3 * RANKS & ranks
    if not one >= two >= three >= four:
        return 0
    number, run = 24, 1
    for same in (one == two, two == three, three == four):
        run = run + 1 if same else 1
        number //= run
    return number


def fill(board: int, hands: Any, out: Any) -> int:
    """The strengths of the hands that the board leaves, and their numbers in the low bits."""
    found = 0
    for hand in range(len(hands)):
        if hands[hand] & board == 0:
            out[found] = strength(hands[hand] | board) << 11 | hand
            found += 1
    return found


def add_boards(
    first: int, hands: Any, classes: Any, cards: Any, room: Any, order: Any, strengths: Any,
    below: Any, holders: Any, held: Any, wins: Any,
) -> int:  # fmt: skip
    """Add the wins on all boards whose lowest card is `first`; returns their number."""
    boards = 0
    for b in range(first + 1, CARDS - 3):
        for c in range(b + 1, CARDS - 2):
            for d in range(c + 1, CARDS - 1):
                for e in range(d + 1, CARDS):
                    board = 1 << first | 1 << b | 1 << c | 1 << d | 1 << e
                    weight = is_first(board)
                    if weight == 0:
                        continue
                    boards += weight
                    number = fill(board, hands, room)
                    room[:number].sort()
                    for place in range(number):
                        order[place] = room[place] & 2047
                        strengths[place] = room[place] >> 11
                    add_board(
                        weight, classes, cards, strengths[:number], order[:number], below,
                        holders, held, wins,
                    )  # fmt: skip
    return boards
