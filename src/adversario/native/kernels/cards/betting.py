"""Regret matching over a tree of bets, for all hands of both players at once.

The tree is public: what both players see, bets and cards of the board. Each node has a vector of
weights over the hands of each player, so that one walk updates all pairs of hands
(Johanson et al., "Accelerating Best Response Calculation in Large Extensive Games", 2011).

A row of `nodes` is a node, its children are adjacent rows further down. The player of a fold is the
one who folds; the stake is what the loser pays there, or at a showdown. The board of a node is the
row of `orders`, `ends` and `holds` for its cards: which hands can be held, by strength.
"""

from __future__ import annotations

from typing import Any

from adversario.native.kernels.cards.showdown import add_compatible, add_showdown
from adversario.native.kernels.memory import borrowed

DECISION, FOLD, SHOWDOWN, DEAL = 0, 1, 2, 3
"""Kinds of nodes."""

KIND, PLAYER, FIRST, CHILDREN, BOARD, SLOT, COLUMNS = 0, 1, 2, 3, 4, 5, 6
"""Columns of `nodes`. SLOT: the first row of `regrets` and `averages` of a decision."""

TRAIN, BEST, FOLLOW = 0, 1, 2
"""What a walk does: update regrets, or value the average strategy or a best response to it."""

FADE_POSITIVE, FADE_NEGATIVE, FADE_AVERAGE = 0, 1, 2
"""What regrets and averages are multiplied by before an update (Brown and Sandholm 2019)."""


def improve(
    who: int, nodes: Any, stakes: Any, one: Any, two: Any, orders: Any, sizes: Any, ends: Any,
    holds: Any, share: float, fades: Any, regrets: Any, averages: Any, own: Any, other: Any,
    values: Any, current: Any, sums: Any, mode: int,
) -> None:  # fmt: skip
    """A walk over the whole tree, from the weights in `own[0]` and `other[0]`."""
    walk(
        0 * who, 0 * who, who, mode, borrowed(nodes), borrowed(stakes), borrowed(one),
        borrowed(two), borrowed(orders), borrowed(sizes), borrowed(ends), borrowed(holds), share,
        borrowed(fades), borrowed(regrets), borrowed(averages), borrowed(own), borrowed(other),
        borrowed(values), borrowed(current), borrowed(sums),
    )  # fmt: skip


def walk(
    node: int, depth: int, who: int, mode: int, nodes: Any, stakes: Any, one: Any, two: Any,
    orders: Any, sizes: Any, ends: Any, holds: Any, share: float, fades: Any, regrets: Any,
    averages: Any, own: Any, other: Any, values: Any, current: Any, sums: Any,
) -> int:  # fmt: skip
    """The values of a node for each hand of player `who`, written to `values[depth]`.

    `own[depth]` and `other[depth]` are how likely each hand is to come here by the choices of
    `who` and of the opponent; values are weighted by the latter. `share` is the probability of
    each card that a deal may bring. Returns the depth below the node.
    """
    kind, board = nodes[node, KIND], nodes[node, BOARD]
    set_all(values[depth], 0.0)
    if kind == FOLD:
        stake = -stakes[node] if nodes[node, PLAYER] == who else stakes[node]
        order = orders[board, : sizes[board]]
        add_compatible(stake, other[depth], one, two, order, sums, values[depth])
        return depth
    if kind == SHOWDOWN:
        order = orders[board, : sizes[board]]
        add_showdown(stakes[node], other[depth], one, two, order, ends[board], sums, values[depth])
        return depth
    first, children, slot = nodes[node, FIRST], nodes[node, CHILDREN], nodes[node, SLOT]
    mine, deepest = nodes[node, PLAYER] == who, depth
    if kind == DECISION:
        set_strategy(regrets if mode == TRAIN else averages, slot, children, current[depth])
        if mine and mode == BEST:
            set_all(values[depth], -1e300)
    for place in range(children):
        child = first + place
        if kind == DEAL:
            held = holds[nodes[child, BOARD]]
            multiply(own[depth], held, own[depth + 1])
            multiply(other[depth], held, other[depth + 1])
        elif mine:
            multiply(own[depth], current[depth, place], own[depth + 1])
            copy(other[depth], other[depth + 1])
        else:
            copy(own[depth], own[depth + 1])
            multiply(other[depth], current[depth, place], other[depth + 1])
        below = walk(
            child, depth + 1, who, mode, nodes, stakes, one, two, orders, sizes, ends, holds,
            share, fades, regrets, averages, own, other, values, current, sums,
        )  # fmt: skip
        deepest = max(deepest, below)
        if kind == DEAL:
            add_product(share, holds[nodes[child, BOARD]], values[depth + 1], values[depth])
        elif not mine:
            add(values[depth + 1], values[depth])
        elif mode == BEST:
            raise_to(values[depth + 1], values[depth])
        else:
            add_product(1.0, current[depth, place], values[depth + 1], values[depth])
            if mode == TRAIN:
                add_regret(values[depth + 1], fades, regrets[slot + place])
    if kind == DECISION and mine and mode == TRAIN:
        for place in range(slot, slot + children):
            finish(
                values[depth], own[depth], current[depth, place - slot], fades, regrets[place],
                averages[place],
            )  # fmt: skip
    return deepest


def set_all(out: Any, value: float) -> None:
    """Set every item."""
    for hand in range(len(out)):
        out[hand] = value


def copy(weights: Any, out: Any) -> None:
    """Copy all items."""
    for hand in range(len(out)):
        out[hand] = weights[hand]


def multiply(weights: Any, by: Any, out: Any) -> None:
    """Set each item to the product of two."""
    for hand in range(len(out)):
        out[hand] = weights[hand] * by[hand]


def add(values: Any, out: Any) -> None:
    """Add to each item."""
    for hand in range(len(out)):
        out[hand] += values[hand]


def add_product(factor: float, by: Any, values: Any, out: Any) -> None:
    """Add to each item the product of the factor and two others."""
    for hand in range(len(out)):
        out[hand] += factor * by[hand] * values[hand]


def raise_to(values: Any, out: Any) -> None:
    """Raise each item to the other one if that is greater."""
    for hand in range(len(out)):
        out[hand] = max(out[hand], values[hand])


def add_regret(values: Any, fades: Any, regrets: Any) -> None:
    """Fade the regrets of an action and add its values; `finish` subtracts the node's value."""
    positive, negative = fades[FADE_POSITIVE], fades[FADE_NEGATIVE]
    for hand in range(len(values)):
        regret = regrets[hand]
        regrets[hand] = regret * (positive if regret > 0 else negative) + values[hand]


def finish(values: Any, own: Any, played: Any, fades: Any, regrets: Any, averages: Any) -> None:
    """Subtract what the node is worth from the regrets of an action; average its probability."""
    fade = fades[FADE_AVERAGE]
    for hand in range(len(values)):
        regrets[hand] -= values[hand]
        averages[hand] = averages[hand] * fade + own[hand] * played[hand]


def set_strategy(weights: Any, slot: int, actions: int, strategy: Any) -> None:
    """Set the probability of each action in proportion to its weight above 0, else all equal."""
    for hand in range(weights.shape[1]):
        total = 0.0
        for action in range(actions):
            total += max(weights[slot + action, hand], 0.0)
        scale = 1.0 / total if total > 0 else 0.0
        even = 0.0 if total > 0 else 1.0 / actions
        for action in range(actions):
            strategy[action, hand] = max(weights[slot + action, hand], 0.0) * scale + even
