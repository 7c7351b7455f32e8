"""Monte Carlo tree search over flat arrays: one row of `links` and one of `values` for each node.

The children of a node are consecutive rows, in the order of its actions, so that a child is its
parent's first plus the action's index; states are not kept but played again from the root.
"""

from __future__ import annotations

import math
from typing import Any

from adversario import bits
from adversario.game import CHANCE
from adversario.native.control import STOP
from adversario.native.kernels import memory, self

# A row of `links`: the first child, how many there are (0: not expanded), how many of them were
# tried, and how often the node was visited.
FIRST, COUNT, TRIED, VISITS = 0, 1, 2, 3

# A row of `values`: the inverse root of the visits (-infinity: not to be visited again), the sum
# of squared deviations from the mean of whoever moves to the node, bounds on the true value, and
# from MEAN on the mean of each column of utilities.
WIDTH, SPREAD, LOWER, UPPER, MEAN = 0, 1, 2, 3, 4

# A row of `ranges`, one for each column: the least and greatest utility seen, 1 / their
# difference, and the least and greatest that there can be.
LEAST, GREATEST, SCALE, BOTTOM, TOP = 0, 1, 2, 3, 4

# The entries of `counts`: the simulations allowed and done, the rows in use, the greatest depth of
# the tree, the plies of a rollout before it is evaluated (-1: none), the evaluations, whether
# results are proven, and whether a state was met that is not terminal and has no action.
LIMIT, DONE, USED, DEEPEST, PLIES, EVALUATIONS, SOLVES, STUCK = 0, 1, 2, 3, 4, 5, 6, 7

GOLDEN, FIRST_MIX, SECOND_MIX = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
"""The constants of SplitMix64 (Steele, Lea and Flood, 2014)."""

PRECISION = 12
LOG_2 = math.log(2)

EVERY = 1024
"""Plies of a rollout between two looks at the stop flag."""


def search(
    root: Any,
    links: Any,
    values: Any,
    path: Any,
    sides: Any,
    ranges: Any,
    payoffs: Any,
    counts: Any,
    exploration: float,
    logs: Any,
    word: Any,
    flags: Any,
) -> Any:
    """Simulate until the limit, the stop flag, the proof of the root or a dead end.

    `sides` has a row for each player, the last for chance: the column of their utility, and 1 if
    they maximise it, -1 if not. `logs` are the logarithms of the numbers up to 2**PRECISION, which
    take long to compute. Returns the last state, which is the dead end if there is one.
    """
    links, values, path = memory.borrowed(links), memory.borrowed(values), memory.borrowed(path)
    sides, ranges = memory.borrowed(sides), memory.borrowed(ranges)
    payoffs, counts = memory.borrowed(payoffs), memory.borrowed(counts)
    logs = memory.borrowed(logs)
    state = root
    while counts[DONE] < counts[LIMIT]:
        state, depth, word = descend(
            root, links, values, path, sides, ranges, counts, exploration, logs, word
        )
        state, left, word = rollout(state, counts[PLIES], word, flags)
        over = self.is_terminal(state)
        if not over and left != 0:
            counts[STUCK] = memory.fresh(flags, STOP) == 0
            break
        counts[EVALUATIONS] += not over
        for column in range(len(payoffs)):
            payoffs[column] = worth(state, over, column)
            widen(ranges, column, payoffs[column])
        if counts[SOLVES] and over and left == counts[PLIES]:
            settle(depth, links, values, path, sides, payoffs[0])
        backpropagate(depth, links, values, path, sides, payoffs)
        counts[DONE] += 1
        if values[0, LOWER] == values[0, UPPER] or memory.fresh(flags, STOP):
            break
    if counts[DONE] < counts[LIMIT]:
        flags[STOP] = 1  # the others need not go on
    return state


def worth(state: Any, over: bool, player: int) -> float:
    """What the end of a rollout is worth to a player."""
    return float(self.utility(state, player)) if over else float(self.evaluate(state, player))


def descend(
    root: Any,
    links: Any,
    values: Any,
    path: Any,
    sides: Any,
    ranges: Any,
    counts: Any,
    exploration: float,
    logs: Any,
    word: Any,
) -> Any:
    """Selection and expansion: a leaf's state and depth, and the next random word.

    A row of `path` is a node and who moves there. A leaf is expanded when it is visited again, as
    long as there is room.
    """
    state, node, depth = root, 0, 0
    path[0, 0] = 0
    while True:
        if links[node, COUNT] == 0:
            if (depth and links[node, VISITS] == 0) or self.is_terminal(state):
                break
            if depth + 1 == len(path) or not expand(state, node, links, values, ranges, counts):
                break
        mover = self.player(state)
        if self.chance and mover == CHANCE:
            word = bits.add(word, GOLDEN)
            index = drawn(state, word)
            state = after_outcome(state, index)
        else:
            index = links[node, TRIED]
            if index < links[node, COUNT]:
                links[node, TRIED] = index + 1
            else:
                column = int(sides[mover, 0])
                weight = sides[mover, 1] * ranges[column, SCALE]
                curiosity = wonder(links[node, VISITS], exploration, logs)
                first, index, greatest = links[node, FIRST], 0, -math.inf
                for child in range(links[node, COUNT]):
                    row = first + child
                    mean, width = values[row, MEAN + column], values[row, WIDTH]
                    bound = weight * mean + curiosity * width
                    # No branch: which child is best is what no processor can predict.
                    index = child if bound > greatest else index
                    greatest = max(greatest, bound)
            state = after_action(state, index)
        path[depth, 1] = mover
        depth += 1
        node = links[node, FIRST] + index
        path[depth, 0] = node
    counts[DEEPEST] = max(counts[DEEPEST], depth)
    return state, depth, word


def wonder(visits: int, exploration: float, logs: Any) -> float:
    """The exploration constant by the root of the logarithm of the visits, to 12 bits of these."""
    places = max(0, bits.highest(visits) + 1 - PRECISION)
    return exploration * math.sqrt(logs[visits >> places] + places * LOG_2)


def expand(state: Any, node: int, links: Any, values: Any, ranges: Any, counts: Any) -> bool:
    """Give a node its children; False if there is no room for them."""
    count = 0
    if self.chance and self.player(state) == CHANCE:
        for _ in self.chances(state):
            count += 1
    else:
        for _ in self.actions(state):
            count += 1
    first = counts[USED]
    if count == 0 or first + count > len(links):
        return False
    counts[USED] = first + count
    for row in range(first, first + count):
        clear(row, links, values, ranges)
    links[node, FIRST], links[node, COUNT] = first, count
    return True


def rollout(state: Any, plies: int, word: Any, flags: Any) -> Any:
    """Play at random to the end, or for so many plies; the state, the plies left, the word."""
    left = plies
    while left != 0 and not self.is_terminal(state):
        word = bits.add(word, GOLDEN)
        if self.chance and self.player(state) == CHANCE:
            state = after_outcome(state, drawn(state, word))
        else:
            lot, highest = mixed(word), 0
            for action in self.actions(state):
                # Each action draws a lot and the highest wins, so that one pass is enough.
                lot = bits.add(bits.multiply(lot, FIRST_MIX), GOLDEN)
                height = int(bits.right(lot, 2)) + 1
                if height > highest:
                    picked, highest = action, height
            if highest == 0:
                break
            state = self.result(state, picked)
        left -= 1
        if left % EVERY == 0 and memory.fresh(flags, STOP):
            break
    return state, left, word


def mixed(word: Any) -> Any:
    """The finaliser of SplitMix64: all bits of the word scattered over all of the result."""
    word = bits.multiply(word ^ bits.right(word, 30), FIRST_MIX)
    word = bits.multiply(word ^ bits.right(word, 27), SECOND_MIX)
    return word ^ bits.right(word, 31)


def drawn(state: Any, word: Any) -> int:
    """The index of an outcome of chance, by the probabilities."""
    at = int(bits.right(mixed(word), 11)) * 2.0**-53
    index, chosen = -1, 0
    for _, probability in self.chances(state):
        index += 1
        if probability > 0:
            chosen = index
            at -= probability
            if at < 0:
                break
    return chosen


def after_action(state: Any, index: int) -> Any:
    """The state after the action of that index."""
    for action in self.actions(state):
        if index == 0:
            return self.result(state, action)
        index -= 1
    return state


def after_outcome(state: Any, index: int) -> Any:
    """The state after the outcome of that index."""
    for outcome, _ in self.chances(state):
        if index == 0:
            return self.result(state, outcome)
        index -= 1
    return state


def clear(row: int, links: Any, values: Any, ranges: Any) -> None:
    """Make a row that of a node of which nothing is known."""
    for entry in range(VISITS + 1):
        links[row, entry] = 0
    for entry in range(values.shape[1]):
        values[row, entry] = 0.0
    values[row, WIDTH] = math.inf
    values[row, LOWER], values[row, UPPER] = ranges[0, BOTTOM], ranges[0, TOP]


def widen(ranges: Any, column: int, payoff: float) -> None:
    """Have the range of a column include a utility."""
    if payoff < ranges[column, LEAST] or payoff > ranges[column, GREATEST]:
        ranges[column, LEAST] = min(ranges[column, LEAST], payoff)
        ranges[column, GREATEST] = max(ranges[column, GREATEST], payoff)
        if ranges[column, LEAST] < ranges[column, GREATEST]:
            ranges[column, SCALE] = 1.0 / (ranges[column, GREATEST] - ranges[column, LEAST])


def backpropagate(depth: int, links: Any, values: Any, path: Any, sides: Any, payoffs: Any) -> None:
    """Count the simulation in every node of its path, within what is known of the node."""
    for at in range(depth, -1, -1):
        node = path[at, 0]
        visits = links[node, VISITS] + 1
        links[node, VISITS] = visits
        if values[node, WIDTH] > 0:  # else the node is not to be visited again
            values[node, WIDTH] = 1.0 / math.sqrt(visits)
        payoffs[0] = min(max(payoffs[0], values[node, LOWER]), values[node, UPPER])
        watched = int(sides[path[at - 1, 1], 0]) if at else 0
        before = payoffs[watched] - values[node, MEAN + watched]
        values[node, MEAN] += (payoffs[0] - values[node, MEAN]) / visits
        for column in range(1, len(payoffs)):
            mean = values[node, MEAN + column]
            values[node, MEAN + column] = mean + (payoffs[column] - mean) / visits
        values[node, SPREAD] += before * (payoffs[watched] - values[node, MEAN + watched])


def settle(depth: int, links: Any, values: Any, path: Any, sides: Any, payoff: float) -> None:
    """Note that a leaf is terminal, and what follows for the bounds of the nodes above it."""
    leaf = path[depth, 0]
    values[leaf, LOWER] = values[leaf, UPPER] = payoff
    for at in range(depth - 1, -1, -1):
        node = path[at, 0]
        if not tighten(node, links, values, sides[path[at, 1], 1]):
            break


def tighten(node: int, links: Any, values: Any, sign: float) -> bool:
    """Bound a node's value by its children's; whether that told anything new.

    What cannot improve on the bound that the mover is sure of is not visited again.
    """
    sure, hope = (LOWER, UPPER) if sign > 0 else (UPPER, LOWER)
    first = links[node, FIRST]
    surest, greatest = sign * values[node, sure], -math.inf
    for row in range(first, first + links[node, COUNT]):
        surest = max(surest, sign * values[row, sure])
        greatest = max(greatest, sign * values[row, hope])
    for row in range(first, first + links[node, COUNT]):
        if sign * values[row, hope] <= surest:
            values[row, WIDTH] = -math.inf
    greatest = min(greatest, sign * values[node, hope])
    changed = surest != sign * values[node, sure] or greatest != sign * values[node, hope]
    values[node, sure], values[node, hope] = sign * surest, sign * greatest
    return bool(changed)


def copy(row: int, links: Any, values: Any, to_links: Any, to_values: Any) -> int:
    """Copy what is below a node into other arrays, breadth first; how many rows that made.

    Where there is no room, nodes are left without their children.
    """
    copy_row(row, links, values, 0, to_links, to_values)
    node, used = 0, 1
    while node < used:
        first, count = to_links[node, FIRST], to_links[node, COUNT]
        if used + count > len(to_links):
            to_links[node, COUNT] = to_links[node, TRIED] = 0
        else:
            to_links[node, FIRST] = used
            for child in range(first, first + count):
                copy_row(child, links, values, used, to_links, to_values)
                used += 1
        node += 1
    return used


def copy_row(row: int, links: Any, values: Any, to: int, to_links: Any, to_values: Any) -> None:
    """Copy a row into other arrays."""
    for entry in range(links.shape[1]):
        to_links[to, entry] = links[row, entry]
    for entry in range(values.shape[1]):
        to_values[to, entry] = values[row, entry]
