"""Counterfactual regret minimisation over a tree in arrays. No rules are needed here.

A node is a number, smaller than those of its children, which are adjacent: `first[node]` and so on,
`children[node]` of them. `player[node]` is the player to move, CHANCE or END. A *slot* is an action
of an information set; those of a set are adjacent, `slot[node]` is the first of them for each
node of the set. `chance[node]` is the probability of a node below a chance node.

All functions run interpreted, over lists, and compiled, over arrays.
"""

from __future__ import annotations

from typing import Any

from adversario.game import CHANCE

END = -2
"""The player of a terminal node."""


def improve(
    players: int, player: Any, slot: Any, first: Any, children: Any, chance: Any, utility: Any,
    owner: Any, start: Any, keep: Any, drop: Any, weight: Any, predicts: bool, current: Any,
    regret: Any, before: Any, average: Any, own: Any, other: Any, value: Any,
) -> None:  # fmt: skip
    """One iteration for each item of `keep`, `drop` and `weight`, the players updated in turn.

    Regrets above 0 are first multiplied by `keep`, those below by `drop`; the strategy is added
    to the average with `weight`. `current` is the strategy, by slots; `owner[set]` and
    `start[set]` are the player and the first slot of a set, and `start` has the number of slots
    as one more item. With `predicts`, the last regrets are expected to come again (Farina, Kroer
    and Sandholm 2021). `before` is room for one number a slot, `own`, `other` and `value` for one a
    node.
    """
    for step in range(len(weight)):
        for who in range(players):
            fade(who, keep[step], drop[step], owner, start, regret)
            if predicts:
                for place in range(len(regret)):
                    before[place] = regret[place]
            set_reaches(who, player, slot, first, children, chance, current, own, other)
            update(
                who, weight[step], player, slot, first, children, chance, utility[who], current,
                regret, average, own, other, value,
            )  # fmt: skip
            if predicts:
                foresee(who, owner, start, regret, before)
                match(who, owner, start, before, current)
            else:
                match(who, owner, start, regret, current)


def fade(who: int, keep: float, drop: float, owner: Any, start: Any, regret: Any) -> None:
    """Multiply the regrets of a player above 0 by `keep`, those below by `drop`."""
    if keep == 1.0 and drop == 1.0:
        return
    for number in range(len(owner)):
        if owner[number] == who:
            for place in range(start[number], start[number + 1]):
                regret[place] *= keep if regret[place] > 0.0 else drop


def set_reaches(
    who: int, player: Any, slot: Any, first: Any, children: Any, chance: Any, current: Any,
    own: Any, other: Any,
) -> None:  # fmt: skip
    """How likely each node is by the choices of `who` alone, and by all others and chance."""
    own[0] = other[0] = 1.0
    for node in range(len(player)):
        mover, below, place = player[node], first[node], slot[node]
        for index in range(children[node]):
            child = below + index
            own[child], other[child] = own[node], other[node]
            if mover == who:
                own[child] *= current[place + index]
            elif mover == CHANCE:
                other[child] *= chance[child]
            else:
                other[child] *= current[place + index]


def update(
    who: int, weight: float, player: Any, slot: Any, first: Any, children: Any, chance: Any,
    utility: Any, current: Any, regret: Any, average: Any, own: Any, other: Any, value: Any,
) -> None:  # fmt: skip
    """The value of each node to `who`; add to the regrets and to the average of their sets."""
    for back in range(len(player)):
        node = len(player) - 1 - back
        mover, below, place = player[node], first[node], slot[node]
        if mover == END:
            value[node] = utility[node]
            continue
        total = 0.0
        for index in range(children[node]):
            share = chance[below + index] if mover == CHANCE else current[place + index]
            total += share * value[below + index]
        value[node] = total
        if mover == who:
            for index in range(children[node]):
                regret[place + index] += other[node] * (value[below + index] - total)
                average[place + index] += weight * own[node] * current[place + index]


def foresee(who: int, owner: Any, start: Any, regret: Any, before: Any) -> None:
    """Put into `before`, the regrets before an iteration, those expected after the next one."""
    for number in range(len(owner)):
        if owner[number] == who:
            for place in range(start[number], start[number + 1]):
                reached = max(regret[place], 0.0)
                before[place] = reached + regret[place] - before[place]


def match(who: int, owner: Any, start: Any, regret: Any, current: Any) -> None:
    """Regret matching: actions in proportion to their regrets above 0, or equally often."""
    for number in range(len(owner)):
        if owner[number] != who:
            continue
        begin, end = start[number], start[number + 1]
        total = 0.0
        for place in range(begin, end):
            if regret[place] > 0.0:
                total += regret[place]
        for place in range(begin, end):
            if total > 0.0:
                current[place] = regret[place] / total if regret[place] > 0.0 else 0.0
            else:
                current[place] = 1.0 / (end - begin)
