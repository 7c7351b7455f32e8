"""Monte Carlo tree search for games of placement, compiled: RAVE, virtual results, widening.

The twin of `adversario.algorithms.mcts.placement`, on the rows of `kernels.mcts.tree`: a back ends
with what is known of its action (`layout.tree.Tried`).
"""

from __future__ import annotations

import math
from typing import Any

from adversario import bits
from adversario.native.kernels import inline, self
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.layout.tree import (
    Back,
    Bounds,
    Front,
    Range,
    Side,
    Step,
    Tree,
    Tried,
)
from adversario.native.kernels.mcts.tree import (
    AHEAD,
    CHILDREN,
    SHIFT,
    UNTRIED,
    back_of,
    bounds_of,
    choose,
    clear,
    expand,
    front_of,
    mean_of,
    recycle,
    transplant,
)
from adversario.native.kernels.mcts.tree_search import (
    confine,
    note_payoffs,
    settle,
    widen,
    width_of,
    write_step,
)
from adversario.native.kernels.memory import cleared, number, set_number, set_word, signed, word
from adversario.native.kernels.random import FIRST_MIX, GOLDEN, mix

HIDDEN = -UNTRIED
"""The width of the bound of an action that is not looked at yet."""

STEP, GROWTH = 40.0, 1.4
"""One more action is looked at when the visits, in units of STEP, have grown by that factor."""


def back_bytes(columns: int, bounded: bool) -> int:
    """How long the back of a row is."""
    return 8 * (mean_of(columns) + (Bounds.size if bounded else 0)) + Tried.bytes


def plant(fronts: int, backs: int, stride: int, row: int, block: int) -> None:
    """Start with what is below a row of another tree; with a root alone if its address is 0."""
    if fronts:
        transplant(fronts, backs, stride, row, block)
    else:
        clear(0, word(block, Tree.backs), word(block, Tree.sides), block)
        set_word(block, Tree.used, 1)


def tried_of(back: int, block: int) -> int:
    """The address of what is known of the action of a back."""
    return back + word(block, Tree.stride) - Tried.bytes


def search(root: Any, block: int) -> Any:
    """Simulate until the limit, the stop flag, a pause, the proof of the root or a dead end.

    Returns the last state, which is the dead end if there is one.
    """
    limit, stop, bounds = (
        word(block, Tree.limit),
        word(block, Tree.stop),
        bounds_of(word(block, Tree.backs)),
    )
    random, done = bits.add(word(block, Tree.random), 0), word(block, Tree.done)
    first = cleared(word(block, Tree.actions))
    state = root
    while done < limit:
        first[:] = 0
        state, over, depth, random = descend(root, first, block, random)
        solved = over and word(block, Tree.solves) != 0
        if over:
            payoff = note_payoffs(state, over, block)
        elif self.has_placed_rollout and word(block, Tree.whole):
            random = bits.add(random, GOLDEN)
            payoff = float(self.placed_rollout(state, mix(random), word(block, Tree.heavy), first))
            widen(0, payoff, block)
        else:
            state, over, plies, random = play_out(state, first, random, block)
            if not over and plies != 0:
                set_word(block, Tree.stuck, int(word(stop, Flags.stop) == 0))
                set_word(stop, Flags.stop, 1)
                break
            payoff = note_payoffs(state, over, block)
        if solved:
            settle(depth, payoff, block)
        backpropagate(depth, payoff, first, block)
        done += 1
        set_word(block, Tree.done, done)
        if word(block, Tree.full):
            recycle(block)
        if word(block, Tree.bounded) and number(bounds, Bounds.lower) == number(
            bounds, Bounds.upper
        ):
            set_word(stop, Flags.stop, 1)
        if word(stop, Flags.stop) or word(block, Tree.pause):
            break
    set_word(block, Tree.random, signed(random))
    return state


@inline
def descend(root: Any, first: Any, block: int, random: Any) -> Any:
    """Selection and expansion: a leaf's state, whether that is terminal, its depth, a random word.

    What is played on the way is noted in `first`.
    """
    fronts, backs, stride = (
        word(block, Tree.fronts),
        word(block, Tree.backs),
        word(block, Tree.stride),
    )
    sides, step = word(block, Tree.sides), word(block, Tree.path)
    state, over, node, back, depth = root, False, fronts, backs, 0
    write_step(step, node, back, sides)
    while True:
        if word(node, Front.next) == 0:
            over = self.is_terminal(state)
            if over or (depth and word(back, Back.visits) < word(block, Tree.patience)):
                break
            if not expand(state, node, back, depth, block):
                break
            endow(state, node, word(back, Back.visits), block)
        row = word(node, Front.next) & (1 << AHEAD) - 1
        mover = self.player(state)
        node, back = fronts + row * Front.bytes, backs + row * stride
        state = self.result(state, self.load_action(back + Back.bytes))
        index = word(tried_of(back, block), Tried.index)
        if first[index] == 0:
            first[index] = mover + 1
        depth += 1
        step += Step.bytes
        write_step(step, node, back, sides + Side.bytes * mover)
    set_word(block, Tree.deepest, max(word(block, Tree.deepest), depth))
    return state, over, depth, random


def endow(state: Any, front: int, visits: int, block: int) -> None:
    """Note of new children what is known of their actions, and choose among them."""
    side = word(block, Tree.sides) + Side.bytes * self.player(state)
    start, count = word(front, Front.link) >> SHIFT, word(front, Front.link) & CHILDREN - 1
    for row in range(start, start + count):
        back = back_of(row, block)
        tried = tried_of(back, block)
        index = self.action_index(state, self.load_action(back + Back.bytes))
        set_word(tried, Tried.index, int(index))
        set_number(tried, Tried.seen, 0.0)
        set_number(tried, Tried.mean, 0.0)
        set_number(tried, Tried.virtual, 0.0)
        set_number(tried, Tried.expected, 0.0)
    if self.has_virtual_results and word(block, Tree.virtual):
        row, seen = start, word(block, Tree.ranges)
        low, high = number(seen, Range.least), number(seen, Range.greatest)
        for trials, wins in self.virtual_results(state):
            if row < start + count and trials > 0:
                share = float(wins) / float(trials)
                share = share if number(side, Side.sign) > 0 else 1.0 - share
                tried = tried_of(back_of(row, block), block)
                set_number(tried, Tried.virtual, float(trials))
                set_number(tried, Tried.expected, low + share * (high - low))
                value_again(row, side, block)
            row += 1
    if word(block, Tree.widening):
        for row in range(start, start + count):
            set_number(front_of(row, block), Front.width, HIDDEN)
        for _ in range(allowed(visits, block)):
            show(front, block)
    choose(front, visits, side, block)


def allowed(visits: int, block: int) -> int:
    """The number of actions that are looked at after a number of visits."""
    return word(block, Tree.widening) + int(math.log(1.0 + visits / STEP) / math.log(GROWTH))


def show(front: int, block: int) -> None:
    """Have the most promising of the hidden children looked at, if there is any."""
    start, count = word(front, Front.link) >> SHIFT, word(front, Front.link) & CHILDREN - 1
    best, greatest = -1, -math.inf
    for row in range(start, start + count):
        child = front_of(row, block)
        if number(child, Front.width) == HIDDEN and (
            best < 0 or number(child, Front.worth) > greatest
        ):
            best, greatest = row, number(child, Front.worth)
    if best >= 0:
        back = back_of(best, block)
        set_number(front_of(best, block), Front.width, width_from(back, tried_of(back, block)))


def width_from(back: int, tried: int) -> float:
    """The width of the bound of a node; of one of which nothing is known, UNTRIED."""
    visits = word(back, Back.visits)
    if self.has_priors:
        return width_of(1.0, visits, back)
    if visits == 0 and number(tried, Tried.seen) == 0 and number(tried, Tried.virtual) == 0:
        return UNTRIED
    return math.sqrt(1.0 / (1.0 + visits))


def value_again(row: int, side: int, block: int) -> None:
    """Note what a child is worth by all that is known of it; it is no longer untried."""
    front, back = front_of(row, block), back_of(row, block)
    tried = tried_of(back, block)
    set_number(front, Front.worth, number(side, Side.sign) * estimate(back, tried, block))
    if number(front, Front.width) == UNTRIED:
        set_number(front, Front.width, width_from(back, tried))


def estimate(back: int, tried: int, block: int) -> float:
    """What a node is worth for player 0: its mean, and that of its action at any time (RAVE).

    Virtual results count in both. The share of AMAF is that of Gelly and Silver (2011).
    """
    virtual, expected = number(tried, Tried.virtual), number(tried, Tried.expected)
    visits = word(back, Back.visits) + virtual
    mean, rave = number(back, Back.mean), number(block, Tree.rave)
    if visits > 0:
        mean += (expected - mean) * virtual / visits
    seen = number(tried, Tried.seen) + virtual
    if rave <= 0 or seen == 0:
        return mean
    other = number(tried, Tried.mean)
    other += (expected - other) * virtual / seen
    share = seen / (seen + visits + seen * visits / rave)
    return mean + (other - mean) * share


@inline
def play_out(state: Any, first: Any, random: Any, block: int) -> Any:
    """Play at random to the end, noting who plays what first.

    Returns the state, whether it is terminal, the plies left and the next random word.
    """
    over, plies = False, word(block, Tree.rollout)
    while not over and plies != 0:
        random = bits.add(random, GOLDEN)
        lot, highest = mix(random), 0
        for action in self.actions(state):
            lot = bits.add(bits.multiply(lot, FIRST_MIX), GOLDEN)
            height = int(bits.right(lot, 2)) + 1
            if height > highest:
                picked, highest = action, height
        if highest == 0:
            break
        index = int(self.action_index(state, picked))
        if first[index] == 0:
            first[index] = self.player(state) + 1
        state = self.result(state, picked)
        over = self.is_terminal(state)
        plies -= 1
    return state, over, plies, random


def backpropagate(depth: int, payoff: float, first: Any, block: int) -> None:
    """Count the simulation in every node of its path, and in all actions that it played later."""
    step, solves = word(block, Tree.path), word(block, Tree.solves)
    end, above, tried, result = step + Step.bytes * depth, 0, 0, payoff
    if solves:
        confine(step, end, payoff)
    while step <= end:
        node, back, side = word(step, Step.front), word(step, Step.back), word(step, Step.chooser)
        visits, mean = word(back, Back.visits) + 1, number(back, Back.mean)
        share = 1.0 / visits
        set_word(back, Back.visits, visits)
        if solves:
            payoff = number(step, Step.gain)
        before = payoff - mean
        after = before - before * share
        set_number(back, Back.mean, mean + before * share)
        set_number(back, Back.spread, number(back, Back.spread) + before * after)
        if above:
            action = tried_of(back, block)
            if number(node, Front.width) > HIDDEN:
                set_number(node, Front.width, width_from(back, action))
            worth = estimate(back, action, block)
            set_number(node, Front.worth, number(side, Side.sign) * worth)
            if number(block, Tree.rave) > 0:
                learn(above, side, result, first, block)
                first[word(action, Tried.index)] = 0
            if word(block, Tree.widening) and allowed(tried, block) > allowed(tried - 1, block):
                show(above, block)
            choose(above, tried, side, block)
        above, tried = node, visits
        step += Step.bytes


def learn(front: int, side: int, payoff: float, first: Any, block: int) -> None:
    """Count the simulation in the children whose actions their chooser was the first to play."""
    player = (side - word(block, Tree.sides)) // Side.bytes
    start, count = word(front, Front.link) >> SHIFT, word(front, Front.link) & CHILDREN - 1
    for row in range(start, start + count):
        tried = tried_of(back_of(row, block), block)
        if first[word(tried, Tried.index)] == player + 1:
            seen, mean = number(tried, Tried.seen) + 1.0, number(tried, Tried.mean)
            set_number(tried, Tried.seen, seen)
            set_number(tried, Tried.mean, mean + (payoff - mean) / seen)
            value_again(row, side, block)
