"""The events of a search as rows of words, which only its recording build writes.

A kernel that imports `ignore_row` as `report` writes nothing, and its calls cost nothing. Its
recording build is the same source with `write_row` in that place (see
`adversario.native.engines.enhanced.recording`). Values and windows are those of the player to
move at the node entered last; the number of an action is its place in the game's order.
"""

from __future__ import annotations

from adversario.native.kernels.layout.block import Block, Float, Word
from adversario.native.kernels.layout.deepening import Deepening
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.memory import float_bits, set_word, word


class Row(Block):
    """One event."""

    kind = Word("what happened")
    number = Word("of an action, or what the kind says")
    low = Float("the lower end of a window")
    high = Float("the upper end of a window")
    value = Float("a value")


ENTER = 0  # low, high: the window
TERMINAL = 1  # value
EVALUATED = 2  # value
KNOWN = 3  # number: the kind of bound; value: what the table says
TRIED = 4  # number: of the action; value: its score in the ordering, negative at the root
SCOUTED = 5  # the action tried last is searched with a null window ...
REDUCED = 6  # ... less deep ...
AGAIN = 7  # ... once more, as it turned out better
PASSED = 8  # a null move is tried
CHILD = 9  # number; value: of the child
UPDATED = 10  # number; the window, and the best value
CUT = 11  # high: the limit; value
STAND_PAT = 12  # the same, in quiescence, without an action
NULL_CUT = 13  # the same, by a null move
LEFT = 14  # number: of the best action; low, high: the window on entry; value
DEEPENED = 15  # number: the depth of the iteration that starts
WIDENED = 16  # an aspiration window was missed
PRUNED = 19  # the action tried last is left out
STATIC_CUT = 20  # high: the limit; value: the estimate, which is that much better
REPEATED = 18  # value: a draw, since the position has occurred before
NOISY = 17  # number: of an action of quiescence that is tried


def ignore_row(kind: int, number: int, low: float, high: float, value: float, context: int) -> None:
    """Write nothing: the build that plays."""


def write_row(kind: int, number: int, low: float, high: float, value: float, context: int) -> None:
    """Write a row, if this thread records; stop the search if there is no more room."""
    count, most = word(context, Deepening.row_count), word(context, Deepening.row_limit)
    if count < most:
        row = word(context, Deepening.rows) + Row.bytes * count
        set_word(row, Row.kind, kind)
        set_word(row, Row.number, number)
        set_word(row, Row.low, float_bits(low))
        set_word(row, Row.high, float_bits(high))
        set_word(row, Row.value, float_bits(value))
    elif most > 0:
        set_word(word(context, Deepening.stop), Flags.stop, 1)
    set_word(context, Deepening.row_count, count + 1)
