"""The block of enhanced alpha-beta."""

from __future__ import annotations

from adversario.native.kernels.layout.block import Address, Block, Float, Word
from adversario.native.kernels.layout.search import StackSearch


class Deepening(StackSearch):
    """One thread of a search with iterative deepening."""

    horizon = Word("how often an estimate stood for the rest of the game")
    null_ply = Word("the ply of the node that the last null move led to")
    options = Word("the enhancements that are on, a bit each")
    age = Word("of the entries written to the table: the depth of the iteration")
    scores = Address("of the scores of the actions on the stack")
    killers = Address("of the killers of each ply, see `Killers`")
    history = Address("of the history counts, one for each player and action code")
    rows = Address("of the rows that the recording build writes")
    row_limit = Word("how many rows there is room for; 0 if none are recorded")
    row_count = Word("how many rows were written, or would have been")
    best = Float("the utility of a win for player 0")
    worst = Float("the utility of a loss for player 0")
    unit = Float("what one ply of distance takes off a win")
    step = Float("the width of a null window")
    cuts = Address("of the cuts by shallow searches, one for each depth, see `Cut`; 0 for none")
    endgame = Address("of the addresses of the layers of the endgame tables; 0 for none")
    endgame_plies = Word("whether these tables have distances")
    endgame_skip = Word("a layer that is searched in spite of its table; -1 for none")


class Killers(Block):
    """The actions of a ply that caused cut-offs, by their codes."""

    first = Word("the latest")
    second = Word("the one before it")


class Cut(Block):
    """How a search of a depth follows from a shallower one, as `slope` times its value and more."""

    shallow = Word("the depth of the shallow search; 0 if there is none")
    slope = Float("what its value is multiplied by")
    offset = Float("what is added")
    margin = Float("how far outside the window that has to be")


DEPTHS = 64
"""The depths that cuts are known for."""

# The bits of `Deepening.options`.
SCOUT = 1
ORDER_KILLERS = 2
ORDER_HISTORY = 4
QUIESCENCE = 8
DISTANCE = 16
REDUCTIONS = 32
NULL_MOVE = 64

CODES = 1024
"""The number of action codes; several actions may share one."""

MOST_PLIES = 1024
"""The greatest ply of a search, quiescence included."""
