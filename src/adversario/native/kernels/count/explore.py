"""Exploring all that can be reached, counting the ways to get there, and probing at random.

The states themselves are kept and compared, so that what is counted is exact. Lists are allocated
now and again, which costs little beside a table of all states.
"""

from __future__ import annotations

from typing import Any

from adversario.game import CHANCE
from adversario.native.kernels import self
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.memory import fresh
from adversario.native.kernels.random import draw

DONE, BOUNDED, STOPPED, STUCK = 0, 1, 2, 3
"""How an exploration ended: STUCK at a state that is not terminal and has no actions."""

INNER, UNSEEN = -1, -2
"""The kind of a state that is not terminal, and of one not looked at yet; others are outcomes."""

LIMB = 32
"""The bits of a digit of numbers that may be huge: sums of digits stay within 64."""

MIX = 0x1E3779B97F4A7C15
"""An odd number whose multiples look random."""


def explore(state: Any, most: int, keep: bool, flags: Any) -> Any:
    """All states that can be reached, breadth first, up to a number of them.

    Returns how it ended; the states, the ply, kind and end of the moves of each (none unless they
    are to be kept; if it is stuck, the state where it is); the result of `count_states`; the
    utilities of every outcome; and the result of `count_games`.
    """
    states, plies, kinds, targets, ends = [state], [0], [UNSEEN], [0], [0]
    targets.clear()
    ends.clear()
    utilities = [0.0]
    utilities.clear()
    table = [0] * 1024
    insert(table, states, 0)
    ended, at = DONE, 0
    while at < len(states) and ended == DONE:
        if at & 255 == 0:
            flags[Flags.progress] = len(states)
            if fresh(flags, Flags.stop):
                ended = STOPPED
                break
        here, before = states[at], len(targets)
        kind = INNER
        if self.is_terminal(here):
            kind = outcome(here, utilities)
        elif self.player(here) == CHANCE:
            for chance, _ in self.chances(here):
                if not reach(self.result(here, chance), most, states, table, targets):
                    ended = BOUNDED
                    break
        else:
            for action in self.actions(here):
                if not reach(self.result(here, action), most, states, table, targets):
                    ended = BOUNDED
                    break
        if kind == INNER and ended == DONE and len(targets) == before:
            ended = STUCK
        while len(kinds) < len(states):
            kinds.append(UNSEEN)
            plies.append(plies[at] + 1)
        if ended == DONE:
            kinds[at] = kind
            ends.append(len(targets))
            at += 1
    counts = count_states(plies, kinds, ends, len(utilities) // self.players)
    lengths = count_games(kinds, ends, targets, len(utilities) // self.players, ended == DONE)
    if ended == STUCK:
        states[0] = states[at]
        while len(states) > 1:
            states.pop()
    elif not keep:
        states.clear()
        plies.clear()
        kinds.clear()
        ends.clear()
    return ended, states, plies, kinds, ends, counts, utilities, lengths


def reach(after: Any, most: int, states: Any, table: Any, targets: Any) -> bool:
    """Note the move to a state, which may be new; False, and nothing noted, if it is too many."""
    at = slot_of(after, states, table)
    if table[at] == 0:
        if len(states) == most:
            return False
        states.append(after)
        table[at] = len(states)
        targets.append(len(states) - 1)
        if 2 * len(states) > len(table):
            grow(states, table)
    else:
        targets.append(table[at] - 1)
    return True


def slot_of(wanted: Any, states: Any, table: Any) -> int:
    """Where the table has the state, as its number and one, or a zero to be replaced by that."""
    mask = len(table) - 1
    at = (hash(wanted) * MIX >> LIMB) & mask
    while table[at] and states[table[at] - 1] != wanted:
        at = (at + 1) & mask
    return at


def insert(table: Any, states: Any, index: int) -> None:
    """Put a state that is not there into the table."""
    table[slot_of(states[index], states, table)] = index + 1


def grow(states: Any, table: Any) -> None:
    """Make room in the table."""
    size = 4 * len(table)
    table.clear()
    for _ in range(size):
        table.append(0)
    for index in range(len(states)):
        insert(table, states, index)


def outcome(state: Any, utilities: Any) -> int:
    """The number of a terminal state's outcome among those known, to which it is added."""
    first = 0
    while first < len(utilities):
        player = 0
        while player < self.players and utilities[first + player] == self.utility(state, player):
            player += 1
        if player == self.players:
            break
        first += self.players
    if first == len(utilities):
        for player in range(self.players):
            utilities.append(float(self.utility(state, player)))
    return int(first // self.players)


def count_states(plies: Any, kinds: Any, ends: Any, outcomes: int) -> Any:
    """States of each ply, states of each outcome, inner states, their moves, the shortest game."""
    per_ply, terminal = [0] * (plies[-1] + 1), [0] * outcomes
    inner, shortest = 0, -1
    for index in range(len(kinds)):
        kind = kinds[index]
        per_ply[plies[index]] += 1
        if kind == INNER:
            inner += 1
        elif kind >= 0:
            terminal[kind] += 1
            if shortest < 0:
                shortest = plies[index]
    return per_ply, terminal, inner, ends[-1] if ends else 0, shortest


def count_games(kinds: Any, ends: Any, targets: Any, outcomes: int, complete: bool) -> Any:
    """The length of the longest game, and the digits of the number of games of each outcome.

    Longest is -1, and there are no digits, if games can go on for ever or if not all is known.
    """
    digits, longest = [0], -1
    digits.clear()
    if not complete:
        return longest, digits
    order, lengths = sorted_states(ends, targets)
    if len(order) < len(kinds):
        return longest, digits
    limbs = 2
    paths = count_paths(order, ends, targets, limbs)
    while not paths:
        limbs *= 2
        paths = count_paths(order, ends, targets, limbs)
    digits = [0] * (limbs * outcomes)
    for index in range(len(kinds)):
        kind = kinds[index]
        if kind >= 0:
            longest = max(longest, lengths[index])
            for limb in range(limbs):
                digits[limbs * kind + limb] += paths[limbs * index + limb]
    return longest, digits


def sorted_states(ends: Any, targets: Any) -> Any:
    """The states, each after all that lead to it (Kahn 1962), and the longest way to each.

    States on a circle, and what comes after it, are missing.
    """
    entries, lengths = [0] * len(ends), [0] * len(ends)
    for target in targets:
        entries[target] += 1
    order = [0]
    if entries[0]:
        order.clear()
    at = 0
    while at < len(order):
        index = order[at]
        at += 1
        for move in range(ends[index - 1] if index else 0, ends[index]):
            target = targets[move]
            lengths[target] = max(lengths[target], lengths[index] + 1)
            entries[target] -= 1
            if entries[target] == 0:
                order.append(target)
    return order, lengths


def count_paths(order: Any, ends: Any, targets: Any, limbs: int) -> Any:
    """How many sequences lead to each state, in digits, lowest first; empty if they are too few."""
    paths = [0] * (limbs * len(ends))
    paths[0] = 1
    for index in order:
        for move in range(ends[index - 1] if index else 0, ends[index]):
            carry, first, target = 0, limbs * index, limbs * targets[move]
            for limb in range(limbs):
                carry += paths[first + limb] + paths[target + limb]
                paths[target + limb] = carry & ((1 << LIMB) - 1)
                carry >>= LIMB
            if carry:
                paths.clear()
                return paths
    return paths


def probe(state: Any, seed: int, number: int, choices: Any) -> int:
    """Play a random game and note how many actions there were at each ply; return the plies.

    It is broken off, and -1 returned, when there is no room for more, and -2 at a state that is not
    terminal and has no actions.
    """
    for ply in range(len(choices)):
        if self.is_terminal(state):
            return ply
        many = 0
        if self.player(state) == CHANCE:
            for _ in self.chances(state):
                many += 1
            drawn = draw(seed, number, ply, max(many, 1))
            for chance, _ in self.chances(state):
                if drawn == 0:
                    after = self.result(state, chance)
                    break
                drawn -= 1
        else:
            for _ in self.actions(state):
                many += 1
            drawn = draw(seed, number, ply, max(many, 1))
            for action in self.actions(state):
                if drawn == 0:
                    after = self.result(state, action)
                    break
                drawn -= 1
        if many == 0:
            return -2
        choices[ply] = many
        state = after
    return len(choices) if self.is_terminal(state) else -1
