"""All states that can be reached and the moves between them, in flat arrays.

States are kept as their words, one after the other, in the order in which they are found (breadth
first), and are compared word by word. A state is written to the place after the last one before it
is looked up, so that a new one is there already. Of states that are images of each other only the
least, the canonical one, is kept.
"""

from __future__ import annotations

from typing import Any

from adversario.native.kernels import self
from adversario.native.kernels.layout.block import Block, Word
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.memory import fresh, word

DONE, BOUNDED, STOPPED, FULL, STUCK, WRONG = 0, 1, 2, 3, 4, 5
"""How an exploration ended: FULL asks for longer arrays, and to be called again; STUCK is at a
state that is not terminal and has no actions; WRONG is for the arrays of a file that do not follow
from the rules.
"""


class Exploration(Block):
    """How far an exploration is."""

    states = Word("states found")
    expanded = Word("states whose moves were followed")
    moves = Word("moves of these")
    outcomes = Word("different utilities of terminal states")


INNER = -1
"""The kind of a state that is not terminal; others are the number of an outcome."""

MIX = 0x1E3779B97F4A7C15


def begin(state: Any, address: int, counts: Any, table: Any, plies: Any) -> None:
    """Take in the first state."""
    self.store_state(address, canonical(state))
    table[slot_of(address, 0, table)] = 1
    counts[Exploration.states] = 1
    plies[0] = 0


def explore(
    address: int,
    counts: Any,
    table: Any,
    targets: Any,
    ends: Any,
    kinds: Any,
    movers: Any,
    plies: Any,
    utilities: Any,
    most: int,
    flags: Any,
) -> int:
    """Expand states until all are, there are `most`, there is no room, or one is stuck; say which.

    `address` is that of the states' words. The moves of state `s` lead to
    `targets[ends[s - 1]:ends[s]]`, in the order of its actions.
    """
    while counts[Exploration.expanded] < counts[Exploration.states]:
        at = counts[Exploration.expanded]
        if at & 255 == 0:
            flags[Flags.progress] = counts[Exploration.states]
            if fresh(flags, Flags.stop):
                return STOPPED
        moves = counts[Exploration.moves]
        here = self.load_state(address + 8 * self.state_words * at)
        kinds[at] = INNER
        movers[at] = self.player(here)
        if self.is_terminal(here):
            kinds[at] = outcome_of(here, counts, utilities)
            if kinds[at] < 0:
                return FULL
        else:
            for action in self.actions(here):
                if counts[Exploration.states] + 1 >= len(ends) or moves >= len(targets):
                    return FULL
                found = counts[Exploration.states]
                self.store_state(
                    address + 8 * self.state_words * found, canonical(self.result(here, action))
                )
                place = slot_of(address, found, table)
                if table[place] == 0:
                    if found == most:
                        return BOUNDED
                    table[place] = found + 1
                    plies[found] = plies[at] + 1
                    counts[Exploration.states] = found + 1
                    if 2 * found > len(table):
                        return FULL
                targets[moves] = table[place] - 1
                moves += 1
            if moves == counts[Exploration.moves]:
                return STUCK
        counts[Exploration.moves] = moves
        ends[at] = moves
        counts[Exploration.expanded] = at + 1
    flags[Flags.progress] = counts[Exploration.states]
    return DONE


def replay(
    address: int,
    counts: Any,
    targets: Any,
    ends: Any,
    kinds: Any,
    movers: Any,
    plies: Any,
    utilities: Any,
    flags: Any,
) -> int:
    """Derive all states and moves of a file again from its first state; DONE, WRONG or STOPPED.

    Rules are compiled without checks of their own, so they may only be given states that they made.
    All numbers must be in range, and there must be room for one more state.
    """
    size, last = 8 * self.state_words, counts[Exploration.states]
    spare = address + size * last
    found, moves = 1, 0
    for at in range(min(counts[Exploration.expanded] + 1, last)):
        if at & 255 == 0 and fresh(flags, Flags.stop):
            return STOPPED
        if at >= found:  # nothing leads to it
            return WRONG
        here = self.load_state(address + size * at)
        expanded = at < counts[Exploration.expanded]
        if expanded and (
            movers[at] != self.player(here) or self.is_terminal(here) != (kinds[at] != INNER)
        ):
            return WRONG
        if self.is_terminal(here):
            for player in range(self.players):
                if expanded and utilities[kinds[at] * self.players + player] != self.utility(
                    here, player
                ):
                    return WRONG
        else:
            for action in self.actions(here):
                self.store_state(spare, canonical(self.result(here, action)))
                target = found
                if expanded:
                    if moves >= counts[Exploration.moves]:
                        return WRONG
                    target = targets[moves]
                    moves += 1
                    if target > found or not is_same(spare, address + size * target):
                        return WRONG
                if target == found and found < last and is_same(spare, address + size * found):
                    if plies[found] != plies[at] + 1:
                        return WRONG
                    found += 1
        if expanded and ends[at] != moves:
            return WRONG
    return DONE if found == last and moves == counts[Exploration.moves] else WRONG


def fill(address: int, counts: Any, table: Any) -> None:
    """Put all states into an empty table."""
    for index in range(counts[Exploration.states]):
        table[slot_of(address, index, table)] = index + 1


def canonical(state: Any) -> Any:
    """The least of the state and its images."""
    best = state
    for image in self.symmetries(state):
        if image < best:  # noqa: PLR1730 (min of two records does not compile)
            best = image
    return best


def slot_of(address: int, index: int, table: Any) -> int:
    """Where the table has a state with those words, or a zero to be replaced by its number."""
    first = address + 8 * self.state_words * index
    mixed = 0
    for part in range(self.state_words):
        mixed = (mixed ^ word(first, part)) * MIX
        mixed ^= mixed >> 29 & 0x7FFFFFFFF
    mask = len(table) - 1
    at = mixed & mask
    while table[at] and not is_same(address + 8 * self.state_words * (table[at] - 1), first):
        at = (at + 1) & mask
    return at


def is_same(one: int, other: int) -> bool:
    """Whether two states are the same, word by word."""
    return all(word(one, part) == word(other, part) for part in range(self.state_words))


def outcome_of(state: Any, counts: Any, utilities: Any) -> int:
    """The number of a terminal state's outcome; a new one is added, and -1 if there is no room."""
    for known in range(counts[Exploration.outcomes]):
        player = 0
        while player < self.players and utilities[known * self.players + player] == self.utility(
            state, player
        ):
            player += 1
        if player == self.players:
            return known
    first = counts[Exploration.outcomes] * self.players
    if first + self.players > len(utilities):
        return -1
    for player in range(self.players):
        utilities[first + player] = self.utility(state, player)
    counts[Exploration.outcomes] += 1
    return int(counts[Exploration.outcomes]) - 1
