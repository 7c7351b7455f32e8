"""The best line of a plain search: the index of each action, closed by -1.

There is a line for each of the first plies, in a triangle: that of a ply is the action chosen there
and the line of the next ply.
"""

from __future__ import annotations

from adversario.native.kernels.layout.plain import LONGEST, Plain
from adversario.native.kernels.memory import set_word, word


def end_line(ply: int, block: int) -> None:
    """Make the line from a ply empty."""
    if ply < LONGEST:
        set_word(block, Plain.lines + ply * LONGEST, -1)


def append_to_line(ply: int, index: int, block: int) -> None:
    """Make the line from a ply the action of that index, and the line of the next ply."""
    if ply < LONGEST:
        here = Plain.lines + ply * LONGEST
        set_word(block, here, index)
        for at in range(here + 1, here + LONGEST - ply):
            after = word(block, at + LONGEST - 1)
            set_word(block, at, after)
            if after < 0:
                break
