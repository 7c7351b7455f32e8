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
from adversario.native.kernels.mcts.tree import (
    BACKS,
    CAPACITY,
    COLUMN,
    CURIOSITIES,
    DEEPEST,
    DONE,
    LIMIT,
    LINK,
    MEAN,
    NEXT,
    PATH,
    PAUSE,
    PLACES,
    PLIES,
    RANGE,
    REST,
    ROLLOUT,
    SIDE,
    SIDES,
    SIGN,
    SPREAD,
    STOP,
    STUCK,
    USED,
    VISITS,
    WIDTH,
    WORD,
    back_of,
    clear,
    front_of,
    mean_of,
    rank,
)
from adversario.native.kernels.mcts.tree_search import (
    BACK,
    GOLDEN,
    NODE,
    STEP,
    collect,
    drawn,
    learn,
    note,
    plant,
    rollout,
)
from adversario.native.kernels.memory import number, set_number, set_word, signed, word


def back_bytes(columns: int, bounded: bool) -> int:
    """How long the back of a row is; it has no bounds."""
    return 8 * mean_of(columns)


def begin(block: int) -> None:
    """Start with a root alone."""
    plant(0, 0, 0, 0, block)


def search(root: Any, block: int) -> Any:
    """Simulate until the limit, the stop flag, a pause or a dead end; the last state."""
    limit, stop = word(block, LIMIT), word(block, STOP)
    random, done = bits.add(word(block, WORD), 0), word(block, DONE)
    state, over = root, False
    while done < limit:
        state, depth, random = descend(root, block, random)
        over, plies = self.is_terminal(state), word(block, ROLLOUT)
        state, over, plies, random = rollout(state, over, plies, random, block)
        if not over and plies != 0:
            set_word(block, STUCK, int(word(stop, 0) == 0))
            set_word(stop, 0, 1)
            break
        count(depth, collect(state, over, block), block)
        done += 1
        set_word(block, DONE, done)
        if word(stop, 0) or word(block, PAUSE):
            break
    set_word(block, WORD, signed(random))
    return state


@inline
def descend(root: Any, block: int, random: Any) -> Any:
    """Selection and expansion: a leaf's state and depth, and the next random word."""
    sides, step = word(block, SIDES), word(block, PATH)
    state, row, depth, is_new = root, 0, 0, False
    note(step, front_of(0, block), word(block, BACKS), sides)
    while not is_new and depth + 1 < word(block, PLIES) and not self.is_terminal(state):
        mover = self.player(state)
        if mover == CHANCE:
            random = bits.add(random, GOLDEN)
            _, state = drawn(state, random)
            continue
        side = sides + SIDE * mover
        visits = word(back_of(row, block), VISITS)
        curiosity = number(word(block, CURIOSITIES), rank(visits)) * number(side, RANGE)
        best, chosen, after = -math.inf, -1, state
        for action in self.actions(state):
            child = child_of(row, action, block)
            bound = math.inf
            if child:
                # Not WORTH: who moves here may be somebody else than last time.
                mean = number(back_of(child, block), mean_of(word(side, COLUMN)))
                width = number(front_of(child, block), WIDTH)
                bound = number(side, SIGN) * mean + curiosity * width
            if bound > best:
                best, chosen = bound, child
                after = self.result(state, action)
                if child == 0:
                    chosen = added(row, action, side, block)
                    is_new = True
                    break
        if chosen < 0:  # no room, or no action
            break
        state, row = after, chosen
        depth += 1
        step += STEP
        note(step, front_of(row, block), back_of(row, block), side)
    set_word(block, DEEPEST, max(word(block, DEEPEST), depth))
    return state, depth, random


def child_of(row: int, action: Any, block: int) -> int:
    """The row of the child that an action leads to; 0 if there is none."""
    wanted = word(block, PLACES)  # room for nothing else here
    self.store_action(wanted, action)
    child = word(front_of(row, block), LINK)
    while child:
        back, same = back_of(child, block), True
        for place in range(self.action_words):
            if word(back, REST + place) != word(wanted, place):
                same = False
        if same:
            break
        child = word(front_of(child, block), NEXT)
    return child


def added(row: int, action: Any, side: int, block: int) -> int:
    """The row of a new child; -1 if there is no room."""
    child, front = word(block, USED), front_of(row, block)
    if child >= word(block, CAPACITY):
        return -1
    set_word(block, USED, child + 1)
    clear(child, back_of(row, block), side, block)
    self.store_action(back_of(child, block) + 8 * REST, action)
    set_word(front_of(child, block), NEXT, word(front, LINK))
    set_word(front, LINK, child)
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
    path = word(block, PATH)
    for step in range(path, path + STEP * (depth + 1), STEP):
        node, back = word(step, NODE), word(step, BACK)
        visits = word(back, VISITS) + 1
        share = 1.0 / visits
        set_word(back, VISITS, visits)
        before = payoff - number(back, MEAN)
        after = before - before * share
        mean = number(back, MEAN) + before * share
        set_number(back, MEAN, mean)
        before, after, _ = learn(step, share, before, after, mean, block)
        set_number(node, WIDTH, math.sqrt(share))
        set_number(back, SPREAD, number(back, SPREAD) + before * after)
