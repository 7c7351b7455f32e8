"""Wins of hands against weighted hands, in linear time, cards that both would need left out.

A hand is two cards. `order` has the places of the hands that can be held, weakest first, and
`ends[k]` is one past the last place of `order` whose hand ties with that of place `k`. The weight
of all weaker hands is a running sum; those that share a card with a hand are subtracted by a
running sum for each card (inclusion and exclusion: no two different hands share both).
"""

from __future__ import annotations

from typing import Any


def add_showdown(
    stake: float, reach: Any, one: Any, two: Any, order: Any, ends: Any, sums: Any, out: Any
) -> None:
    """Add to each hand `stake` times (the weight it beats minus the weight that beats it)."""
    add_both(stake, -stake, reach, one, two, order, ends, sums, out, out)


def add_wins(
    reach: Any, one: Any, two: Any, order: Any, ends: Any, sums: Any, won: Any, lost: Any
) -> None:
    """Add to each hand of `won` the weight that it beats, of `lost` the weight that beats it."""
    add_both(1.0, 1.0, reach, one, two, order, ends, sums, won, lost)


def add_both(
    up: float, down: float, reach: Any, one: Any, two: Any, order: Any, ends: Any, sums: Any,
    won: Any, lost: Any,
) -> None:  # fmt: skip
    """Add `up` times the weight that a hand beats, and `down` times that which beats it."""
    hands = len(order)
    for card in range(len(sums)):
        sums[card] = 0.0
    below, place = 0.0, 0
    while place < hands:
        end = ends[place]
        for at in range(place, end):
            hand = order[at]
            won[hand] += up * (below - sums[one[hand]] - sums[two[hand]])
        for at in range(place, end):
            hand = order[at]
            weight = reach[hand]
            below += weight
            sums[one[hand]] += weight
            sums[two[hand]] += weight
        place = end
    # `below` and `sums` now hold all weight; what is not below a hand, nor ties with it, is above.
    place = 0
    above = below
    while place < hands:
        end = ends[place]
        for at in range(place, end):
            hand = order[at]
            weight = reach[hand]
            above -= weight
            sums[one[hand]] -= weight
            sums[two[hand]] -= weight
        for at in range(place, end):
            hand = order[at]
            lost[hand] += down * (above - sums[one[hand]] - sums[two[hand]])
        place = end


def add_compatible(
    stake: float, reach: Any, one: Any, two: Any, order: Any, sums: Any, out: Any
) -> None:
    """Add to each hand `stake` times the weight of the hands that share no card with it."""
    for card in range(len(sums)):
        sums[card] = 0.0
    total = 0.0
    for at in range(len(order)):
        hand = order[at]
        weight = reach[hand]
        total += weight
        sums[one[hand]] += weight
        sums[two[hand]] += weight
    for at in range(len(order)):
        hand = order[at]
        out[hand] += stake * (total - sums[one[hand]] - sums[two[hand]] + reach[hand])
