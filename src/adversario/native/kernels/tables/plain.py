"""The table of plain searches: one entry for a key, replaced whenever a state is searched.

An entry is valid for exactly the depth that it was searched to, so that a search with a table has
the value of one without.
"""

from __future__ import annotations

from adversario import bits
from adversario.native.kernels.layout.block import Block, Float, Word
from adversario.native.kernels.layout.plain import Plain
from adversario.native.kernels.memory import number, set_word, signed, word
from adversario.native.kernels.random import GOLDEN
from adversario.native.kernels.search.line import end_line
from adversario.native.kernels.search.nodes import count


class Entry(Block):
    """An entry of a table of single values; max^n has one value for each player instead."""

    key = Word("of the state")
    tag = Word("the plies searched, whether estimates entered into the value, and its kind")
    value = Float("the value, or a bound")


EXACT, LOWER, UPPER = range(3)
"""What an entry's value is to the true one: equal, or a bound."""

ENDLESS = 1 << 40
"""The plies of a search to the end of the game, or more."""


def plies_left(ply: int, block: int) -> int:
    """The plies that a state is searched for; to the end of the game, all states have the same."""
    return min(word(block, Plain.depth) - ply, ENDLESS)


def entry_of(key: int, ply: int, width: int, block: int) -> int:
    """The address of the entry, of `width` words, for a state of that key."""
    mixed = bits.multiply(bits.add(key, plies_left(ply, block)), GOLDEN)
    place = signed(bits.right(mixed, word(block, Plain.shift)))
    return word(block, Plain.table) + 8 * width * place


def is_known(entry: int, key: int, ply: int, alpha: float, beta: float, block: int) -> bool:
    """Whether the entry has the value of the state, or a bound on it that is outside the window.

    The state must have been searched for exactly as many plies. A value that rests on estimates
    counts as an evaluation, so that nothing is taken for proven; a bound counts as a cut-off.
    """
    tag = word(entry, Entry.tag)
    if word(entry, Entry.key) != key or tag >> 3 != plies_left(ply, block):
        return False
    kind, v = tag & 3, number(entry, Entry.value)
    if (kind == LOWER and v < beta) or (kind == UPPER and v > alpha):
        return False
    if kind != EXACT:
        count(block, Plain.cutoffs)
    if tag & 4:
        count(block, Plain.evaluations)
    end_line(ply, block)
    return True


def kind_of(v: float, alpha: float, beta: float) -> int:
    """What a value found with the window (alpha, beta) is to the true one."""
    if v <= alpha:
        return UPPER
    return LOWER if v >= beta else EXACT


def store(entry: int, key: int, ply: int, kind: int, before: int, block: int) -> None:
    """Write all of an entry but its value; `before` is the number of evaluations on entry."""
    estimated = 4 if word(block, Plain.evaluations) > before else 0
    set_word(entry, Entry.key, key)
    set_word(entry, Entry.tag, plies_left(ply, block) << 3 | estimated | kind)
