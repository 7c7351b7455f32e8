"""A kernel that reads and writes a block, for tests of the compiler."""

from __future__ import annotations

from adversario.native.kernels.layout.block import Block, Float, Word, Words
from adversario.native.kernels.memory import number, set_number, set_word, word


class Sums(Block):
    """What the kernel adds up."""

    steps = Word("how many numbers were added")
    total = Float("their sum")
    last = Words(2, "the last two numbers")


def add(value: int, block: int) -> int:
    """Add a number; a local variable may have the name of a field."""
    steps = word(block, Sums.steps) + 1
    set_word(block, Sums.steps, steps)
    set_number(block, Sums.total, number(block, Sums.total) + value)
    set_word(block, Sums.last + 1, word(block, Sums.last))
    set_word(block, Sums.last, value)
    return steps * Sums.size
