"""What the blocks of all depth-first searches have in common."""

from __future__ import annotations

from adversario.native.kernels.layout.block import Address, Block, Word


class Counts(Block):
    """What a search counts, under the names of `adversario.algorithms.core.limit.Counters`."""

    nodes = Word("nodes visited")
    leaves = Word("leaves among them")
    evaluations = Word("calls of the evaluation function")
    cutoffs = Word("nodes at which actions were pruned")
    pruned = Word("these actions, if they are counted")
    deepest = Word("the greatest ply of a leaf")


class Search(Counts):
    """Counts, limits and memory of a search."""

    stop = Address("of the flags, see `Flags`")
    node_limit = Word("the number of nodes allowed")
    table = Address("of the transposition table; 0 for none")
    stack = Address("of the stack")
    model = Address("of the model that evaluates states, see `Model`; 0 for none")
    positions = Address("of the keys of the positions of the game so far, and on the way to a node")
    earlier = Word("how many of these are before the root")


class StackSearch(Search):
    """A search that keeps actions or states on a stack of items, and a table of buckets."""

    table_mask = Word("the number of buckets, a power of two, less 1")
    table_hits = Word("values taken from the table")
    stack_top = Word("the number of items on the stack")
    stack_size = Word("the number of items that it has room for")
    overflow = Word("1 if there was no room; the search has then stopped itself")
    stuck = Word("1 if a state has no actions; the search has then stopped, see `solve.stuck`")
