"""Information set Monte Carlo tree search: the twin of `algorithms.imperfect.ismcts`.

A node of a player's tree is a memory, and an action tried there is the memory after it: both are
rows with their simulations. When there is no room for more, the trees stop growing.
"""

from __future__ import annotations

import math
from typing import Any

from adversario import bits
from adversario.game import CHANCE
from adversario.native.kernels import inline, self
from adversario.native.kernels.chance import sample_chance
from adversario.native.kernels.information.memories import (
    NONE,
    add_first,
    extend,
    is_event,
    knows,
    look,
    row_of,
)
from adversario.native.kernels.information.worlds import (
    count_words,
    draw_world,
    note_goal,
    store_world,
)
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.layout.information import DID, Memories, Tally
from adversario.native.kernels.layout.tree import Side, Step
from adversario.native.kernels.mcts.tree_search import note_payoffs, rollout
from adversario.native.kernels.memory import number, set_number, set_word, signed, word
from adversario.native.kernels.random import FIRST_MIX, GOLDEN, mix, unit_float


def sizes() -> Any:
    """The numbers of words of an observation, an action and a state."""
    return count_words()


def prepare(world: Any, block: int) -> None:
    """Note what the player sees of a world: all others look the same."""
    note_goal(world, block)


def write_world(address: int, world: Any) -> None:
    """Write a world to the list of them."""
    store_world(address, world)


def begin(block: int) -> None:
    """Start with what players know before all events."""
    add_first(block)


def search(concealed: Any, block: int) -> Any:
    """Simulate until the limit, the stop flag, a pause or a dead end; the last state."""
    limit, stop = word(block, Memories.limit), word(block, Memories.stop)
    random, done = bits.add(word(block, Memories.random), 0), word(block, Memories.done)
    state = concealed
    while done < limit:
        state, random = draw_world(concealed, block, random)
        if word(block, Memories.lost):
            set_word(stop, Flags.stop, 1)
            break
        state, over, depth, random = descend(state, block, random)
        plies = word(block, Memories.rollout)
        state, over, plies, random = rollout(state, over, plies, random, block)
        if not over and plies != 0:
            set_word(block, Memories.stuck, int(word(stop, Flags.stop) == 0))
            set_word(stop, Flags.stop, 1)
            break
        count(depth, note_payoffs(state, over, block), block)
        done += 1
        set_word(block, Memories.done, done)
        if word(stop, Flags.stop) or word(block, Memories.pause):
            break
    set_word(block, Memories.random, signed(random))
    return state


@inline
def descend(world: Any, block: int, random: Any) -> Any:
    """Selection and expansion, all players at once.

    Returns a leaf's state, whether it is terminal, its depth, and a random word.
    """
    sides, step = word(block, Memories.sides), word(block, Memories.path)
    for player in range(word(block, Memories.seats)):
        set_word(word(block, Memories.knows), player, player)
    state, depth, growing, over = world, 1, True, self.is_terminal(world)
    look(state, True, block)
    me = word(block, Memories.me)
    set_word(step, Step.back, row_of(knows(me, block), block))
    set_word(step, Step.chooser, sides + Side.bytes * me)
    while growing and not over and depth < word(block, Memories.plies):
        mover = self.player(state)
        random = bits.add(random, GOLDEN)
        if mover == CHANCE:
            _, state = sample_chance(state, unit_float(mix(random)))
        else:
            side = sides + Side.bytes * mover
            chosen, state, growing = choose(state, knows(mover, block), side, random, block)
            if chosen < 0:
                break
            set_word(word(block, Memories.knows), mover, chosen)
            step += Step.bytes
            set_word(step, Step.back, row_of(chosen, block))
            set_word(step, Step.chooser, side)
            depth += 1
        over = self.is_terminal(state)
        if growing and not over:
            look(state, False, block)
    set_word(block, Memories.deepest, max(word(block, Memories.deepest), depth - 1))
    return state, over, depth, random


def choose(state: Any, memory: int, side: int, random: Any, block: int) -> Any:
    """The memory after the chosen action, the state after it, and whether the action was known.

    An action that was not tried, at random, or the one with the best confidence bound (UCB1 for
    subset-armed bandits, Cowling et al.). NONE if there is no room for the actions, or none.
    """
    if memory < 0 or not has_actions(state, memory, block):
        return NONE, state, False
    column, sign = word(side, Side.column), number(side, Side.sign) / number(side, Side.range)
    exploration = number(block, Memories.exploration)
    best, chosen, index, highest, lot = -math.inf, NONE, 0, 0, mix(random)
    before, wonder = 0, 0.0  # a number of simulations, and the root of its logarithm, weighted
    for action in self.actions(state):
        known = memory_after(memory, index, action, block)
        index += 1
        if known < 0:
            continue
        row = row_of(known, block)
        available, visits = word(row, Tally.available), word(row, Tally.visits)
        set_word(row, Tally.available, available + 1 if visits else 0)
        if visits == 0:
            lot = bits.add(bits.multiply(lot, FIRST_MIX), GOLDEN)
            height = int(bits.right(lot, 2)) + 1
            if height > highest:
                highest, chosen, picked = height, known, action
        elif highest == 0:
            if available != before:
                before, wonder = available, exploration * math.sqrt(math.log(available))
            bound = sign * number(row, Tally.size + column) + wonder * number(row, Tally.width)
            if bound > best:
                best, chosen, picked = bound, known, action
    if chosen < 0:
        return NONE, state, False
    if highest:
        set_word(row_of(chosen, block), Tally.available, 1)
    return chosen, self.result(state, picked), highest == 0


@inline
def has_actions(state: Any, memory: int, block: int) -> bool:
    """Whether a memory has its actions, which it is given when it is reached again.

    Most memories of players who know other cards are reached once only.
    """
    row = row_of(memory, block)
    if word(row, Tally.many) == 0:
        if word(row, Tally.first) or word(block, Memories.done) == 0:
            add_actions(state, memory, block)
        set_word(row, Tally.first, max(word(row, Tally.first), 1))
    return word(row, Tally.many) != 0


def add_actions(state: Any, memory: int, block: int) -> None:
    """Give a memory its actions, in adjacent rows, if there is room for them all."""
    first, many, scratch = word(block, Memories.used), 0, word(block, Memories.scratch)
    for _ in self.actions(state):
        many += 1
    if first + many > word(block, Memories.capacity):
        return
    for action in self.actions(state):
        self.store_action(scratch, action)
        extend(memory, DID, scratch, self.action_words, block)
    set_word(row_of(memory, block), Tally.first, first)
    set_word(row_of(memory, block), Tally.many, many)


@inline
def memory_after(memory: int, index: int, action: Any, block: int) -> int:
    """The memory after an action: that of its place, if the actions are those of last time."""
    row, scratch = row_of(memory, block), word(block, Memories.scratch)
    after = word(row, Tally.first) + index
    self.store_action(scratch, action)
    if index >= word(row, Tally.many) or not is_event(after, scratch, self.action_words, block):
        after = extend(memory, DID, scratch, self.action_words, block)
    return after


@inline
def count(depth: int, payoff: float, block: int) -> None:
    """Count the simulation in every action of its path, and in the root."""
    path, columns = word(block, Memories.path), word(block, Memories.columns)
    for step in range(path, path + Step.bytes * depth, Step.bytes):
        row = word(step, Step.back)
        visits, own = word(row, Tally.visits) + 1, word(word(step, Step.chooser), Side.column)
        share, before, after = 1.0 / visits, 0.0, 0.0
        set_word(row, Tally.visits, visits)
        set_number(row, Tally.width, math.sqrt(share))
        for column in range(columns):
            given = payoff if column == 0 else number(word(block, Memories.payoffs), column)
            mean = number(row, Tally.size + column)
            moved = mean + (given - mean) * share
            if column == own:
                before, after = given - mean, given - moved
            set_number(row, Tally.size + column, moved)
        set_number(row, Tally.spread, number(row, Tally.spread) + before * after)


def action_row(state: Any, place: int, block: int) -> int:
    """The row of the action of that place at the root; NONE if it was not tried."""
    at, found, root = 0, NONE, root_row(block)
    for action in self.actions(state):
        if at == place and word(row_of(root, block), Tally.many):
            found = memory_after(root, place, action, block)
        at += 1  # noqa: SIM113 (compiled, a loop over a generator counts best by hand)
    return found


def root_row(block: int) -> int:
    """The row of the searching player's memory, once they have seen the world."""
    memory = word(word(block, Memories.path), Step.back) - word(block, Memories.rows)
    return memory // word(block, Memories.row_bytes)
