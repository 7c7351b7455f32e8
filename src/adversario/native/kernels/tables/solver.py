"""A table of two words an entry, four entries to a line of the cache, for solvers.

The first word is the key mixed with the second, so that a mixture of two entries, written by two
threads at a time, is not taken for either (Hyatt and Mann, 2002). The second holds what the solver
packs into it, and in its topmost bits how much work that was.
"""

from __future__ import annotations

from adversario.native.kernels.layout.block import Block, Word
from adversario.native.kernels.memory import set_word, word


class Entry(Block):
    """What is kept of a state."""

    mixed_key = Word("the key mixed with the content")
    content = Word("what the solver packs into it, and how much work that was; 0 for nothing")


BUCKET = 4 * Entry.size
"""The words of a bucket, which is a line of the cache."""


def bucket_of(key: int, table: int, mask: int) -> int:
    """The address of the bucket of a key; the table has a power of two of them, `mask` and 1."""
    return table + 8 * BUCKET * ((key >> 20) & mask)


def content_of(key: int, table: int, mask: int) -> int:
    """What the table has for a key; 0: nothing."""
    bucket = bucket_of(key, table, mask)
    for at in range(0, BUCKET, Entry.size):
        content = word(bucket, at + Entry.content)
        if word(bucket, at + Entry.mixed_key) ^ content == key:
            return content
    return 0


def put(key: int, content: int, work: int, shift: int, bucket: int) -> None:
    """Keep a content in a bucket, in place of the one that was the least work.

    The number of binary digits of the work goes above the bits of the content, from `shift` on.
    """
    size = 1
    while work:
        work >>= 1
        size += 1
    place, least = 0, 1 << 30
    for at in range(0, BUCKET, Entry.size):
        kept = word(bucket, at + Entry.content)
        if word(bucket, at + Entry.mixed_key) ^ kept == key:
            place = at
            break
        if kept >> shift < least:
            place, least = at, kept >> shift
    content |= size << shift
    set_word(bucket, place + Entry.mixed_key, key ^ content)
    set_word(bucket, place + Entry.content, content)
