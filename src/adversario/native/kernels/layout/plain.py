"""What the searches of `native.engines.root_search` share: a block of notes, best lines, a table.

A search has a block of words, `notes`, passed on by its address: what is asked of it, what it
counts, and the best line from each of the first plies on.
"""

from __future__ import annotations

from adversario import bits
from adversario.game import CHANCE
from adversario.native.kernels.memory import number, set_word, signed, word

NODES, LEAVES, EVALUATIONS, CUTOFFS, PRUNED, DEEPEST, STATUS = range(7)
"""What the kernel writes: its counters, and why it ended early (0: it did not)."""

STOP, MOST, FARTHEST, DEPTH, ME, SIDE, QUIESCENCE, PROBING, TABLE, SHIFT, STACK, ROOM = range(7, 19)
COUNTING, UNLIKELY, REACH = range(19, 22)
"""What the driver writes.

The address of the stop flag, the nodes and the plies allowed, the plies to search, the player whose
utility the value is, a bit for each player who maximises it, two options, the address of the table
(0: none) and 64 less the logarithm of its number of entries, where a stack starts and ends;
whether to count what is pruned, which only alpha-beta does; and, as floats, below which probability
a line is not searched, and how likely the state is that the search starts from.
"""

NEGLECTED = 22
"""What the kernel writes beside: a float, how likely a line is that was not searched."""

LINES, LONGEST = 24, 64
"""Where the lines start, and how many plies of the best line are kept."""

SIZE = LINES + LONGEST * LONGEST
"""The words of a block."""

STOPPED, SPENT, TOO_DEEP, BROKEN, FULL = range(1, 6)
"""Why a search ended early.

It was asked to, all nodes are spent, a line has too many plies, a state that is not terminal has no
actions, or the stack is full.
"""

EXACT, LOWER, UPPER = range(3)
"""What a number of the table is to the value: equal, or a bound."""

WIDTH = 3
"""The words of an entry of a table of single numbers."""

ENDLESS = 1 << 40
"""So many plies are left at least in a search to the end of the game."""


# Entering and leaving nodes.


def count(notes: int, place: int) -> None:
    """One more of what is counted there."""
    set_word(notes, place, word(notes, place) + 1)


def is_over(ply: int, notes: int) -> bool:
    """Count a node; or note why the search ends before it."""
    if word(notes, NODES) >= word(notes, MOST):
        set_word(notes, STATUS, SPENT)
    elif word(word(notes, STOP), 0):
        set_word(notes, STATUS, STOPPED)
    elif ply > word(notes, FARTHEST):
        set_word(notes, STATUS, TOO_DEEP)
    else:
        count(notes, NODES)
        return False
    return True


def sign_of(mover: int, notes: int) -> float:
    """1 if that player maximises the value, -1 if that player minimises it."""
    return 1.0 if mover == CHANCE or word(notes, SIDE) >> mover & 1 else -1.0


def leaf(number: float, ply: int, notes: int) -> float:
    """Count a leaf of that value."""
    count(notes, LEAVES)
    if ply > word(notes, DEEPEST):
        set_word(notes, DEEPEST, ply)
    ended(ply, notes)
    return number


def added(total: float, lost: float, number: float) -> tuple[float, float]:
    """A sum, and what rounding has taken from it so far, with one more number (Knuth's two-sum).

    Both together are, all but always, the correctly rounded sum of the interpreted search.
    """
    more = total + number
    part = more - total
    return more, lost + ((total - (more - part)) + (number - part))


# The best line, by the index of each action, closed by -1.


def ended(ply: int, notes: int) -> None:
    """No line goes on from here."""
    if ply < LONGEST:
        set_word(notes, LINES + ply * LONGEST, -1)


def extended(ply: int, index: int, notes: int) -> None:
    """The line from here is the action of that index, and what its successor found."""
    if ply < LONGEST:
        here = LINES + ply * LONGEST
        set_word(notes, here, index)
        for at in range(here + 1, here + LONGEST - ply):
            after = word(notes, at + LONGEST - 1)
            set_word(notes, at, after)
            if after < 0:
                break


# The table. An entry is the key of a state, a tag, and a number or several.


def left(ply: int, notes: int) -> int:
    """How many plies a state is searched for; to the end of the game they are all the same."""
    return min(word(notes, DEPTH) - ply, ENDLESS)


def entry_of(key: int, ply: int, width: int, notes: int) -> int:
    """The address of the entry of so many words where a state of that key is kept, if it is."""
    mixed = bits.multiply(bits.add(key, left(ply, notes)), 0x9E3779B97F4A7C15)
    place = signed(bits.right(mixed, word(notes, SHIFT)))
    return word(notes, TABLE) + 8 * width * place


def is_known(entry: int, key: int, ply: int, alpha: float, beta: float, notes: int) -> bool:
    """Whether the entry's value is that of the state, or a bound on it that leaves the window.

    The state must have been searched for exactly as many plies. A value that rests on estimates
    counts as an evaluation, so that nothing is held for proven; a bound counts as a cut-off.
    """
    tag = word(entry, 1)
    if word(entry, 0) != key or tag >> 3 != left(ply, notes):
        return False
    kind, v = tag & 3, number(entry, 2)
    if (kind == LOWER and v < beta) or (kind == UPPER and v > alpha):
        return False
    if kind != EXACT:
        count(notes, CUTOFFS)
    if tag & 4:
        count(notes, EVALUATIONS)
    ended(ply, notes)
    return True


def kind_of(v: float, alpha: float, beta: float) -> int:
    """What a value found with the window (alpha, beta) is to the true one."""
    if v <= alpha:
        return UPPER
    return LOWER if v >= beta else EXACT


def keep(entry: int, key: int, ply: int, kind: int, before: int, notes: int) -> None:
    """Write whose entry it is: plies, whether there are more evaluations than before, and kind."""
    estimated = 4 if word(notes, EVALUATIONS) > before else 0
    set_word(entry, 0, key)
    set_word(entry, 1, left(ply, notes) << 3 | estimated | kind)
