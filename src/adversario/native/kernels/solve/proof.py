"""Depth-first proof-number search, df-pn (Nagai 2002): what a player can force.

A state has a proof number and a disproof number: how many open states have to be decided, at the
least, to prove or to disprove it. The search goes to the state that matters for both, without
a tree, as all numbers are in a table. Where a state is reached by several ways the usual sum counts
the work below it several times; the greatest number plus the other open children (Ueda et al.,
2008) does not.

A state that is on the path already is no success for who wants to prove something. So proofs hold
in games that return to a state too, but disproofs that met such a return need not (Kishimoto and
Müller 2004); the word REPEATED says that there was one.
"""

from __future__ import annotations

from typing import Any

from adversario.native.kernels import self
from adversario.native.kernels.memory import number, set_word, signed, word
from adversario.native.kernels.tables.solver import bucket_of, content_of, put

# The words of the block that the driver fills.
NODES, STOP, NODE_LIMIT, TABLE, TABLE_MASK = 0, 1, 2, 3, 4
STACK, STACK_TOP, STACK_SIZE, OVERFLOW = 5, 6, 7, 8
PATH, PATH_SIZE, REPEATED = 9, 10, 11
PROVER, GOAL, SALT, INFINITE = 12, 13, 14, 15
SIZE = 16

INFINITY = 1 << 27
"""The number of what cannot be proven, or disproven."""

BITS = 28
"""Of each number in an entry of the table."""

# An item of the stack: a child's key and numbers, then the state.
KEY, PROOF, DISPROOF, AFTER = 0, 1, 2, 3


def state_width() -> int:
    """How many words a state has."""
    return int(self.state_words)


def prove(state: Any, context: int) -> int:
    """Proof and disproof number of a state, `proof << 32 | disproof`, after the search."""
    if self.is_terminal(state):
        return ended(state, context)
    infinite, ply = word(context, INFINITE), word(context, STACK_TOP)  # the stack is empty
    return search(state, salted(state, context), infinite, infinite, ply, context)


def salted(state: Any, context: int) -> int:
    """The key of a state and a question."""
    return signed(self.key(state)) ^ word(context, SALT)


def ended(state: Any, context: int) -> int:
    """The numbers of a terminal state."""
    won = self.utility(state, word(context, PROVER)) >= number(context, GOAL)
    return INFINITY if won else INFINITY << 32


def probe(key: int, context: int) -> int:
    """The numbers that the table has; those of a state that nothing is known of are 1 and 1."""
    content = content_of(key, word(context, TABLE), word(context, TABLE_MASK))
    if content == 0:
        return 1 << 32 | 1
    return (content & (1 << BITS) - 1) << 32 | (content >> BITS) & (1 << BITS) - 1


def store(key: int, proof: int, disproof: int, work: int, context: int) -> None:
    """Keep the numbers of a state."""
    bucket = bucket_of(key, word(context, TABLE), word(context, TABLE_MASK))
    put(key, proof | disproof << BITS, work, 2 * BITS, bucket)


def push(state: Any, ply: int, context: int) -> int:
    """Put the states that follow on the stack, with their numbers; return how many there are."""
    size = 8 * (AFTER + self.state_words)
    top, found = word(context, STACK_TOP), 0
    for action in self.actions(state):
        if top + found >= word(context, STACK_SIZE):
            set_word(context, OVERFLOW, 1)
            set_word(word(context, STOP), 0, 1)
            break
        after = self.result(state, action)
        item = word(context, STACK) + size * (top + found)
        key = salted(after, context)
        if self.is_terminal(after):
            numbers = ended(after, context)
        elif on_path(key, ply, context):
            set_word(context, REPEATED, 1)
            numbers = INFINITY << 32
        else:
            numbers = probe(key, context)
        set_word(item, KEY, key)
        set_word(item, PROOF, numbers >> 32)
        set_word(item, DISPROOF, numbers & 0xFFFFFFFF)
        self.store_state(item + 8 * AFTER, after)
        found += 1
    set_word(context, STACK_TOP, top + found)
    return found


def on_path(key: int, ply: int, context: int) -> bool:
    """Whether a state with that key lies on the way to here."""
    path = word(context, PATH)
    return any(word(path, at) == key for at in range(ply + 1))


def search(
    state: Any, key: int, most_proof: int, most_disproof: int, ply: int, context: int
) -> int:
    """Search until one of the numbers is no longer below its bound; returns both.

    In a state of the prover's one child has to be proven, or all disproven; in others the roles of
    the two numbers change. `easy` is the number of which the least counts, `hard` the other.
    """
    before = word(context, NODES)
    set_word(context, NODES, before + 1)
    if before >= word(context, NODE_LIMIT) or ply + 1 >= word(context, PATH_SIZE):
        set_word(word(context, STOP), 0, 1)
    if word(word(context, STOP), 0) != 0:
        return probe(key, context)
    set_word(word(context, PATH), ply, key)
    ours = self.player(state) == word(context, PROVER)
    easy_at, hard_at = (PROOF, DISPROOF) if ours else (DISPROOF, PROOF)
    most_easy, most_hard = (most_proof, most_disproof) if ours else (most_disproof, most_proof)
    top = word(context, STACK_TOP)
    found = push(state, ply, context)
    size = 8 * (AFTER + self.state_words)
    items = word(context, STACK) + size * top
    while True:
        easy, second, hard, best, undecided = INFINITY, INFINITY, 0, items, 0
        for at in range(found):
            item = items + size * at
            this = word(item, easy_at)
            if this < easy:
                easy, second, best = this, easy, item
            elif this < second:
                second = this
            if word(item, hard_at) != 0:
                undecided += 1
                hard = max(hard, word(item, hard_at))
        hard = min(INFINITY, hard + max(0, undecided - 1))
        if easy == 0:
            hard = INFINITY
        elif undecided == 0:
            easy = INFINITY
        if easy >= most_easy or hard >= most_hard or word(word(context, STOP), 0) != 0:
            break
        child_easy = min(most_easy, second + second // 4 + 1)
        child_hard = most_hard - (undecided - 1)
        child_proof, child_disproof = (child_easy, child_hard) if ours else (child_hard, child_easy)
        numbers = search(
            self.load_state(best + 8 * AFTER), word(best, KEY), child_proof, child_disproof,
            ply + 1, context,
        )  # fmt: skip
        set_word(best, PROOF, numbers >> 32)
        set_word(best, DISPROOF, numbers & 0xFFFFFFFF)
    set_word(context, STACK_TOP, top)
    proof, disproof = (easy, hard) if ours else (hard, easy)
    store(key, proof, disproof, word(context, NODES) - before, context)
    return proof << 32 | disproof
