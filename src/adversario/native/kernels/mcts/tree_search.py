"""Monte Carlo tree search: its four phases, over rows of memory.

The twin of `adversario.algorithms.mcts.tree_search`.
"""

from __future__ import annotations

import math
from typing import Any

from adversario import bits
from adversario.game import CHANCE
from adversario.native.kernels import inline, self
from adversario.native.kernels.mcts.tree import (
    AHEAD,
    ANYTHING,
    BACKS,
    BEST,
    BOUNDED,
    CHILDREN,
    COLUMN,
    COLUMNS,
    DEEPEST,
    DONE,
    EVALUATIONS,
    FRONT,
    FRONTS,
    FULL,
    GUIDED,
    LIMIT,
    LINK,
    LOWER,
    MEAN,
    NEXT,
    PATH,
    PAUSE,
    PAYOFFS,
    PLAYERS,
    RANGE,
    RANGES,
    REST,
    ROLLOUT,
    SHIFT,
    SIDE,
    SIDES,
    SIGN,
    SOLVES,
    SPREAD,
    STOP,
    STRIDE,
    STUCK,
    TEMPERATURE,
    UPPER,
    USED,
    VISITS,
    WIDTH,
    WORD,
    WORTH,
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
from adversario.native.kernels.memory import number, prefetch_at, set_number, set_word, signed, word

# A step of a simulation.
NODE, BACK = 0, 1  # the addresses of the parts of a node's row
CHOOSER = 2  # the address of the side of whoever moves to it
GAIN = 3  # what the simulation is worth there
STEP = 32  # bytes

GOLDEN, FIRST_MIX, SECOND_MIX = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
"""The constants of SplitMix64 (Steele, Lea and Flood, 2014)."""

LINE, LINES = 8, 4
"""The words of a line of the cache, and how many lines of children's fronts are asked for ahead."""

EVERY = 1024
"""Plies of a rollout between two looks at the stop flag."""


def back_bytes(columns: int, bounded: bool) -> int:
    """How long the back of a row is."""
    return 8 * (mean_of(columns) + (2 if bounded else 0))


def plant(fronts: int, backs: int, stride: int, row: int, block: int) -> None:
    """Start with what is below a row of another tree; with a root alone if its address is 0."""
    if fronts:
        transplant(fronts, backs, stride, row, block)
    else:
        clear(0, word(block, BACKS), word(block, SIDES), block)
        set_word(block, USED, 1)


def search(root: Any, block: int) -> Any:
    """Simulate until the limit, the stop flag, a pause, the proof of the root or a dead end.

    Returns the last state, which is the dead end if there is one.
    """
    limit, stop, bounds = word(block, LIMIT), word(block, STOP), bounds_of(word(block, BACKS))
    random, done = bits.add(word(block, WORD), 0), word(block, DONE)
    state, over = root, False
    while done < limit:
        state, over, depth, random = descend(root, block, random)
        plies = word(block, ROLLOUT)
        solved = over and word(block, SOLVES) != 0
        state, over, plies, random = rollout(state, over, plies, random, block)
        if not over and plies != 0:
            set_word(block, STUCK, int(word(stop, 0) == 0))
            set_word(stop, 0, 1)  # the others need not go on
            break
        payoff = collect(state, over, block)
        if solved:
            settle(depth, payoff, block)
        backpropagate(depth, payoff, block)
        done += 1
        set_word(block, DONE, done)
        if word(block, FULL):
            recycle(block)
        if word(block, BOUNDED) and number(bounds, LOWER) == number(bounds, UPPER):
            set_word(stop, 0, 1)
        if word(stop, 0) or word(block, PAUSE):
            break
    set_word(block, WORD, signed(random))
    return state


@inline
def collect(state: Any, over: bool, block: int) -> float:
    """Note what the end of a rollout is worth in each column; return it for the first."""
    if not over:
        set_word(block, EVALUATIONS, word(block, EVALUATIONS) + 1)
    for column in range(1, word(block, COLUMNS)):
        payoff = worth(state, over, column)
        widen(column, payoff, block)
        set_number(word(block, PAYOFFS), column, payoff)
    first = worth(state, over, 0)
    widen(0, first, block)
    return first


def worth(state: Any, over: bool, player: int) -> float:
    """What the end of a rollout is worth to a player."""
    return float(self.utility(state, player)) if over else float(self.evaluate(state, player))


def widen(column: int, payoff: float, block: int) -> None:
    """Have the range of a column include a utility."""
    seen, first = word(block, RANGES) + 16 * column, word(block, SIDES) - SIDE
    least, greatest = number(seen, 0), number(seen, 1)
    if payoff < least or payoff > greatest:
        least, greatest = min(least, payoff), max(greatest, payoff)
        set_number(seen, 0, least)
        set_number(seen, 1, greatest)
        if least < greatest:
            for side in range(first, first + SIDE * word(block, PLAYERS), SIDE):
                if word(side, COLUMN) == column:
                    set_number(side, RANGE, greatest - least)


@inline
def descend(root: Any, block: int, random: Any) -> Any:
    """Selection and expansion: a leaf's state, whether that is terminal, its depth, a random word.

    A leaf is expanded when it is visited again, as long as there is room.
    """
    fronts, backs, stride = word(block, FRONTS), word(block, BACKS), word(block, STRIDE)
    sides, step = word(block, SIDES), word(block, PATH)
    state, over, node, back, depth = root, False, fronts, backs, 0
    note(step, node, back, sides)
    while True:
        row = word(node, NEXT)
        if row == 0:
            over = self.is_terminal(state)
            if over or (depth and word(back, VISITS) == 0):
                break
            if not expand(state, node, back, depth, block):
                break
            row = word(node, NEXT)
        prefetch_family(fronts + (word(node, LINK) >> SHIFT) * FRONT)
        prefetch_at(fronts + (row >> AHEAD) * FRONT, 0)
        prefetch_at(backs + (row >> AHEAD) * stride, 0)
        row &= (1 << AHEAD) - 1
        mover = self.player(state)
        if self.chance and mover == CHANCE:
            random = bits.add(random, GOLDEN)
            index, state = drawn(state, random)
            row = (word(node, LINK) >> SHIFT) + index
            node, back = fronts + row * FRONT, backs + row * stride
        else:
            node, back = fronts + row * FRONT, backs + row * stride
            state = self.result(state, self.load_action(back + 8 * REST))
        depth += 1
        step += STEP
        note(step, node, back, sides + SIDE * mover)
    set_word(block, DEEPEST, max(word(block, DEEPEST), depth))
    return state, over, depth, random


def prefetch_family(first: int) -> None:
    """Have the fronts of a node's first children on their way: it will choose among them anew."""
    for place in range(0, LINES * LINE, LINE):
        prefetch_at(first, place)


def note(step: int, node: int, back: int, side: int) -> None:
    """Write down a step."""
    set_word(step, NODE, node)
    set_word(step, BACK, back)
    set_word(step, CHOOSER, side)


def width_of(share: float, visits: int, back: int) -> float:
    """The width of the bound of a node visited so often, `share` being 1 divided by that."""
    if self.has_priors:
        return number(back, REST + self.action_words) / (1.0 + visits)
    return math.sqrt(share)


@inline
def rollout(state: Any, over: bool, plies: int, random: Any, block: int) -> Any:
    """Play at random to the end, or for so many plies.

    Returns the state, whether it is terminal, the plies left and the next random word.
    """
    guided = self.has_priors and word(block, GUIDED) == 1
    looking = word(block, GUIDED) > 1
    while not over and plies != 0:
        random = bits.add(random, GOLDEN)
        if self.chance and self.player(state) == CHANCE:
            _, state = drawn(state, random)
        else:
            found, after = False, state
            if guided:
                found, after = preferred(state, random)
            elif looking:
                found, after = promising(state, random, block)
            if not found:
                found, after = any_of_all(state, random)
            if not found:
                break
            state = after
        over = self.is_terminal(state)
        plies -= 1
        if plies & EVERY - 1 == 0 and word(word(block, STOP), 0):
            break
    return state, over, plies, random


def any_of_all(state: Any, random: Any) -> Any:
    """Whether there is an action, and the state after one of them, all being as likely.

    Each action draws a lot and the highest wins, so that one pass is enough.
    """
    lot, highest = mixed(random), 0
    for action in self.actions(state):
        lot = bits.add(bits.multiply(lot, FIRST_MIX), GOLDEN)
        height = int(bits.right(lot, 2)) + 1
        if height > highest:
            picked, highest = action, height
    return highest > 0, self.result(state, picked) if highest > 0 else state


def preferred(state: Any, random: Any) -> Any:
    """The same, each being as likely as its prior says; False if there are no priors.

    Each action takes the place of those before it with the probability of its share of their sum.
    """
    lot, total = mixed(random), 0.0
    for action, weight in zip(self.actions(state), self.priors(state)):  # noqa: B905 (compiled)
        lot = bits.add(bits.multiply(lot, FIRST_MIX), GOLDEN)
        total += weight
        if share_of_one(lot) * total < weight:
            picked = action
    return total > 0, self.result(state, picked) if total > 0 else state


def promising(state: Any, random: Any, block: int) -> Any:
    """The same by looks: any action, or one that looks best, or a better-looking one more often.

    Looks are the utility or evaluation of what an action leads to. Softmax is drawn in one pass:
    the greatest of looks / temperature + Gumbel noise has its probabilities (Gumbel, 1954).
    """
    lot = mixed(random)
    way = share_of_one(lot) - number(block, ANYTHING)
    if way < 0:
        return any_of_all(state, bits.add(random, FIRST_MIX))
    mover, noisy = self.player(state), way >= number(block, BEST)
    judge, sign = mover, 1.0
    if word(block, GUIDED) == 3:
        judge, sign = 0, number(word(block, SIDES) + SIDE * mover, SIGN)
    best, highest, picked, found = -math.inf, 0.0, state, False
    for action in self.actions(state):
        after = self.result(state, action)
        look = sign * worth(after, self.is_terminal(after), judge)
        lot = bits.add(bits.multiply(lot, FIRST_MIX), GOLDEN)
        height = share_of_one(mixed(lot)) + 2.0**-54  # never 0
        if noisy:
            look = look / number(block, TEMPERATURE) - math.log(-math.log(height))
        if not found or look > best or (look == best and height > highest):
            best, highest, picked, found = look, height, after, True
    return found, picked


def mixed(random: Any) -> Any:
    """The finaliser of SplitMix64: all bits of the word scattered over all of the result."""
    random = bits.multiply(random ^ bits.right(random, 30), FIRST_MIX)
    random = bits.multiply(random ^ bits.right(random, 27), SECOND_MIX)
    return random ^ bits.right(random, 31)


def share_of_one(random: Any) -> float:
    """A number from 0 to 1, which it never is, by the first bits of a random word."""
    return int(bits.right(random, 11)) * 2.0**-53


def drawn(state: Any, random: Any) -> Any:
    """An outcome of chance, by the probabilities: its index, and the state after it."""
    at, chosen, after = share_of_one(mixed(random)), 0, state
    for index, (outcome, probability) in enumerate(self.chances(state)):
        if probability > 0:
            chosen, after = index, self.result(state, outcome)
            at -= probability
            if at < 0:
                break
    return chosen, after


@inline
def backpropagate(depth: int, payoff: float, block: int) -> None:
    """Count the simulation in every node of its path, within what is known of the node.

    And have the nodes choose anew, from the root on: there the next simulation starts.
    """
    step, columns, solves = word(block, PATH), word(block, COLUMNS), word(block, SOLVES)
    end, above, tried = step + STEP * depth, 0, 0
    if solves:
        confine(step, end, payoff)
    while step <= end:
        node, back, side = word(step, NODE), word(step, BACK), word(step, CHOOSER)
        visits, mean = word(back, VISITS) + 1, number(back, MEAN)
        share = 1.0 / visits
        set_word(back, VISITS, visits)
        if solves:
            payoff = number(step, GAIN)
        if not solves or number(node, WIDTH) >= 0:  # else the node is not to be visited again
            set_number(node, WIDTH, width_of(share, visits, back))
        before = payoff - mean
        after = before - before * share
        mean += before * share
        set_number(back, MEAN, mean)
        if columns > 1:
            before, after, mean = learn(step, share, before, after, mean, block)
        set_number(node, WORTH, number(side, SIGN) * mean)
        set_number(back, SPREAD, number(back, SPREAD) + before * after)
        if above and not (self.chance and side < word(block, SIDES)):
            choose(above, tried, side, block)
        above, tried = node, visits
        step += STEP


def confine(first: int, last: int, payoff: float) -> None:
    """Note at each step what the simulation is worth there, given the bounds from there on."""
    for step in range(last, first - STEP, -STEP):
        bounds = bounds_of(word(step, BACK))
        payoff = min(max(payoff, number(bounds, LOWER)), number(bounds, UPPER))
        set_number(step, GAIN, payoff)


def learn(step: int, share: float, before: float, after: float, mean: float, block: int) -> Any:
    """Count the simulation in the columns after the first.

    Returns the deviation from the mean, before and after, and the mean, of whoever chose the node:
    those that are given, if that is the first column's.
    """
    back, side = word(step, BACK), word(step, CHOOSER)
    for column in range(1, word(block, COLUMNS)):
        place, given = mean_of(column), number(word(block, PAYOFFS), column)
        other = number(back, place)
        set_number(back, place, other + (given - other) * share)
        if column == word(side, COLUMN):
            before, after = given - other, (given - other) * (1.0 - share)
            mean = other + before * share
    return before, after, mean


def settle(depth: int, payoff: float, block: int) -> None:
    """Note that a leaf is terminal, and what follows for the bounds of the nodes above it."""
    path = word(block, PATH)
    leaf = bounds_of(word(path + STEP * depth, BACK))
    set_number(leaf, LOWER, payoff)
    set_number(leaf, UPPER, payoff)
    for step in range(path + STEP * (depth - 1), path - STEP, -STEP):
        sign = number(word(step + STEP, CHOOSER), SIGN)
        if not tighten(word(step, NODE), bounds_of(word(step, BACK)), sign, block):
            break


def tighten(front: int, bounds: int, sign: float, block: int) -> bool:
    """Bound a node's value by its children's; whether that told anything new.

    What cannot improve on the bound that the mover is sure of is not visited again.
    """
    sure, hope = (LOWER, UPPER) if sign > 0 else (UPPER, LOWER)
    link = word(front, LINK)
    first, end = link >> SHIFT, (link >> SHIFT) + (link & CHILDREN - 1)
    surest, greatest = sign * number(bounds, sure), -math.inf
    for row in range(first, end):
        surest = max(surest, sign * number(bounds_of(back_of(row, block)), sure))
        greatest = max(greatest, sign * number(bounds_of(back_of(row, block)), hope))
    for row in range(first, end):
        if sign * number(bounds_of(back_of(row, block)), hope) <= surest:
            set_number(front_of(row, block), WIDTH, -math.inf)
    greatest = min(greatest, sign * number(bounds, hope))
    changed = surest != sign * number(bounds, sure) or greatest != sign * number(bounds, hope)
    set_number(bounds, sure, sign * surest)
    set_number(bounds, hope, sign * greatest)
    return bool(changed)
