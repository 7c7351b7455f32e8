"""What a search says of itself while it runs: rows of words, written by its recording build only.

A kernel that imports `silent` as `report` says nothing, and pays nothing for its calls. Its
recording build is the same source with `written` in that place (see
`adversario.native.engines.recording`).
Values and windows are those of whoever moves at the node entered last; actions are numbers: the
place of an action in the game's order.
"""

from __future__ import annotations

from adversario.native.kernels.layout.deepening import ROW_COUNT, ROW_LIMIT, ROWS, STOP
from adversario.native.kernels.memory import float_bits, set_word, word

ROW = 5
"""The words of a row: its kind, a number, and three floats."""

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
NOISY = 17  # number: of an action of quiescence that is tried


def silent(kind: int, number: int, low: float, high: float, value: float, context: int) -> None:
    """Say nothing: the build that plays."""


def written(kind: int, number: int, low: float, high: float, value: float, context: int) -> None:
    """Write a row, if this thread keeps any; where there is no more room, stop the search."""
    count, most = word(context, ROW_COUNT), word(context, ROW_LIMIT)
    if count < most:
        row = word(context, ROWS) + 8 * ROW * count
        set_word(row, 0, kind)
        set_word(row, 1, number)
        set_word(row, 2, float_bits(low))
        set_word(row, 3, float_bits(high))
        set_word(row, 4, float_bits(value))
    elif most > 0:
        set_word(word(context, STOP), 0, 1)
    set_word(context, ROW_COUNT, count + 1)
