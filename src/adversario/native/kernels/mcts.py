"""Monte Carlo tree search: the four phases of `adversario.search.mcts`, over rows of memory."""

from __future__ import annotations

import math
from typing import Any

from adversario import bits
from adversario.game import CHANCE
from adversario.native.kernels import self
from adversario.native.kernels.mcts_tree import (
    CHILDREN,
    COLUMN,
    COLUMNS,
    CURIOSITY,
    DEEPEST,
    DONE,
    EVALUATIONS,
    FULL,
    GUIDED,
    LIMIT,
    LINK,
    LOWER,
    MEAN,
    PATH,
    PAUSE,
    PAYOFFS,
    PLAYERS,
    RANGES,
    REST,
    ROLLOUT,
    ROWS,
    SHIFT,
    SIDE,
    SIDES,
    SIGN,
    SOLVES,
    SPREAD,
    STOP,
    STRIDE,
    STUCK,
    UPPER,
    USED,
    VISITS,
    WEIGHT,
    WIDTH,
    WORD,
    clear,
    expand,
    mean_of,
    recycle,
    transplant,
)
from adversario.native.kernels.memory import number, set_number, set_word, signed, word

FAINT = 1e-100
"""A curiosity that only matters for actions that were not tried yet: it is added to every other."""

PRECISION = 7
"""The bits of a number of visits that count for curiosity, after the first."""

GOLDEN, FIRST_MIX, SECOND_MIX = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
"""The constants of SplitMix64 (Steele, Lea and Flood, 2014)."""

EVERY = 1024
"""Plies of a rollout between two looks at the stop flag."""


def row_bytes(columns: int) -> int:
    """How long a row is."""
    return 8 * mean_of(columns)


def plant(rows: int, row: int, block: int) -> None:
    """Start with what is below a row of other rows; with a root alone if their address is 0."""
    if rows:
        transplant(rows, row, block)
    else:
        clear(word(block, ROWS), word(block, ROWS), block)
        set_word(block, USED, 1)


def search(root: Any, block: int) -> Any:
    """Simulate until the limit, the stop flag, a pause, the proof of the root or a dead end.

    Returns the last state, which is the dead end if there is one.
    """
    rows, limit, stop = word(block, ROWS), word(block, LIMIT), word(block, STOP)
    random, done = bits.add(word(block, WORD), 0), word(block, DONE)
    state, over = root, False
    while done < limit:
        state, depth, random = descend(root, block, random)
        over, plies = self.is_terminal(state), word(block, ROLLOUT)
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
        if word(block, FULL):
            recycle(block)
        if number(rows, LOWER) == number(rows, UPPER):
            set_word(stop, 0, 1)
        if word(stop, 0) or word(block, PAUSE):
            break
    set_word(block, DONE, done)
    set_word(block, WORD, signed(random))
    return state


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
    seen, sides = word(block, RANGES) + 16 * column, word(block, SIDES)
    least, greatest = number(seen, 0), number(seen, 1)
    if payoff < least or payoff > greatest:
        least, greatest = min(least, payoff), max(greatest, payoff)
        set_number(seen, 0, least)
        set_number(seen, 1, greatest)
        if least < greatest:
            for side in range(sides, sides + SIDE * word(block, PLAYERS), SIDE):
                if word(side, COLUMN) == column:
                    set_number(side, WEIGHT, number(side, SIGN) / (greatest - least))


def descend(root: Any, block: int, random: Any) -> Any:
    """Selection and expansion: a leaf's state and depth, and the next random word.

    A leaf is expanded when it is visited again, as long as there is room.
    """
    rows, stride, path = word(block, ROWS), word(block, STRIDE), word(block, PATH)
    sides, curiosities = word(block, SIDES), word(block, CURIOSITY)
    state, node, depth = root, rows, 0
    set_word(path, 0, node)
    while True:
        link = word(node, LINK)
        if link == 0:
            if (depth and word(node, VISITS) == 0) or self.is_terminal(state):
                break
            if not expand(state, node, depth, block):
                break
            link = word(node, LINK)
        mover = self.player(state)
        first = rows + (link >> SHIFT) * stride
        if self.chance and mover == CHANCE:
            random = bits.add(random, GOLDEN)
            index, state = drawn(state, random)
            node = first + index * stride
        else:
            curiosity = number(curiosities, rank(word(node, VISITS)))
            node = best(first, link & CHILDREN - 1, stride, sides + SIDE * mover, curiosity)
            state = self.result(state, self.load_action(node + 8 * REST))
        set_word(path, 2 * depth + 1, mover)
        depth += 1
        set_word(path, 2 * depth, node)
    set_word(block, DEEPEST, max(word(block, DEEPEST), depth))
    return state, depth, random


def best(first: int, count: int, stride: int, side: int, curiosity: float) -> int:
    """The child of the greatest upper confidence bound, the first in a tie.

    There is no branch: which child is best is what no processor can predict. And children are
    compared in pairs, since a processor can do several comparisons at once, unless one has to
    wait for another.
    """
    mean, weight = mean_of(word(side, COLUMN)), number(side, WEIGHT)
    chosen, child, end = first, first, first + count * stride
    greatest = weight * number(child, mean) + curiosity * number(child, WIDTH)
    child += (count & 1) * stride
    while child < end:
        other = child + stride
        bound = weight * number(child, mean) + curiosity * number(child, WIDTH)
        rival = weight * number(other, mean) + curiosity * number(other, WIDTH)
        better = other if rival > bound else child
        bound = max(bound, rival)
        chosen = better if bound > greatest else chosen
        greatest = max(greatest, bound)
        child = other + stride
    return chosen


def rank(visits: int) -> int:
    """The place of a number of visits in the table of curiosity: its own, if that is small.

    Above that, numbers share a place that differ only after their first bits.
    """
    places = max(0, bits.highest(visits) - PRECISION)
    return (places << PRECISION) + (visits >> places)


def rollout(state: Any, over: bool, plies: int, random: Any, block: int) -> Any:
    """Play at random to the end, or for so many plies.

    Returns the state, whether it is terminal, the plies left and the next random word.
    """
    guided = self.has_priors and word(block, GUIDED) != 0
    while not over and plies != 0:
        random = bits.add(random, GOLDEN)
        if self.chance and self.player(state) == CHANCE:
            _, state = drawn(state, random)
        else:
            found, after = False, state
            if guided:
                found, after = preferred(state, random)
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


def backpropagate(depth: int, payoff: float, block: int) -> None:
    """Count the simulation in every node of its path, within what is known of the node."""
    path, columns = word(block, PATH), word(block, COLUMNS)
    for at in range(depth, -1, -1):
        node = word(path, 2 * at)
        visits = word(node, VISITS) + 1
        share = 1.0 / visits
        set_word(node, VISITS, visits)
        if number(node, WIDTH) >= 0:  # else the node is not to be visited again
            if self.has_priors:
                width = number(node, REST + self.action_words) / (1.0 + visits)
            else:
                width = math.sqrt(share)
            set_number(node, WIDTH, width)
        payoff = min(max(payoff, number(node, LOWER)), number(node, UPPER))
        mean = number(node, MEAN)
        before = payoff - mean
        after = before - before * share
        set_number(node, MEAN, mean + before * share)
        if columns > 1:
            watched = word(word(block, SIDES) + SIDE * word(path, 2 * at - 1), COLUMN) if at else 0
            for column in range(1, columns):
                place, given = mean_of(column), number(word(block, PAYOFFS), column)
                mean = number(node, place)
                set_number(node, place, mean + (given - mean) * share)
                if column == watched:
                    before, after = given - mean, (given - mean) * (1.0 - share)
        set_number(node, SPREAD, number(node, SPREAD) + before * after)


def settle(depth: int, payoff: float, block: int) -> None:
    """Note that a leaf is terminal, and what follows for the bounds of the nodes above it."""
    path, sides = word(block, PATH), word(block, SIDES)
    leaf = word(path, 2 * depth)
    set_number(leaf, LOWER, payoff)
    set_number(leaf, UPPER, payoff)
    for at in range(depth - 1, -1, -1):
        side = sides + SIDE * word(path, 2 * at + 1)
        if not tighten(word(path, 2 * at), number(side, SIGN), block):
            break


def tighten(node: int, sign: float, block: int) -> bool:
    """Bound a node's value by its children's; whether that told anything new.

    What cannot improve on the bound that the mover is sure of is not visited again.
    """
    sure, hope = (LOWER, UPPER) if sign > 0 else (UPPER, LOWER)
    stride, link = word(block, STRIDE), word(node, LINK)
    first = word(block, ROWS) + (link >> SHIFT) * stride
    end = first + (link & CHILDREN - 1) * stride
    surest, greatest = sign * number(node, sure), -math.inf
    for row in range(first, end, stride):
        surest = max(surest, sign * number(row, sure))
        greatest = max(greatest, sign * number(row, hope))
    for row in range(first, end, stride):
        if sign * number(row, hope) <= surest:
            set_number(row, WIDTH, -math.inf)
    greatest = min(greatest, sign * number(node, hope))
    changed = surest != sign * number(node, sure) or greatest != sign * number(node, hope)
    set_number(node, sure, sign * surest)
    set_number(node, hope, sign * greatest)
    return bool(changed)
