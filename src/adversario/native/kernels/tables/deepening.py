"""The transposition table of alpha-beta: what is known of the states met before.

An entry is four words: the key mixed with what follows, the value, and packed depth, bound, age
and best action. Two entries fill a cache line and make a bucket: the first keeps the deeper search
of this age, the second the latest.
"""

from __future__ import annotations

from adversario.native.kernels.layout.block import Block, Float, Word
from adversario.native.kernels.layout.deepening import Deepening
from adversario.native.kernels.memory import float_bits, set_word, word


class Entry(Block):
    """What is kept of a state."""

    mixed_key = Word("the key mixed with the other words")
    value = Float("the value or bound, counted from the state")
    about = Word("depth, bound, age and best action; 0 if the entry is empty")
    spare = Word("nothing: two entries fill a line of the cache")


BUCKET = 2 * Entry.size
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
COMPLETE = 1 << 18  # no estimate entered into the value
NO_ACTION = 0xFFFF


def bucket_of(key: int, context: int) -> int:
    """Where in the table, in words, the bucket of a key starts."""
    return ((key >> 20) & word(context, Deepening.table_mask)) * BUCKET


def probe(key: int, context: int) -> int:
    """The place in the table of the entry with that key; -1 if there is none."""
    table = word(context, Deepening.table)
    start = bucket_of(key, context)
    for entry in (start, start + Entry.size):
        if mixed_words(table, entry) == key:
            return entry
    return -1


def mixed_words(table: int, entry: int) -> int:
    """The key of an entry whose words were written together."""
    return (
        word(table, entry + Entry.mixed_key)
        ^ word(table, entry + Entry.value)
        ^ word(table, entry + Entry.about)
    )


def store(key: int, value: float, about: int, action: int, context: int) -> None:
    """Keep what is known of a state: in the first place if deeper or fresher, else in the second.

    `about` packs the depth searched, the kind of bound and whether it is complete.

    Another thread may write there at the same time; the key is mixed with the content, so that a
    mixture of two entries is not taken for either (Hyatt and Mann, 2002).
    """
    table, start, age = (
        word(context, Deepening.table),
        bucket_of(key, context),
        word(context, Deepening.age),
    )
    first, mixed = word(table, start + Entry.about), mixed_words(table, start)
    fresher = (first >> 24) & 0xFF != age
    entry = start
    if mixed != key and not fresher and (first & 0xFFFF) > (about & 0xFFFF):
        entry = start + Entry.size
    packed = about | (age << 24) | (action << 32)
    content = float_bits(value)
    set_word(table, entry + Entry.mixed_key, key ^ content ^ packed)
    set_word(table, entry + Entry.value, content)
    set_word(table, entry + Entry.about, packed)
