"""All states of a game for one or two players, with what chance does, in flat arrays.

As `solve.explore`, whose table this uses; but chance nodes are expanded too, and symmetric states
are different ones. A chance node has one choice, with its probabilities; an action of the player is
a choice with one outcome.
"""

from __future__ import annotations

from typing import Any

from adversario.game import CHANCE
from adversario.native.kernels import self
from adversario.native.kernels.layout.block import Block, Word
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.memory import fresh
from adversario.native.kernels.solve.explore import BOUNDED, DONE, FULL, STOPPED, slot_of


class Exploration(Block):
    """How far an exploration is."""

    states = Word("states found")
    expanded = Word("states whose choices were followed")
    choices = Word("choices of these")
    outcomes = Word("outcomes of these")


ENDS, DECIDES, CHANCES, OPPOSES = 0, 1, 2, 3
"""The kinds of states: player 0 decides, or the other player."""


def begin(state: Any, address: int, counts: Any, table: Any) -> None:
    """Take in the first state."""
    self.store_state(address, state)
    table[slot_of(address, 0, table)] = 1
    counts[Exploration.states] = 1


def expand(
    address: int,
    counts: Any,
    table: Any,
    kinds: Any,
    worths: Any,
    choices: Any,
    outcomes: Any,
    targets: Any,
    probabilities: Any,
    most: int,
    flags: Any,
) -> int:
    """Expand states until all are, until there are `most`, or until there is no room; say which.

    `choices` and `outcomes` start with a 0.
    """
    while counts[Exploration.expanded] < counts[Exploration.states]:
        at = counts[Exploration.expanded]
        if at & 255 == 0:
            flags[Flags.progress] = counts[Exploration.states]
            if fresh(flags, Flags.stop):
                return STOPPED
        choice, outcome = counts[Exploration.choices], counts[Exploration.outcomes]
        here = self.load_state(address + 8 * self.state_words * at)
        if self.is_terminal(here):
            kinds[at] = ENDS
            worths[at] = self.utility(here, 0)
        elif self.player(here) == CHANCE:
            kinds[at] = CHANCES
            if choice + 2 > len(outcomes):
                return FULL
            for chance, probability in self.chances(here):
                if probability > 0:
                    if is_full(counts, kinds, outcome, targets):
                        return FULL
                    found = number_of(self.result(here, chance), address, counts, table, most)
                    if found < 0:
                        return BOUNDED
                    targets[outcome] = found
                    probabilities[outcome] = probability
                    outcome += 1
            choice += 1
            outcomes[choice] = outcome
        else:
            kinds[at] = DECIDES if self.player(here) == 0 else OPPOSES
            for action in self.actions(here):
                if choice + 2 > len(outcomes) or is_full(counts, kinds, outcome, targets):
                    return FULL
                found = number_of(self.result(here, action), address, counts, table, most)
                if found < 0:
                    return BOUNDED
                targets[outcome] = found
                probabilities[outcome] = 1.0
                outcome += 1
                choice += 1
                outcomes[choice] = outcome
        if 2 * counts[Exploration.states] > len(table):
            return FULL
        counts[Exploration.choices], counts[Exploration.outcomes] = choice, outcome
        choices[at + 1] = choice
        counts[Exploration.expanded] = at + 1
    flags[Flags.progress] = counts[Exploration.states]
    return DONE


def is_full(counts: Any, kinds: Any, outcome: int, targets: Any) -> bool:
    """Whether one more state or outcome may be one too many."""
    return counts[Exploration.states] + 1 >= len(kinds) or outcome + 1 > len(targets)


def number_of(state: Any, address: int, counts: Any, table: Any, most: int) -> int:
    """The number of a state, which may be new; -1 if it is one too many."""
    found = counts[Exploration.states]
    self.store_state(address + 8 * self.state_words * found, state)
    place = slot_of(address, found, table)
    if table[place] == 0:
        if found == most:
            return -1
        table[place] = found + 1
        counts[Exploration.states] = found + 1
    return int(table[place]) - 1


def fill(address: int, counts: Any, table: Any) -> None:
    """Put all states into an empty table."""
    for index in range(counts[Exploration.states]):
        table[slot_of(address, index, table)] = index + 1
