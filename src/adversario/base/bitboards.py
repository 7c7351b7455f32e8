"""Boards of any size as tuples of words, for plain Python and compiled code alike.

Cell `c` is bit `c % WORD` of word `c // WORD`. A word leaves the top bits of a machine's 64 free,
so that it is never negative, and bits that a shift moves beyond a word are masked.
"""

from __future__ import annotations

from adversario.bits import count
from adversario.tuples import replaced

WORD = 60
"""The number of cells in a word."""

CELLS = (1 << WORD) - 1
"""The word with all cells set."""


def pack_cells(cells: list[int], size: int) -> tuple[int, ...]:
    """The board of `size` cells with those cells set."""
    words = [0] * -(-size // WORD)
    for cell in cells:
        words[cell // WORD] |= 1 << cell % WORD
    return tuple(words)


def has(words: tuple[int, ...], cell: int) -> bool:
    """Whether a cell is set on a board."""
    if len(words) == 1:  # known to the compiler, and faster
        return bool(words[0] >> cell & 1)
    return bool(words[cell // WORD] >> cell % WORD & 1)


def set_cell(words: tuple[int, ...], cell: int) -> tuple[int, ...]:
    """The board with one more cell set."""
    if len(words) == 1:
        return replaced(words, 0, words[0] | 1 << cell)
    at = cell // WORD
    return replaced(words, at, words[at] | 1 << cell % WORD)


def size(words: tuple[int, ...]) -> int:
    """The number of set cells."""
    return sum(count(word) for word in words)


def clear_cell(words: tuple[int, ...], cell: int) -> tuple[int, ...]:
    """The board with a set cell cleared."""
    at = cell // WORD
    return replaced(words, at, words[at] ^ 1 << cell % WORD)


def beside(below: int, here: int, above: int, step: int) -> int:
    """The cells a step, of less than a word, from the cells of three words, within `here`.

    It goes both ways, and beyond the board: the caller masks that.
    """
    up = (here << step | below >> WORD - step) & CELLS
    return up | ahead(here, above, step)


def ahead(here: int, above: int, step: int) -> int:
    """The cells of `here` from which a step leads to those of two words."""
    return (here >> step | above << WORD - step) & CELLS


def shift_word(words: tuple[int, ...], first: int, last: int, word: int, distance: int) -> int:
    """A word of a board with all cells moved down by `distance`.

    The board is the words from `first` up to, but not including, `last`.
    """
    at = first + word + distance // WORD
    here = words[at] if at < last else 0
    above = words[at + 1] if at + 1 < last else 0
    return ahead(here, above, distance % WORD)
