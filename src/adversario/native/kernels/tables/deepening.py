"""The transposition table of alpha-beta: what is known of the states met before.

An entry is four words: the key mixed with what follows, the value, and packed depth, bound, age
and best action. Two entries fill a cache line and make a bucket: the first keeps the deeper search
of this age, the second the latest.
"""

from __future__ import annotations

from adversario.native.kernels.layout.deepening import AGE, TABLE, TABLE_MASK
from adversario.native.kernels.memory import float_bits, set_word, word

ENTRY = 4
BUCKET = 8
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
COMPLETE = 1 << 18  # no estimate entered into the value
NO_ACTION = 0xFFFF


def bucket_of(key: int, context: int) -> int:
    """Where in the table, in words, the bucket of a key starts."""
    return ((key >> 20) & word(context, TABLE_MASK)) * BUCKET


def probe(key: int, context: int) -> int:
    """The place in the table of the entry with that key; -1 if there is none."""
    table = word(context, TABLE)
    start = bucket_of(key, context)
    for entry in (start, start + ENTRY):
        mixed = word(table, entry) ^ word(table, entry + 1) ^ word(table, entry + 2)
        if mixed == key:
            return entry
    return -1


def store(key: int, value: float, about: int, action: int, context: int) -> None:
    """Keep what is known of a state: in the first place if deeper or fresher, else in the second.

    `about` packs the depth searched, the kind of bound and whether it is complete.

    Another thread may write there at the same time; the key is mixed with the content, so that a
    mixture of two entries is not taken for either (Hyatt and Mann, 2002).
    """
    table, start, age = word(context, TABLE), bucket_of(key, context), word(context, AGE)
    first = word(table, start + 2)
    mixed = word(table, start) ^ word(table, start + 1) ^ first
    fresher = (first >> 24) & 0xFF != age
    entry = start
    if mixed != key and not fresher and (first & 0xFFFF) > (about & 0xFFFF):
        entry = start + ENTRY
    packed = about | (age << 24) | (action << 32)
    content = float_bits(value)
    set_word(table, entry, key ^ content ^ packed)
    set_word(table, entry + 1, content)
    set_word(table, entry + 2, packed)
