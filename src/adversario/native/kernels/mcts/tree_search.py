"""Monte Carlo tree search: its four phases, over rows of memory.

The twin of `adversario.algorithms.mcts.tree_search`.
"""

from __future__ import annotations

import math
from typing import Any

from adversario import bits
from adversario.game import CHANCE
from adversario.native.kernels import inline, self
from adversario.native.kernels.chance import sample_chance
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.layout.tree import (
    BY_PRIORS,
    FOR_FIRST,
    OWN,
    Back,
    Bounds,
    Front,
    Range,
    Side,
    Step,
    Tree,
)
from adversario.native.kernels.mcts.tree import (
    AHEAD,
    CHILDREN,
    SHIFT,
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
from adversario.native.kernels.random import FIRST_MIX, GOLDEN, mix, unit_float

LINE, LINES = 8, 4
"""The words of a line of the cache, and how many lines of children's fronts are asked for ahead."""

EVERY = 1024
"""Plies of a rollout between two looks at the stop flag."""


def back_bytes(columns: int, bounded: bool) -> int:
    """How long the back of a row is."""
    return 8 * (mean_of(columns) + (Bounds.size if bounded else 0))


def plant(fronts: int, backs: int, stride: int, row: int, block: int) -> None:
    """Start with what is below a row of another tree; with a root alone if its address is 0."""
    if fronts:
        transplant(fronts, backs, stride, row, block)
    else:
        clear(0, word(block, Tree.backs), word(block, Tree.sides), block)
        set_word(block, Tree.used, 1)


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
    state, over = root, False
    while done < limit:
        state, over, depth, random = descend(root, block, random)
        plies = word(block, Tree.rollout)
        solved = over and word(block, Tree.solves) != 0
        if self.has_rollout and not over and word(block, Tree.whole):
            random = bits.add(random, GOLDEN)
            payoff = float(self.rollout(state, mix(random)))
            widen(0, payoff, block)
        else:
            state, over, plies, random = rollout(state, over, plies, random, block)
            if not over and plies != 0:
                set_word(block, Tree.stuck, int(word(stop, Flags.stop) == 0))
                set_word(stop, Flags.stop, 1)  # the others need not go on
                break
            payoff = note_payoffs(state, over, block)
        if solved:
            settle(depth, payoff, block)
        backpropagate(depth, payoff, block)
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
def note_payoffs(state: Any, over: bool, block: int) -> float:
    """Note what the end of a rollout is worth in each column; return it for the first."""
    if not over:
        set_word(block, Tree.evaluations, word(block, Tree.evaluations) + 1)
    for column in range(1, word(block, Tree.columns)):
        payoff = payoff_of(state, over, column, block)
        widen(column, payoff, block)
        set_number(word(block, Tree.payoffs), column, payoff)
    first = payoff_of(state, over, 0, block)
    widen(0, first, block)
    return first


def payoff_of(state: Any, over: bool, player: int, block: int) -> float:
    """What the end of a rollout is worth to a player."""
    if over:
        return float(self.utility(state, player))
    return float(self.leaf_estimate(state, player, word(block, Tree.model)))


def widen(column: int, payoff: float, block: int) -> None:
    """Have the range of a column include a utility."""
    seen, first = (
        word(block, Tree.ranges) + Range.bytes * column,
        word(block, Tree.sides) - Side.bytes,
    )
    least, greatest = number(seen, Range.least), number(seen, Range.greatest)
    if payoff < least or payoff > greatest:
        least, greatest = min(least, payoff), max(greatest, payoff)
        set_number(seen, Range.least, least)
        set_number(seen, Range.greatest, greatest)
        if least < greatest:
            for side in range(first, first + Side.bytes * word(block, Tree.players), Side.bytes):
                if word(side, Side.column) == column:
                    set_number(side, Side.range, greatest - least)


@inline
def descend(root: Any, block: int, random: Any) -> Any:
    """Selection and expansion: a leaf's state, whether that is terminal, its depth, a random word.

    A leaf is expanded when it is visited again, as long as there is room.
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
        row = word(node, Front.next)
        if row == 0:
            over = self.is_terminal(state)
            if over or (depth and word(back, Back.visits) == 0):
                break
            if not expand(state, node, back, depth, block):
                break
            row = word(node, Front.next)
        prefetch_family(fronts + (word(node, Front.link) >> SHIFT) * Front.bytes)
        prefetch_at(fronts + (row >> AHEAD) * Front.bytes, 0)
        prefetch_at(backs + (row >> AHEAD) * stride, 0)
        row &= (1 << AHEAD) - 1
        mover = self.player(state)
        if self.chance and mover == CHANCE:
            random = bits.add(random, GOLDEN)
            index, state = sample_chance(state, unit_float(mix(random)))
            row = (word(node, Front.link) >> SHIFT) + index
            node, back = fronts + row * Front.bytes, backs + row * stride
        else:
            node, back = fronts + row * Front.bytes, backs + row * stride
            state = self.result(state, self.load_action(back + Back.bytes))
        depth += 1
        step += Step.bytes
        write_step(step, node, back, sides + Side.bytes * mover)
    set_word(block, Tree.deepest, max(word(block, Tree.deepest), depth))
    return state, over, depth, random


def prefetch_family(first: int) -> None:
    """Prefetch the fronts of a node's first children: it will choose among them again."""
    for place in range(0, LINES * LINE, LINE):
        prefetch_at(first, place)


def write_step(step: int, node: int, back: int, side: int) -> None:
    """Write down a step."""
    set_word(step, Step.front, node)
    set_word(step, Step.back, back)
    set_word(step, Step.chooser, side)


def width_of(share: float, visits: int, back: int) -> float:
    """The width of the bound of a node visited so often, `share` being 1 divided by that."""
    if self.has_priors:
        return number(back, Back.size + self.action_words) / (1.0 + visits)
    return math.sqrt(share)


@inline
def rollout(state: Any, over: bool, plies: int, random: Any, block: int) -> Any:
    """Play at random to the end, or for `plies` plies.

    Returns the state, whether it is terminal, the plies left and the next random word.
    """
    guided = self.has_priors and word(block, Tree.guided) == BY_PRIORS
    own = self.has_rollout_action and word(block, Tree.guided) == OWN
    looking = word(block, Tree.guided) > BY_PRIORS and not own
    while not over and plies != 0:
        random = bits.add(random, GOLDEN)
        if self.chance and self.player(state) == CHANCE:
            _, state = sample_chance(state, unit_float(mix(random)))
        else:
            found, after = False, state
            if own:
                found, after = True, self.result(state, self.rollout_action(state, mix(random)))
            elif guided:
                found, after = pick_by_priors(state, random)
            elif looking:
                found, after = pick_by_evaluation(state, random, block)
            if not found:
                found, after = pick_uniform(state, random)
            if not found:
                break
            state = after
        over = self.is_terminal(state)
        plies -= 1
        if plies & EVERY - 1 == 0 and word(word(block, Tree.stop), Flags.stop):
            break
    return state, over, plies, random


def pick_uniform(state: Any, random: Any) -> Any:
    """Whether there is an action, and the state after one of them, all being as likely.

    Each action draws a lot and the highest wins, so that one pass is enough.
    """
    lot, highest = mix(random), 0
    for action in self.actions(state):
        lot = bits.add(bits.multiply(lot, FIRST_MIX), GOLDEN)
        height = int(bits.right(lot, 2)) + 1
        if height > highest:
            picked, highest = action, height
    return highest > 0, self.result(state, picked) if highest > 0 else state


def pick_by_priors(state: Any, random: Any) -> Any:
    """The state after an action drawn by its prior; False if there are no priors.

    Each action takes the place of those before it with the probability of its share of their sum.
    """
    lot, total = mix(random), 0.0
    for action, weight in zip(self.actions(state), self.priors(state)):  # noqa: B905 (compiled)
        lot = bits.add(bits.multiply(lot, FIRST_MIX), GOLDEN)
        total += weight
        if unit_float(lot) * total < weight:
            picked = action
    return total > 0, self.result(state, picked) if total > 0 else state


def pick_by_evaluation(state: Any, random: Any, block: int) -> Any:
    """The state after an action drawn by looks: any, the best, or better ones more often.

    Looks are the utility or evaluation of what an action leads to. Softmax is drawn in one pass:
    the greatest of looks / temperature + Gumbel noise has its probabilities (Gumbel, 1954).
    """
    lot = mix(random)
    way = unit_float(lot) - number(block, Tree.anything)
    if way < 0:
        return pick_uniform(state, bits.add(random, FIRST_MIX))
    mover, noisy = self.player(state), way >= number(block, Tree.best)
    judge, sign = mover, 1.0
    if word(block, Tree.guided) == FOR_FIRST:
        judge, sign = 0, number(word(block, Tree.sides) + Side.bytes * mover, Side.sign)
    best, highest, picked, found = -math.inf, 0.0, state, False
    for action in self.actions(state):
        after = self.result(state, action)
        look = sign * payoff_of(after, self.is_terminal(after), judge, block)
        lot = bits.add(bits.multiply(lot, FIRST_MIX), GOLDEN)
        height = unit_float(mix(lot)) + 2.0**-54  # never 0
        if noisy:
            look = look / number(block, Tree.temperature) - math.log(-math.log(height))
        if not found or look > best or (look == best and height > highest):
            best, highest, picked, found = look, height, after, True
    return found, picked


@inline
def backpropagate(depth: int, payoff: float, block: int) -> None:
    """Count the simulation in every node of its path, within what is known of the node.

    Then the nodes choose again, from the root on, where the next simulation starts.
    """
    step, columns, solves = (
        word(block, Tree.path),
        word(block, Tree.columns),
        word(block, Tree.solves),
    )
    end, above, tried = step + Step.bytes * depth, 0, 0
    if solves:
        confine(step, end, payoff)
    while step <= end:
        node, back, side = word(step, Step.front), word(step, Step.back), word(step, Step.chooser)
        visits, mean = word(back, Back.visits) + 1, number(back, Back.mean)
        share = 1.0 / visits
        set_word(back, Back.visits, visits)
        if solves:
            payoff = number(step, Step.gain)
        if not solves or number(node, Front.width) >= 0:  # else the node is not to be visited again
            set_number(node, Front.width, width_of(share, visits, back))
        before = payoff - mean
        after = before - before * share
        mean += before * share
        set_number(back, Back.mean, mean)
        if columns > 1:
            before, after, mean = update_columns(step, share, before, after, mean, block)
        set_number(node, Front.worth, number(side, Side.sign) * mean)
        set_number(back, Back.spread, number(back, Back.spread) + before * after)
        if above and not (self.chance and side < word(block, Tree.sides)):
            choose(above, tried, side, block)
        above, tried = node, visits
        step += Step.bytes


def confine(first: int, last: int, payoff: float) -> None:
    """Note at each step what the simulation is worth there, given the bounds from there on."""
    for step in range(last, first - Step.bytes, -Step.bytes):
        bounds = bounds_of(word(step, Step.back))
        payoff = min(max(payoff, number(bounds, Bounds.lower)), number(bounds, Bounds.upper))
        set_number(step, Step.gain, payoff)


def update_columns(
    step: int, share: float, before: float, after: float, mean: float, block: int
) -> Any:
    """Count the simulation in the columns after the first.

    Returns the deviation from the mean, before and after, and the mean, of the player who
    chose the node: those given, if that is the first column's.
    """
    back, side = word(step, Step.back), word(step, Step.chooser)
    for column in range(1, word(block, Tree.columns)):
        place, given = mean_of(column), number(word(block, Tree.payoffs), column)
        other = number(back, place)
        set_number(back, place, other + (given - other) * share)
        if column == word(side, Side.column):
            before, after = given - other, (given - other) * (1.0 - share)
            mean = other + before * share
    return before, after, mean


def settle(depth: int, payoff: float, block: int) -> None:
    """Note that a leaf is terminal, and what follows for the bounds of the nodes above it."""
    path = word(block, Tree.path)
    leaf = bounds_of(word(path + Step.bytes * depth, Step.back))
    set_number(leaf, Bounds.lower, payoff)
    set_number(leaf, Bounds.upper, payoff)
    for step in range(path + Step.bytes * (depth - 1), path - Step.bytes, -Step.bytes):
        sign = number(word(step + Step.bytes, Step.chooser), Side.sign)
        if not tighten(word(step, Step.front), bounds_of(word(step, Step.back)), sign, block):
            break


def tighten(front: int, bounds: int, sign: float, block: int) -> bool:
    """Bound a node's value by its children's; return whether that changed anything.

    What cannot improve on the bound that the mover is sure of is not visited again.
    """
    sure, hope = (Bounds.lower, Bounds.upper) if sign > 0 else (Bounds.upper, Bounds.lower)
    link = word(front, Front.link)
    first, end = link >> SHIFT, (link >> SHIFT) + (link & CHILDREN - 1)
    surest, greatest = sign * number(bounds, sure), -math.inf
    for row in range(first, end):
        surest = max(surest, sign * number(bounds_of(back_of(row, block)), sure))
        greatest = max(greatest, sign * number(bounds_of(back_of(row, block)), hope))
    for row in range(first, end):
        if sign * number(bounds_of(back_of(row, block)), hope) <= surest:
            set_number(front_of(row, block), Front.width, -math.inf)
    greatest = min(greatest, sign * number(bounds, hope))
    changed = surest != sign * number(bounds, sure) or greatest != sign * number(bounds, hope)
    set_number(bounds, sure, sign * surest)
    set_number(bounds, hope, sign * greatest)
    return bool(changed)
