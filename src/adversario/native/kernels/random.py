"""Random words: SplitMix64 (Steele, Lea and Flood 2014).

The state of a generator is a word that grows by GOLDEN; `mix` makes a random word of it. The same
functions run compiled and interpreted.
"""

from __future__ import annotations

from typing import Any

from adversario import bits

GOLDEN = 0x9E3779B97F4A7C15
FIRST_MIX, SECOND_MIX = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
"""Odd numbers whose multiples look random."""


def mix(word: Any) -> Any:
    """The finaliser of SplitMix64: every bit of the word changes about half of the result's."""
    word = bits.multiply(word ^ bits.right(word, 30), FIRST_MIX)
    word = bits.multiply(word ^ bits.right(word, 27), SECOND_MIX)
    return word ^ bits.right(word, 31)


def unit_float(word: Any) -> float:
    """A number of [0, 1) from the first 53 bits of a random word."""
    return int(bits.right(word, 11)) * 2.0**-53


def draw(seed: int, number: int, ply: int, many: int) -> int:
    """A random number below `many`, the same for the same seed, game and ply in both engines."""
    word = bits.add(bits.multiply(seed, FIRST_MIX), bits.multiply(number, SECOND_MIX))
    word = bits.multiply(mix(bits.add(word, GOLDEN)), FIRST_MIX)
    word = mix(bits.add(word, bits.multiply(ply, GOLDEN)))
    return int(bits.right(bits.multiply(bits.right(word, 32), many), 32))
