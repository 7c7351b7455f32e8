"""Open-loop Monte Carlo tree search, compiled: see `adversario.algorithms.mcts.open_loop`.

Rows are those of `mcts_tree`, but the children of a node are a list, since which actions there are
may differ each time that it is reached: LINK is the row of the child added last, NEXT that of the
one added before it; 0: none. A tree that has no more room stops growing.
"""

from __future__ import annotations

import math
from typing import Any

from adversario import bits
from adversario.game import CHANCE
from adversario.native.kernels import inline, self
from adversario.native.kernels.chance import sample_chance
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.layout.tree import Back, Front, Side, Step, Tree
from adversario.native.kernels.mcts.tree import back_of, clear, front_of, mean_of, rank
from adversario.native.kernels.mcts.tree_search import (
    note_payoffs,
    plant,
    rollout,
    update_columns,
    write_step,
)
from adversario.native.kernels.memory import number, set_number, set_word, signed, word
from adversario.native.kernels.random import GOLDEN, mix, unit_float


def back_bytes(columns: int, bounded: bool) -> int:
    """How long the back of a row is; it has no bounds."""
    return 8 * mean_of(columns)


def begin(block: int) -> None:
    """Start with a root alone."""
    plant(0, 0, 0, 0, block)


def search(root: Any, block: int) -> Any:
    """Simulate until the limit, the stop flag, a pause or a dead end; the last state."""
    limit, stop = word(block, Tree.limit), word(block, Tree.stop)
    random, done = bits.add(word(block, Tree.random), 0), word(block, Tree.done)
    state, over = root, False
    while done < limit:
        state, depth, random = descend(root, block, random)
        over, plies = self.is_terminal(state), word(block, Tree.rollout)
        state, over, plies, random = rollout(state, over, plies, random, block)
        if not over and plies != 0:
            set_word(block, Tree.stuck, int(word(stop, Flags.stop) == 0))
            set_word(stop, Flags.stop, 1)
            break
        count(depth, note_payoffs(state, over, block), block)
        done += 1
        set_word(block, Tree.done, done)
        if word(stop, Flags.stop) or word(block, Tree.pause):
            break
    set_word(block, Tree.random, signed(random))
    return state


@inline
def descend(root: Any, block: int, random: Any) -> Any:
    """Selection and expansion: a leaf's state and depth, and the next random word."""
    sides, step = word(block, Tree.sides), word(block, Tree.path)
    state, row, depth, is_new = root, 0, 0, False
    write_step(step, front_of(0, block), word(block, Tree.backs), sides)
    while not is_new and depth + 1 < word(block, Tree.plies) and not self.is_terminal(state):
        mover = self.player(state)
        if mover == CHANCE:
            random = bits.add(random, GOLDEN)
            _, state = sample_chance(state, unit_float(mix(random)))
            continue
        side = sides + Side.bytes * mover
        visits = word(back_of(row, block), Back.visits)
        curiosity = number(word(block, Tree.curiosities), rank(visits)) * number(side, Side.range)
        best, chosen, after = -math.inf, -1, state
        for action in self.actions(state):
            child = child_of(row, action, block)
            bound = math.inf
            if child:
                # Not the front's worth: another player may move here than last time.
                mean = number(back_of(child, block), mean_of(word(side, Side.column)))
                width = number(front_of(child, block), Front.width)
                bound = number(side, Side.sign) * mean + curiosity * width
            if bound > best:
                best, chosen = bound, child
                after = self.result(state, action)
                if child == 0:
                    chosen = add_child(row, action, side, block)
                    is_new = True
                    break
        if chosen < 0:  # no room, or no action
            break
        state, row = after, chosen
        depth += 1
        step += Step.bytes
        write_step(step, front_of(row, block), back_of(row, block), side)
    set_word(block, Tree.deepest, max(word(block, Tree.deepest), depth))
    return state, depth, random


def child_of(row: int, action: Any, block: int) -> int:
    """The row of the child that an action leads to; 0 if there is none."""
    wanted = word(block, Tree.places)  # room for nothing else here
    self.store_action(wanted, action)
    child = word(front_of(row, block), Front.link)
    while child:
        back, same = back_of(child, block), True
        for place in range(self.action_words):
            if word(back, Back.size + place) != word(wanted, place):
                same = False
        if same:
            break
        child = word(front_of(child, block), Front.next)
    return child


def add_child(row: int, action: Any, side: int, block: int) -> int:
    """The row of a new child; -1 if there is no room."""
    child, front = word(block, Tree.used), front_of(row, block)
    if child >= word(block, Tree.capacity):
        return -1
    set_word(block, Tree.used, child + 1)
    clear(child, back_of(row, block), side, block)
    self.store_action(back_of(child, block) + Back.bytes, action)
    set_word(front_of(child, block), Front.next, word(front, Front.link))
    set_word(front, Front.link, child)
    return child


def child_at(state: Any, row: int, place: int, block: int) -> int:
    """The row of the child that the action of that place in a state's leads to; 0: none."""
    at = 0
    for action in self.actions(state):
        if at == place:
            return child_of(row, action, block)
        at += 1  # noqa: SIM113 (compiled, a loop over a generator counts best by hand)
    return 0


@inline
def count(depth: int, payoff: float, block: int) -> None:
    """Count the simulation in every node of its path."""
    path = word(block, Tree.path)
    for step in range(path, path + Step.bytes * (depth + 1), Step.bytes):
        node, back = word(step, Step.front), word(step, Step.back)
        visits = word(back, Back.visits) + 1
        share = 1.0 / visits
        set_word(back, Back.visits, visits)
        before = payoff - number(back, Back.mean)
        after = before - before * share
        mean = number(back, Back.mean) + before * share
        set_number(back, Back.mean, mean)
        before, after, _ = update_columns(step, share, before, after, mean, block)
        set_number(node, Front.width, math.sqrt(share))
        set_number(back, Back.spread, number(back, Back.spread) + before * after)
