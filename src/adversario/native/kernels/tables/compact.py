"""The transposition table of selective alpha-beta: entries of 16 bytes, four to a cache line.

An entry is the key mixed with its content (Hyatt and Mann, 2002), and the content: the value in 32
bits, the best action by its number, depth, kind of bound and the search that wrote it. A line of
the cache is a bucket, in which the shallowest entry of an older search is replaced first.
"""

from __future__ import annotations

from adversario.native.kernels.layout.block import Block, Word
from adversario.native.kernels.layout.selective import Selective
from adversario.native.kernels.memory import number, prefetch_at, set_word, word
from adversario.native.kernels.tables.deepening import NO_ACTION


class Entry(Block):
    """What is kept of a state."""

    mixed_key = Word("the key mixed with the content")
    content = Word("value, age, completeness, bound, depth and action, the highest bits first")


BUCKET = 4 * Entry.size
DEPTH, BOUND, COMPLETE_BIT, AGE = 16, 24, 26, 27
"""Where the parts of the content start; the action has the lowest bits, the value the highest."""

MOST_DEPTH, AGES = 255, 31
LARGEST = float((1 << 31) - 1)


def bucket_of(key: int, context: int) -> int:
    """Where in the table, in words, the bucket of a key starts."""
    return ((key >> 20) & word(context, Selective.table_mask)) * BUCKET


def prefetch_bucket(key: int, context: int) -> None:
    """Prefetch the bucket of a key that is going to be looked up."""
    table = word(context, Selective.table)
    if table != 0:
        prefetch_at(table, bucket_of(key, context))


def find(key: int, context: int) -> int:
    """The content that the table has for a key; 0 if there is none."""
    table = word(context, Selective.table)
    if table == 0:
        return 0
    start = bucket_of(key, context)
    for entry in range(start, start + BUCKET, Entry.size):
        content = word(table, entry + Entry.content)
        if word(table, entry + Entry.mixed_key) ^ content == key:
            return content
    return 0


def value_in(content: int, context: int) -> float:
    """The value of a content, counted from its state."""
    return float(content >> 32) / number(context, Selective.scale)


def depth_in(content: int) -> int:
    """The depth to which the state of a content was searched."""
    return (content >> DEPTH) & MOST_DEPTH


def bound_in(content: int) -> int:
    """What the value of a content is: EXACT, AT_LEAST or AT_MOST."""
    return (content >> BOUND) & 3


def action_in(content: int) -> int:
    """The number of the best action of a content; -1 if it has none."""
    action = content & NO_ACTION
    return -1 if action == NO_ACTION else action


def keep(
    key: int, value: float, depth: int, bound: int, complete: int, action: int, context: int
) -> None:
    """Keep what is known of a state, in place of the least useful entry of its bucket."""
    table, start = word(context, Selective.table), bucket_of(key, context)
    age = word(context, Selective.age) & AGES
    place, least = start, 1 << 30
    for entry in range(start, start + BUCKET, Entry.size):
        content = word(table, entry + Entry.content)
        if word(table, entry + Entry.mixed_key) ^ content == key:
            place = entry
            if action == NO_ACTION:
                action = content & NO_ACTION  # what was best before is better than nothing
            break
        worth = depth_in(content) - (MOST_DEPTH if (content >> AGE) & AGES != age else 0)
        if content == 0:
            worth = -2 * MOST_DEPTH
        if worth < least:
            place, least = entry, worth
    scaled = max(-LARGEST, min(LARGEST, value * number(context, Selective.scale)))
    packed = action | min(depth, MOST_DEPTH) << DEPTH | bound << BOUND
    packed |= complete << COMPLETE_BIT | age << AGE
    content = int(scaled) << 32 | packed
    set_word(table, place + Entry.mixed_key, key ^ content)
    set_word(table, place + Entry.content, content)
