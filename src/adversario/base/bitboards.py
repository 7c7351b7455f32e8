"""Boards of any size as tuples of words, which plain Python and compiled code shift alike.

Cell `c` is bit `c % WORD` of word `c // WORD`. A word leaves the top bits of a machine's 64 free,
so that it is never negative; what a shift moves beyond a word is for the caller to mask off.
"""

from __future__ import annotations

from adversario.bits import count
from adversario.tuples import replaced

WORD = 60
"""The cells of one word."""


def packed(cells: list[int], size: int) -> tuple[int, ...]:
    """The board of that many cells on which those are set."""
    words = [0] * -(-size // WORD)
    for cell in cells:
        words[cell // WORD] |= 1 << cell % WORD
    return tuple(words)


def has(words: tuple[int, ...], cell: int) -> bool:
    """Whether a cell is set on a board."""
    if len(words) == 1:  # known to the compiler, and faster
        return bool(words[0] >> cell & 1)
    return bool(words[cell // WORD] >> cell % WORD & 1)


def placed(words: tuple[int, ...], cell: int) -> tuple[int, ...]:
    """The board with one more cell set."""
    if len(words) == 1:
        return replaced(words, 0, words[0] | 1 << cell)
    at = cell // WORD
    return replaced(words, at, words[at] | 1 << cell % WORD)


def size(words: tuple[int, ...]) -> int:
    """How many cells of a board are set."""
    return sum(count(word) for word in words)


def removed(words: tuple[int, ...], cell: int) -> tuple[int, ...]:
    """The board with a cell that was set no longer so."""
    at = cell // WORD
    return replaced(words, at, words[at] ^ 1 << cell % WORD)


def beside(below: int, here: int, above: int, step: int) -> int:
    """What lies a step, of less than a word, from the cells of three words, as far as it is `here`.

    It reaches both ways, and beyond the word: mask it.
    """
    up = here << step | below >> WORD - step
    return up | ahead(here, above, step)


def ahead(here: int, above: int, step: int) -> int:
    """The cells from which a step leads to those of two words, as far as they are `here`."""
    return here >> step | above << WORD - step


def moved(words: tuple[int, ...], first: int, last: int, word: int, distance: int) -> int:
    """A word of a board whose cells have all moved that far down; mask it.

    The board is the words from `first` up to, but not including, `last`.
    """
    at = first + word + distance // WORD
    here = words[at] if at < last else 0
    above = words[at + 1] if at + 1 < last else 0
    return ahead(here, above, distance % WORD)
