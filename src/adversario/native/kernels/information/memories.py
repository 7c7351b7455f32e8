"""What players know, numbered exactly: equal memories have one number, others never.

A memory is another one and an event: an observation or an own action, word by word. A hash only
says where to look; what is found there is compared.
"""

from __future__ import annotations

from typing import Any

from adversario import bits
from adversario.native.kernels import inline, self
from adversario.native.kernels.layout.information import SAW, Memories, Row
from adversario.native.kernels.memory import set_word, signed, word
from adversario.native.kernels.random import FIRST_MIX, GOLDEN, SECOND_MIX, mix

NONE = -1
"""No memory: there is no room for more."""

MOST_WAITING = 8
"""The most observations of a player that wait to be numbered."""


def add_first(block: int) -> None:
    """Add what each player knows before all events."""
    for player in range(word(block, Memories.seats)):
        row = word(block, Memories.rows) + player * word(block, Memories.row_bytes)
        for place in range(word(block, Memories.row_bytes) >> 3):
            set_word(row, place, 0)
        set_word(row, Row.parent, -1 - player)
    set_word(block, Memories.used, word(block, Memories.seats))


@inline
def row_of(memory: int, block: int) -> int:
    """The address of a row."""
    return word(block, Memories.rows) + memory * word(block, Memories.row_bytes)


def place_of(memory: int, kind: int, event: int, size: int, block: int) -> int:
    """The place in the table of a memory after an event: it is there, or the place is free."""
    key = bits.add(bits.multiply(memory, GOLDEN), bits.multiply(kind, FIRST_MIX))
    for index in range(size):
        key = bits.multiply(bits.add(key, word(event, index)), SECOND_MIX)
        key ^= bits.right(key, 29)
    at = signed(mix(key)) & word(block, Memories.mask)
    table = word(block, Memories.table)
    while word(table, at):
        row = row_of(word(table, at) - 1, block)
        same = word(row, Row.parent) == memory and word(row, Row.kind) == kind
        if same and is_event(word(table, at) - 1, event, size, block):
            break
        at = (at + 1) & word(block, Memories.mask)
    return at


def find(memory: int, kind: int, event: int, size: int, block: int) -> int:
    """The memory after an event; NONE if it is not known."""
    return word(word(block, Memories.table), place_of(memory, kind, event, size, block)) - 1


def extend(memory: int, kind: int, event: int, size: int, block: int) -> int:
    """The memory after an event, added if it is new; NONE if there is no room for it."""
    if memory < 0:
        return NONE
    table, at = word(block, Memories.table), place_of(memory, kind, event, size, block)
    found = word(table, at) - 1
    if found >= 0:
        return found
    found = word(block, Memories.used)
    if found >= word(block, Memories.capacity):
        return NONE
    row = row_of(found, block)
    for place in range(word(block, Memories.row_bytes) >> 3):
        set_word(row, place, 0)
    set_word(row, Row.parent, memory)
    set_word(row, Row.kind, kind)
    for index in range(size):
        set_word(row, word(block, Memories.event) + index, word(event, index))
    set_word(table, at, found + 1)
    set_word(block, Memories.used, found + 1)
    return found


@inline
def is_event(memory: int, event: int, size: int, block: int) -> bool:
    """Whether the last event of a memory is this one."""
    own, same = row_of(memory, block) + 8 * word(block, Memories.event), True
    for index in range(size):
        if word(own, index) != word(event, index):
            same = False
    return same


def after_sight(memory: int, sight: int, block: int) -> int:
    """The memory after an observation, added if it is new: often the one that came last time."""
    if memory < 0:
        return NONE
    latest = word(row_of(memory, block), Row.latest)
    if latest and is_event(latest, sight, self.observation_words, block):
        return latest
    after = extend(memory, SAW, sight, self.observation_words, block)
    set_word(row_of(memory, block), Row.latest, max(after, 0))
    return after


def look(state: Any, fresh: bool, block: int) -> None:
    """Have all players see a state; what they notice waits until it is asked what they know.

    Of many players most are not asked again before a simulation ends, and what they saw is never
    seen again: so it is not numbered. Of two the other one is asked next, and nothing waits.
    `fresh`: there is no last observation yet.
    """
    sight, size, two = (
        word(block, Memories.sights),
        self.observation_words,
        word(block, Memories.seats) == 2,
    )
    places = word(block, Memories.knows)
    waiting, scratch = word(block, Memories.waiting), word(block, Memories.scratch)
    for player in range(word(block, Memories.seats)):
        noticed = fresh
        self.store_observation(scratch, state, player)
        for index in range(size):
            if word(scratch, index) != word(sight, index):
                noticed = True
                set_word(sight, index, word(scratch, index))
        if fresh:
            set_word(waiting, 0, 0)
        if noticed and two:
            set_word(places, player, after_sight(word(places, player), sight, block))
        elif noticed:
            if word(waiting, 0) == MOST_WAITING:
                knows(player, block)
            place = 1 + size * word(waiting, 0)
            for index in range(size):
                set_word(waiting, place + index, word(sight, index))
            set_word(waiting, 0, word(waiting, 0) + 1)
        sight += 8 * size
        waiting += 8 * (1 + MOST_WAITING * size)


def knows(player: int, block: int) -> int:
    """The memory of a player, once all that waits is added to it."""
    size, places = self.observation_words, word(block, Memories.knows)
    waiting = word(block, Memories.waiting) + 8 * player * (1 + MOST_WAITING * size)
    memory = word(places, player)
    for index in range(word(waiting, 0)):
        memory = after_sight(memory, waiting + 8 * (1 + size * index), block)
    set_word(waiting, 0, 0)
    set_word(places, player, memory)
    return memory
