"""The block of the searches without enhancements: one kernel each, one driver for all."""

from __future__ import annotations

from adversario.native.kernels.layout.block import Float, Word, Words
from adversario.native.kernels.layout.search import Search

LONGEST = 64
"""How many plies of the best line are kept."""


class Plain(Search):
    """A search to a fixed depth."""

    status = Word("why the search ended early; 0 if it did not")
    farthest = Word("the greatest ply allowed, quiescence included")
    depth = Word("plies to search")
    me = Word("the player whose utility the value is")
    maximisers = Word("a bit for each player who maximises the value")
    quiescence = Word("whether states that are not quiet are searched on")
    probing = Word("whether Star2 probes the outcomes of chance nodes")
    counting = Word("whether to count what is pruned")
    shift = Word("64 less the binary logarithm of the number of table entries")
    stack_end = Word("the address after the last word of the stack")
    unlikely = Float("the probability below which a line is not searched")
    reach = Float("the probability of the state that the search starts from")
    neglected = Float("the probability of the lines that were not searched")
    draw = Float("the utility of player 0 if a position occurs too often")
    lines = Words(LONGEST * LONGEST, "the best line from each of the first plies, closed by -1")


STOPPED, SPENT, TOO_DEEP, BROKEN, FULL = range(1, 6)
"""The values of `Plain.status`.

The stop flag was set, all nodes were used, a line has too many plies, a state that is not terminal
has no actions, or the stack is full.
"""
