"""Sweeps over the states of a Markov decision process, given as arrays. No rules are needed here.

The choices of state `s` are `choices[s]:choices[s + 1]`, none in a terminal state; the outcomes of
choice `c` are `outcomes[c]:outcomes[c + 1]`, each with a target and a probability.

States are alike if their choices differ in their targets only. `like[s]` is the first state like
`s`, and `starts[s]` where the targets of `s` start: probabilities and rewards are read of the
former, which stays in the processor's cache. Many states that are alike are swept in blocks.

All sweeps give the greatest change of a value, and the least and greatest value before.
"""

from __future__ import annotations

import math
from typing import Any

from adversario import bits

MIX = 0x1E3779B97F4A7C15

BLOCK = 128
"""States swept at once: what is computed for them meanwhile stays in the nearest cache."""

THREE = 3
"""Successors that are added up in one pass over a block."""


def unsigned(number: Any) -> Any:
    """The number without a sign: compiled code need not ask whether to count from the end."""
    return bits.add(number, 0)


def group(choices: Any, outcomes: Any, marks: Any, rewards: Any, table: Any, like: Any) -> int:
    """Find for each state the first one like it; returns how many different ones there are.

    `marks` are the probabilities, their bits as whole numbers, and `rewards` likewise; `table` has
    zeros, a power of two of them, and more than there are states.
    """
    mask, found = len(table) - 1, 0
    for state in range(len(like)):
        first, last = choices[state], choices[state + 1]
        mixed = last - first
        for choice in range(first, last):
            mixed = (mixed ^ rewards[choice]) * MIX
            mixed ^= mixed >> 29 & 0x7FFFFFFFF
            for at in range(outcomes[choice], outcomes[choice + 1]):
                mixed = (mixed ^ marks[at]) * MIX
                mixed ^= mixed >> 29 & 0x7FFFFFFFF
        slot = mixed & mask
        while table[slot] and not are_alike(
            table[slot] - 1, state, choices, outcomes, marks, rewards
        ):
            slot = (slot + 1) & mask
        if table[slot] == 0:
            table[slot] = state + 1
            found += 1
        like[state] = table[slot] - 1
    return found


def are_alike(one: int, other: int, choices: Any, outcomes: Any, marks: Any, rewards: Any) -> bool:
    """Whether two states have the same rewards and probabilities, in the same order."""
    first, second = choices[one], choices[other]
    if choices[one + 1] - first != choices[other + 1] - second:
        return False
    for choice in range(choices[one + 1] - first):
        mine, yours = outcomes[first + choice], outcomes[second + choice]
        size = outcomes[first + choice + 1] - mine
        if (
            size != outcomes[second + choice + 1] - yours
            or rewards[first + choice] != rewards[second + choice]
        ):
            return False
        for at in range(size):
            if marks[mine + at] != marks[yours + at]:
                return False
    return True


def improve(
    low: int,
    high: int,
    states: Any,
    like: Any,
    starts: Any,
    choices: Any,
    outcomes: Any,
    targets: Any,
    probabilities: Any,
    rewards: Any,
    worths: Any,
    discount: float,
    old: Any,
    new: Any,
    best: Any,
) -> tuple[float, float, float]:
    """A sweep of value iteration (Bellman 1957) over `states[low:high]`.

    Writes the new values, and to `best` the first best choice of each state, counted from 0.
    """
    change, least, most = 0.0, math.inf, -math.inf
    for place in range(low, high):
        state = unsigned(states[place])
        model = unsigned(like[state])
        first, last = unsigned(choices[model]), unsigned(choices[model + bits.bit(0)])
        top = worths[state]
        if first < last:
            at, target = unsigned(outcomes[first]), unsigned(starts[state])
            top = -math.inf
            for choice in range(first, last):
                mean = 0.0
                end = unsigned(outcomes[choice + bits.bit(0)])
                while at < end:
                    mean += probabilities[at] * old[unsigned(targets[target])]
                    at += bits.bit(0)
                    target += bits.bit(0)
                worth = rewards[choice] + discount * mean
                if worth > top:
                    top = worth
                    best[state] = choice - first
        before = old[state]
        change = max(change, abs(top - before))
        least, most = min(least, before), max(most, before)
        new[state] = top
    return change, least, most


def follow(
    low: int,
    high: int,
    states: Any,
    like: Any,
    starts: Any,
    choices: Any,
    outcomes: Any,
    targets: Any,
    probabilities: Any,
    rewards: Any,
    worths: Any,
    discount: float,
    old: Any,
    new: Any,
    best: Any,
) -> tuple[float, float, float]:
    """A sweep of policy evaluation: every state keeps to the choice that `best` has."""
    change, least, most = 0.0, math.inf, -math.inf
    for place in range(low, high):
        state = unsigned(states[place])
        model = unsigned(like[state])
        first = unsigned(choices[model])
        top = worths[state]
        if first < unsigned(choices[model + bits.bit(0)]):
            choice = first + unsigned(best[state])
            at, end = unsigned(outcomes[choice]), unsigned(outcomes[choice + bits.bit(0)])
            target = unsigned(starts[state]) + at - unsigned(outcomes[first])
            mean = 0.0
            while at < end:
                mean += probabilities[at] * old[unsigned(targets[target])]
                at += bits.bit(0)
                target += bits.bit(0)
            top = rewards[choice] + discount * mean
        before = old[state]
        change = max(change, abs(top - before))
        least, most = min(least, before), max(most, before)
        new[state] = top
    return change, least, most


def improve_alike(
    low: int,
    high: int,
    states: Any,
    columns: Any,
    picks: Any,
    weights: Any,
    rewards: Any,
    discount: float,
    old: Any,
    new: Any,
    room: Any,
) -> tuple[float, float, float]:
    """The values of `improve` for `states[low:high]`, which are alike; best choices are not noted.

    `columns[j][i]` is the j-th successor of the i-th state; choice c leads to the successors
    `picks[c]` with the probabilities `weights[c]`, a multiple of THREE of them, some of which may
    be 0. Loops run over the states of a block, so that the processor computes several at once;
    `max` would keep it from that, as it has to mind what is no number. `room` has BLOCK numbers for
    each successor and for five more.
    """
    successors, several = len(columns), picks.shape[1]
    mean, top = room[successors], room[successors + 1]
    change, least, most = room[successors + 2], room[successors + 3], room[successors + 4]
    change[:], least[:], most[:] = 0.0, math.inf, -math.inf
    for base in range(low, high, BLOCK):
        size = min(BLOCK, high - base)
        for successor in range(successors):
            column, values = columns[successor], room[successor]
            for i in range(size):
                values[i] = old[unsigned(column[base + i])]
        top[:] = -math.inf
        for choice in range(len(picks)):
            reward = rewards[choice]
            a, b, c = weights[choice, 0], weights[choice, 1], weights[choice, 2]
            one, two = room[picks[choice, 0]], room[picks[choice, 1]]
            three = room[picks[choice, 2]]
            if several == THREE:  # which needs no room for the mean
                for i in range(size):
                    worth = reward + discount * (a * one[i] + b * two[i] + c * three[i])
                    top[i] = worth if worth > top[i] else top[i]  # noqa: FURB136 (see above)
                continue
            for i in range(size):
                mean[i] = a * one[i] + b * two[i] + c * three[i]
            for at in range(THREE, several, THREE):
                a, b, c = weights[choice, at], weights[choice, at + 1], weights[choice, at + 2]
                one, two = room[picks[choice, at]], room[picks[choice, at + 1]]
                three = room[picks[choice, at + 2]]
                for i in range(size):
                    mean[i] = mean[i] + a * one[i] + b * two[i] + c * three[i]
            for i in range(size):
                worth = reward + discount * mean[i]
                top[i] = worth if worth > top[i] else top[i]  # noqa: FURB136
        first = unsigned(states[base])
        together = unsigned(states[base + size - 1]) - first == unsigned(size - 1)
        for i in range(size):
            mean[i] = old[first + unsigned(i)] if together else old[unsigned(states[base + i])]
        for i in range(size):
            step, before = abs(top[i] - mean[i]), mean[i]
            change[i] = step if step > change[i] else change[i]  # noqa: FURB136
            least[i] = before if before < least[i] else least[i]  # noqa: FURB136
            most[i] = before if before > most[i] else most[i]  # noqa: FURB136
        if together:
            new[first : first + unsigned(size)] = top[:size]
        else:
            for i in range(size):
                new[unsigned(states[base + i])] = top[i]
    return change.max(), least.min(), most.max()
