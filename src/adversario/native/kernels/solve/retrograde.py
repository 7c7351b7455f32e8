"""Solving a game that is given as arrays, from its ends backwards. No rules are needed here.

The same functions run compiled, over arrays, and interpreted, over lists. The moves of state `s`
lead to `targets[ends[s - 1]:ends[s]]`; `kinds[s]` is what a terminal state is worth, as a number
from 0 (worst for MAX) up, and INNER for others.
"""

from __future__ import annotations

from typing import Any

INNER = -1
"""The kind of a state that is not terminal, and the value of one that has none yet."""

ENDLESS = -1
"""The distance of a state from which play goes on for ever."""


def count_entries(ends: Any, targets: Any, firsts: Any) -> None:
    """Write to `firsts`, one longer than the states, where the predecessors of each begin."""
    for move in range(ends[len(ends) - 1]):
        firsts[targets[move] + 1] += 1
    for state in range(len(ends)):
        firsts[state + 1] += firsts[state]


def reverse_moves(ends: Any, targets: Any, firsts: Any, sources: Any) -> None:
    """Write the predecessors of each state to `sources`; `firsts` then has their ends."""
    move = 0
    for state in range(len(ends)):
        while move < ends[state]:
            target = targets[move]
            sources[firsts[target]] = state
            firsts[target] += 1
            move += 1


def solve(
    ends: Any,
    targets: Any,
    firsts: Any,
    sources: Any,
    maximising: Any,
    kinds: Any,
    worths: int,
    draw: int,
    values: Any,
    distances: Any,
    open_moves: Any,
    queue: Any,
) -> int:
    """The value of every state and its distance from the end; returns how many go on for ever.

    Retrograde analysis (Bellman 1965; Thompson 1986). MAX can force a worth from every state in
    which MAX has a move to such a state, or MIN has no other moves. Done for the best worth first,
    then for the next, down to `draw`, and for MIN from the other end; what remains is a draw,
    and so is play that never ends. A queue in the order of distance yields the distances: a
    player who gets more than a draw hurries, one who gets less delays. In a draw no one hurries.

    There are `worths` of them. `maximising` is 1 for the states in which MAX moves; `firsts`
    and `sources` are those of `reverse_moves`.
    """
    states = len(ends)
    for state in range(states):
        open_moves[state] = ends[state] - (ends[state - 1] if state else 0)
        values[state], distances[state] = INNER, ENDLESS
    for worth in range(worths - 1, draw, -1):
        attract(worth, 1, firsts, sources, maximising, kinds, values, distances, open_moves, queue)
    for worth in range(draw):
        attract(worth, 0, firsts, sources, maximising, kinds, values, distances, open_moves, queue)
    for state in range(states):
        if values[state] != INNER:
            continue
        # Only moves that keep the draw count from here on.
        first, kept = ends[state - 1] if state else 0, 0
        for move in range(first, ends[state]):
            if values[targets[move]] == INNER or values[targets[move]] == draw:
                kept += 1
        values[state], open_moves[state] = draw, kept
    return solve_draws(draw, firsts, sources, kinds, values, distances, open_moves, queue)


def attract(
    worth: int,
    player: int,
    firsts: Any,
    sources: Any,
    maximising: Any,
    kinds: Any,
    values: Any,
    distances: Any,
    open_moves: Any,
    queue: Any,
) -> None:
    """Find all states from which the player (1: MAX, 0: MIN) can force just this worth."""
    last = 0
    for state in range(len(kinds)):
        if kinds[state] == worth:
            values[state], distances[state] = worth, 0
            queue[last] = state
            last += 1
    at = 0
    while at < last:
        state = queue[at]
        at += 1
        for place in range(firsts[state - 1] if state else 0, firsts[state]):
            source = sources[place]
            open_moves[source] -= 1
            if values[source] == INNER and (
                maximising[source] == player or open_moves[source] == 0
            ):
                values[source], distances[source] = worth, distances[state] + 1
                queue[last] = source
                last += 1


def solve_draws(
    draw: int,
    firsts: Any,
    sources: Any,
    kinds: Any,
    values: Any,
    distances: Any,
    open_moves: Any,
    queue: Any,
) -> int:
    """The distances of draws: the most plies that play can take; returns how many have no end."""
    last, left = 0, 0
    for state in range(len(kinds)):
        if values[state] == draw:
            left += 1
            if kinds[state] != INNER:
                distances[state] = 0
                queue[last] = state
                last += 1
    at = 0
    while at < last:
        state = queue[at]
        at += 1
        for place in range(firsts[state - 1] if state else 0, firsts[state]):
            source = sources[place]
            if values[source] == draw:
                open_moves[source] -= 1
                if open_moves[source] == 0:
                    distances[source] = distances[state] + 1
                    queue[last] = source
                    last += 1
    return left - last


def best_moves(ends: Any, targets: Any, values: Any, distances: Any, best: Any) -> None:
    """The number of the first action of each state that keeps value and distance; -1: none."""
    for state in range(len(ends)):
        best[state] = -1
        first = ends[state - 1] if state else 0
        for move in range(first, ends[state]):
            target = targets[move]
            step = distances[target] + 1 if distances[target] >= 0 else ENDLESS
            if values[target] == values[state] and step == distances[state]:
                best[state] = move - first
                break


def induce(
    ends: Any,
    targets: Any,
    movers: Any,
    players: int,
    kinds: Any,
    utilities: Any,
    values: Any,
    distances: Any,
    best: Any,
    entries: Any,
    order: Any,
) -> int:
    """Max^n (Luckhardt and Irani 1986) by backward induction; returns how many states are solved.

    Every player takes what is most for that player, the first of several such actions. States are
    put in order, each after all that lead to it (Kahn 1962), and solved from the last; if play can
    return to a state, not all can be put in order.
    """
    for move in range(ends[len(ends) - 1]):
        entries[targets[move]] += 1
    last = 0
    if entries[0] == 0:
        order[0] = 0
        last = 1
    at = 0
    while at < last:
        state = order[at]
        at += 1
        for move in range(ends[state - 1] if state else 0, ends[state]):
            entries[targets[move]] -= 1
            if entries[targets[move]] == 0:
                order[last] = targets[move]
                last += 1
    if last < len(ends):
        return last
    for back in range(last):
        state = order[last - 1 - back]
        values[state], distances[state], best[state] = kinds[state], 0, -1
        first, mover = ends[state - 1] if state else 0, movers[state]
        for move in range(first, ends[state]):
            target = targets[move]
            if move == first or (
                utilities[players * values[target] + mover]
                > utilities[players * values[state] + mover]
            ):
                values[state], distances[state] = values[target], distances[target] + 1
                best[state] = move - first
    return last
