"""Regret matching over sampled parts of a tree in arrays, laid out as in `regret`.

Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo Sampling for Regret Minimization in Extensive
Games", NIPS 2009. External sampling draws chance and the moves of the other players; outcome
sampling draws one line of play. All functions run interpreted, over lists, and compiled.
"""

from __future__ import annotations

from typing import Any

from adversario import bits
from adversario.game import CHANCE
from adversario.native.kernels.equilibrium.regret import END
from adversario.native.kernels.random import FIRST_MIX, GOLDEN, mix, unit_float

EXPLORATION = 0.6
"""How often outcome sampling tries any action of the player whose regrets it updates."""


def sample_external(
    seed: int, done: int, number: int, players: int, player: Any, slot: Any, first: Any,
    children: Any, chance: Any, utility: Any, current: Any, regret: Any, average: Any,
    value: Any, drawn: Any,
) -> None:  # fmt: skip
    """Iterations of external sampling, after `done` of them: one walk for each player.

    `drawn` is room for one whole number: the random numbers used so far.
    """
    for step in range(number):
        drawn[0] = done + step << 24
        for who in range(players):
            walk(
                0, who, seed, player, slot, first, children, chance, utility[who], current, regret,
                average, value, drawn,
            )  # fmt: skip


def walk(
    node: int, who: int, seed: int, player: Any, slot: Any, first: Any, children: Any, chance: Any,
    utility: Any, current: Any, regret: Any, average: Any, value: Any, drawn: Any,
) -> float:  # fmt: skip
    """A sample of the value of a node to `who`, whose regrets below it are updated."""
    mover = player[node]
    if mover == END:
        return float(utility[node])
    below, many, place = first[node], children[node], slot[node]
    if mover == CHANCE:
        child = below + choose(next_draw(seed, drawn), chance, below, many)
        return walk(
            child, who, seed, player, slot, first, children, chance, utility, current, regret,
            average, value, drawn,
        )  # fmt: skip
    if mover != who:
        match_set(place, many, regret, current)
        for index in range(many):
            average[place + index] += current[place + index]
        child = below + choose(next_draw(seed, drawn), current, place, many)
        return walk(
            child, who, seed, player, slot, first, children, chance, utility, current, regret,
            average, value, drawn,
        )  # fmt: skip
    for index in range(many):
        value[below + index] = walk(
            below + index, who, seed, player, slot, first, children, chance, utility, current,
            regret, average, value, drawn,
        )  # fmt: skip
    match_set(place, many, regret, current)
    total = 0.0
    for index in range(many):
        total += current[place + index] * value[below + index]
    for index in range(many):
        regret[place + index] += value[below + index] - total
    return total


def sample_outcomes(
    seed: int, done: int, number: int, players: int, player: Any, slot: Any, first: Any,
    children: Any, chance: Any, utility: Any, current: Any, regret: Any, average: Any,
    path: Any, drawn: Any,
) -> None:  # fmt: skip
    """Iterations of outcome sampling, after `done` of them: one line of play for each player.

    `path` is room for a number a node: those of the line.
    """
    for step in range(number):
        drawn[0] = done + step << 24
        for who in range(players):
            node, depth = 0, 0
            own, other, sampled = 1.0, 1.0, 1.0
            while player[node] != END:
                mover, below, many, place = player[node], first[node], children[node], slot[node]
                path[depth] = node
                depth += 1
                if mover == CHANCE:
                    index = choose(next_draw(seed, drawn), chance, below, many)
                    other *= chance[below + index]
                    sampled *= chance[below + index]
                else:
                    match_set(place, many, regret, current)
                    explores = mover == who and unit_float(next_draw(seed, drawn)) < EXPLORATION
                    if explores:
                        index = int(unit_float(next_draw(seed, drawn)) * many)
                    else:
                        index = choose(next_draw(seed, drawn), current, place, many)
                    share = current[place + index]
                    if mover == who:
                        for each in range(many):
                            average[place + each] += own / sampled * current[place + each]
                        own *= share
                        sampled *= EXPLORATION / many + (1.0 - EXPLORATION) * share
                    else:
                        other *= share
                        sampled *= share
                node = below + index
            gain = utility[who][node] * other / sampled
            learn(who, depth, node, gain, player, slot, first, children, current, regret, path)


def learn(
    who: int, depth: int, end: int, gain: float, player: Any, slot: Any, first: Any,
    children: Any, current: Any, regret: Any, path: Any,
) -> None:  # fmt: skip
    """Add to the regrets of `who` along a line of play, from its end back to the start.

    `gain` is the utility times the probability of the end by the others and chance, divided by that
    of being drawn; `tail` is the probability of the end by own play after the node.
    """
    child, tail = end, 1.0
    for back in range(depth):
        node = int(path[depth - 1 - back])
        if player[node] == who:
            chosen = slot[node] + child - first[node]
            before = tail * current[chosen]
            for place in range(slot[node], slot[node] + children[node]):
                regret[place] += gain * ((tail if place == chosen else 0.0) - before)
            tail = before
        child = node


def match_set(place: int, many: int, regret: Any, current: Any) -> None:
    """Regret matching in one information set."""
    total = 0.0
    for index in range(place, place + many):
        if regret[index] > 0.0:
            total += regret[index]
    for index in range(place, place + many):
        if total > 0.0:
            current[index] = regret[index] / total if regret[index] > 0.0 else 0.0
        else:
            current[index] = 1.0 / many


def next_draw(seed: int, drawn: Any) -> Any:
    """The next random word."""
    drawn[0] += 1
    word = bits.add(bits.multiply(seed, FIRST_MIX), bits.multiply(drawn[0], GOLDEN))
    return mix(word)


def choose(word: Any, shares: Any, place: int, many: int) -> int:
    """One of adjacent items, by their shares; the last possible one if rounding leaves a gap."""
    left, chosen = unit_float(word), 0
    for index in range(many):
        if shares[place + index] > 0.0:
            chosen = index
            left -= shares[place + index]
            if left < 0.0:
                break
    return chosen
