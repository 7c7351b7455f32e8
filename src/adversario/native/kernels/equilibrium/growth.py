"""The tree of a game with its information sets: the twin of `solve.equilibrium.tree.flat`.

Nodes are numbered by depth, as they are met; what players know is numbered exactly (`memories`).
"""

from __future__ import annotations

from typing import Any

from adversario.game import CHANCE
from adversario.native.kernels import inline, self
from adversario.native.kernels.equilibrium.regret import END
from adversario.native.kernels.information.memories import (
    NONE,
    add_first,
    after_sight,
    extend,
    is_event,
    place_of,
    row_of,
)
from adversario.native.kernels.layout.growth import FULL, UNLIKE, Growth
from adversario.native.kernels.layout.information import DID, Known
from adversario.native.kernels.memory import set_number, set_word, word

MOST_CHILDREN = 1 << 12
"""The most children of a node."""

ROOT = -1
"""The slot before a player's first action."""


def sizes() -> Any:
    """The numbers of words of an observation, an action and a state."""
    return self.observation_words, self.action_words, self.state_words


def begin(root: Any, block: int) -> None:
    """Add the root."""
    add_first(block)
    record = word(block, Growth.records)
    for player in range(word(block, Growth.seats)):
        place = word(block, Growth.knowledge) + 3 * player
        set_word(record, place, player)
        set_word(record, place + 1, NONE)
        set_word(record, place + 2, ROOT)
    self.store_state(record, root)
    observe(root, record, block)
    set_number(word(block, Growth.chance), 0, 1.0)
    set_word(block, Growth.nodes, 1)


def grow(root: Any, block: int) -> Any:
    """Expand nodes until all are, or there is no room for the children of another; a state."""
    state, memories = root, (word(block, Growth.seats) + 1) * MOST_CHILDREN
    set_word(block, Growth.trouble, 0)
    while word(block, Growth.expanded) < word(block, Growth.nodes):
        enough = word(block, Growth.nodes) + MOST_CHILDREN <= word(block, Growth.room)
        if not enough or word(block, Growth.used) + memories > word(block, Growth.capacity):
            set_word(block, Growth.trouble, FULL)
            break
        state = expand(word(block, Growth.expanded), block)
        if word(block, Growth.trouble):
            break
        set_word(block, Growth.expanded, word(block, Growth.expanded) + 1)
    return state


def fill_table(block: int) -> None:
    """Note the places of all rows in an empty table."""
    for memory in range(word(block, Growth.seats), word(block, Growth.used)):
        row = row_of(memory, block)
        kind = word(row, Known.kind)
        size = self.action_words if kind == DID else self.observation_words
        event = row + 8 * word(block, Growth.event)
        place = place_of(word(row, Known.parent), kind, event, size, block)
        set_word(word(block, Growth.table), place, memory + 1)


@inline
def observe(state: Any, record: int, block: int) -> None:
    """Have all players see a state: who sees a change knows more."""
    scratch, size = word(block, Growth.scratch), self.observation_words
    for player in range(word(block, Growth.seats)):
        place = word(block, Growth.knowledge) + 3 * player
        self.store_observation(scratch, state, player)
        seen = word(record, place + 1)
        if seen == NONE or not is_event(seen, scratch, size, block):
            after = after_sight(word(record, place), scratch, block)
            set_word(record, place, after)
            set_word(record, place + 1, after)


def expand(node: int, block: int) -> Any:
    """Write a node, and add its children; its state."""
    record = word(block, Growth.records) + node * word(block, Growth.record_bytes)
    state, before = self.load_state(record), word(block, Growth.nodes)
    set_word(word(block, Growth.first), node, before)
    set_word(block, Growth.latest_first, before)
    if self.is_terminal(state):
        set_word(word(block, Growth.player), node, END)
        for player in range(word(block, Growth.seats)):
            place = player * word(block, Growth.room) + node
            set_number(word(block, Growth.utilities), place, float(self.utility(state, player)))
        return state
    mover = self.player(state)
    set_word(word(block, Growth.player), node, mover)
    if mover == CHANCE:
        for outcome, probability in self.chances(state):
            child = add_child(self.result(state, outcome), record, CHANCE, 0, 0, block)
            set_number(word(block, Growth.chance), child, float(probability))
    else:
        expand_set(state, node, record, mover, block)
    many = word(block, Growth.nodes) - before
    set_word(word(block, Growth.children), node, many)
    if many == 0:
        set_word(block, Growth.trouble, UNLIKE)
    return state


def expand_set(state: Any, node: int, record: int, mover: int, block: int) -> None:
    """Add the children of a node of an information set, which is new or has the same actions."""
    place = word(block, Growth.knowledge) + 3 * mover
    memory, scratch = word(record, place), word(block, Growth.scratch)
    row = row_of(memory, block)
    number = word(row, Known.set) - 1
    fresh = number < 0
    if fresh:
        number = word(block, Growth.sets)
        set_word(block, Growth.sets, number + 1)
        set_word(row, Known.set, number + 1)
        set_word(word(block, Growth.set_node), number, node)
        set_word(word(block, Growth.set_slot), number, word(block, Growth.slots))
        set_word(word(block, Growth.set_parent), number, word(record, place + 2))
        set_word(word(block, Growth.set_actions), number, add_actions(state, memory, block))
    slot = word(word(block, Growth.set_slot), number)
    set_word(word(block, Growth.slot), node, slot)
    after, index = word(word(block, Growth.set_actions), number), 0
    last = word(block, Growth.slots)
    if number + 1 < word(block, Growth.sets):
        last = word(word(block, Growth.set_slot), number + 1)
    for action in self.actions(state):
        self.store_action(scratch, action)
        if slot + index >= last or not is_event(after + index, scratch, self.action_words, block):
            set_word(block, Growth.trouble, UNLIKE)
            break
        child = add_child(
            self.result(state, action), record, mover, after + index, slot + index, block
        )
        set_number(word(block, Growth.chance), child, 1.0)
        index += 1
    if slot + index != last:
        set_word(block, Growth.trouble, UNLIKE)


def add_actions(state: Any, memory: int, block: int) -> int:
    """The memory after the first action of a new set; the others follow."""
    first, scratch = word(block, Growth.used), word(block, Growth.scratch)
    for action in self.actions(state):
        self.store_action(scratch, action)
        extend(memory, DID, scratch, self.action_words, block)
    set_word(block, Growth.slots, word(block, Growth.slots) + word(block, Growth.used) - first)
    return first


@inline
def add_child(state: Any, parent: int, mover: int, memory: int, slot: int, block: int) -> int:
    """The number of a new node, which knows what its parent does and what is seen now."""
    child = word(block, Growth.nodes)
    if child - word(block, Growth.latest_first) >= MOST_CHILDREN:
        set_word(block, Growth.trouble, UNLIKE)
        child -= 1
    record = word(block, Growth.records) + child * word(block, Growth.record_bytes)
    self.store_state(record, state)
    start = word(block, Growth.knowledge)
    for place in range(start, start + 3 * word(block, Growth.seats)):
        set_word(record, place, word(parent, place))
    if mover != CHANCE:
        set_word(record, start + 3 * mover, memory)
        set_word(record, start + 3 * mover + 2, slot)
    observe(state, record, block)
    set_word(block, Growth.nodes, child + 1)
    return child
