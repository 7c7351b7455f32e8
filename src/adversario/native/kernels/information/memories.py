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


def look(state: Any, fresh: bool, knows: int, sights: int, block: int) -> None:
    """Have all players see a state: what they notice is added to their memories.

    `knows` and `sights` have the memory and the last observation of each player; `fresh`: there is
    no last observation yet.
    """
    for player in range(word(block, Memories.seats)):
        sight = sights + 8 * self.observation_words * player
        scratch, noticed = word(block, Memories.scratch), fresh
        self.store_observation(scratch, state, player)
        for index in range(self.observation_words):
            if word(scratch, index) != word(sight, index):
                noticed = True
                set_word(sight, index, word(scratch, index))
        if noticed:
            set_word(knows, player, after_sight(word(knows, player), scratch, block))
