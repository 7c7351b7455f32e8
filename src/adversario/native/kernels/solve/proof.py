"""Depth-first proof-number search, df-pn (Nagai 2002): what a player can force.

A state has a proof number and a disproof number: how many open states have to be decided, at the
least, to prove or to disprove it. The search goes to the state that matters for both, without
a tree, as all numbers are in a table. Where a state is reached by several ways the usual sum counts
the work below it several times; the greatest number plus the other open children (Ueda et al.,
2008) does not.

A state that is on the path already is no success for the player who is to reach the goal. So
proofs hold in games that return to a state too, but disproofs that met such a return need not
(Kishimoto and Müller 2004); `Proof.repeated` is set if there was one.
"""

from __future__ import annotations

from typing import Any

from adversario.native.kernels import self
from adversario.native.kernels.layout.block import Address, Block, Float, Word
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.layout.search import StackSearch
from adversario.native.kernels.memory import number, set_word, signed, word
from adversario.native.kernels.solve.stuck import stop_at
from adversario.native.kernels.tables.solver import bucket_of, content_of, put


class Proof(StackSearch):
    """A search for a proof."""

    path = Address("of the keys of the states on the path")
    path_size = Word("how many there is room for")
    repeated = Word("1 if a state on the path was met again")
    prover = Word("the player who is to reach the goal")
    goal = Float("the utility to be reached")
    salt = Word("what makes the keys those of one question")
    infinite = Word("INFINITY, where a literal would be a type of its own")


class Item(Block):
    """A successor on the stack, followed by the words of its state."""

    key = Word("of the state")
    proof = Word("its proof number")
    disproof = Word("its disproof number")


INFINITY = 1 << 27
"""The number of what cannot be proven, or disproven."""

BITS = 28
"""Of each number in an entry of the table."""


def state_width() -> int:
    """How many words a state has."""
    return int(self.state_words)


def prove(state: Any, context: int) -> int:
    """Proof and disproof number of a state, `proof << 32 | disproof`, after the search."""
    if self.is_terminal(state):
        return terminal_numbers(state, context)
    infinite, ply = (
        word(context, Proof.infinite),
        word(context, Proof.stack_top),
    )  # the stack is empty
    return search(state, salted_key(state, context), infinite, infinite, ply, context)


def salted_key(state: Any, context: int) -> int:
    """The key of a state and a question."""
    return signed(self.key(state)) ^ word(context, Proof.salt)


def terminal_numbers(state: Any, context: int) -> int:
    """The numbers of a terminal state."""
    won = self.utility(state, word(context, Proof.prover)) >= number(context, Proof.goal)
    return INFINITY if won else INFINITY << 32


def probe(key: int, context: int) -> int:
    """The numbers that the table has; those of a state that nothing is known of are 1 and 1."""
    content = content_of(key, word(context, Proof.table), word(context, Proof.table_mask))
    if content == 0:
        return 1 << 32 | 1
    return (content & (1 << BITS) - 1) << 32 | (content >> BITS) & (1 << BITS) - 1


def store(key: int, proof: int, disproof: int, work: int, context: int) -> None:
    """Keep the numbers of a state."""
    bucket = bucket_of(key, word(context, Proof.table), word(context, Proof.table_mask))
    put(key, proof | disproof << BITS, work, 2 * BITS, bucket)


def push(state: Any, ply: int, context: int) -> int:
    """Put the states that follow on the stack, with their numbers; return how many there are."""
    size = 8 * (Item.size + self.state_words)
    top, found = word(context, Proof.stack_top), 0
    for action in self.actions(state):
        if top + found >= word(context, Proof.stack_size):
            set_word(context, Proof.overflow, 1)
            set_word(word(context, Proof.stop), Flags.stop, 1)
            break
        after = self.result(state, action)
        item = word(context, Proof.stack) + size * (top + found)
        key = salted_key(after, context)
        if self.is_terminal(after):
            numbers = terminal_numbers(after, context)
        elif on_path(key, ply, context):
            set_word(context, Proof.repeated, 1)
            numbers = INFINITY << 32
        else:
            numbers = probe(key, context)
        set_word(item, Item.key, key)
        set_word(item, Item.proof, numbers >> 32)
        set_word(item, Item.disproof, numbers & 0xFFFFFFFF)
        self.store_state(item + Item.bytes, after)
        found += 1
    set_word(context, Proof.stack_top, top + found)
    return found


def on_path(key: int, ply: int, context: int) -> bool:
    """Whether a state with that key lies on the way to here."""
    path = word(context, Proof.path)
    return any(word(path, at) == key for at in range(ply + 1))


def search(
    state: Any, key: int, most_proof: int, most_disproof: int, ply: int, context: int
) -> int:
    """Search until one of the numbers is no longer below its bound; returns both.

    In a state of the prover's one child has to be proven, or all disproven; in others the roles of
    the two numbers change. `easy` is the number of which the least counts, `hard` the other.
    """
    before = word(context, Proof.nodes)
    set_word(context, Proof.nodes, before + 1)
    if before >= word(context, Proof.node_limit) or ply + 1 >= word(context, Proof.path_size):
        set_word(word(context, Proof.stop), Flags.stop, 1)
    if word(word(context, Proof.stop), Flags.stop) != 0:
        return probe(key, context)
    set_word(word(context, Proof.path), ply, key)
    ours = self.player(state) == word(context, Proof.prover)
    easy_at, hard_at = (Item.proof, Item.disproof) if ours else (Item.disproof, Item.proof)
    most_easy, most_hard = (most_proof, most_disproof) if ours else (most_disproof, most_proof)
    top = word(context, Proof.stack_top)
    found = push(state, ply, context)
    size = 8 * (Item.size + self.state_words)
    items = word(context, Proof.stack) + size * top
    if found == 0 and word(context, Proof.overflow) == 0:
        stop_at(state, context)
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
        if (
            easy >= most_easy
            or hard >= most_hard
            or word(word(context, Proof.stop), Flags.stop) != 0
        ):
            break
        child_easy = min(most_easy, second + second // 4 + 1)
        child_hard = most_hard - (undecided - 1)
        child_proof, child_disproof = (child_easy, child_hard) if ours else (child_hard, child_easy)
        numbers = search(
            self.load_state(best + Item.bytes), word(best, Item.key), child_proof, child_disproof,
            ply + 1, context,
        )  # fmt: skip
        set_word(best, Item.proof, numbers >> 32)
        set_word(best, Item.disproof, numbers & 0xFFFFFFFF)
    set_word(context, Proof.stack_top, top)
    proof, disproof = (easy, hard) if ours else (hard, easy)
    store(key, proof, disproof, word(context, Proof.nodes) - before, context)
    return proof << 32 | disproof
