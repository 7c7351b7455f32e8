"""The tree of Monte Carlo tree search: rows of memory, one for each node (see `layout.tree`).

The children of a node are consecutive rows behind its own, in the order of its actions. States are
computed again on the way down, which costs less than to fetch them from memory.

A node chooses its next child when a simulation has passed through it: until the next one does,
nothing changes below it. The nodes of a path can so choose all at the same time, as far as the
processor is concerned, where on the way down each would have to wait for the one above it.
"""

from __future__ import annotations

from typing import Any

from adversario import bits
from adversario.game import CHANCE
from adversario.native.kernels import self
from adversario.native.kernels.layout.tree import Back, Bounds, Front, Side, Tree
from adversario.native.kernels.memory import number, set_number, set_word, word

SHIFT = 20
CHILDREN = 1 << SHIFT
"""More than a node has children."""

UNTRIED = 1e300
"""The width of the bound of an action that was not tried yet."""

FAINT = 1e-100
"""A curiosity that only matters for actions that were not tried yet: it is added to every other."""

PRECISION = 7
"""The bits of a number of visits that count for curiosity, after the first."""

AHEAD = 32
"""The bits by which the row below the next one is shifted. It is only a hint, or 0."""

DEAD = -1


def mean_of(column: int) -> int:
    """The place in a back of the mean of a column; for the number of columns, what follows them."""
    return (
        Back.size + self.action_words + int(self.has_priors) + column - 1 if column else Back.mean
    )


def bounds_of(back: int) -> int:
    """The address of the bounds in a back."""
    return back + 8 * mean_of(1)


def front_of(row: int, block: int) -> int:
    """The address of a row's front."""
    return word(block, Tree.fronts) + row * Front.bytes


def back_of(row: int, block: int) -> int:
    """The address of a row's back."""
    return word(block, Tree.backs) + row * word(block, Tree.stride)


def rank(visits: int) -> int:
    """The place of a number of visits in the table of curiosity: its own, if that is small.

    Above that, numbers share a place that differ only after their first bits.
    """
    places = max(0, bits.highest(visits) - PRECISION)
    return (places << PRECISION) + (visits >> places)


def expand(state: Any, front: int, back: int, depth: int, block: int) -> bool:
    """Give a node its children; False if there is no room for them, or if it has none."""
    used, count = word(block, Tree.used), 0
    room = min(word(block, Tree.capacity) - used, CHILDREN - 1)
    if depth + 1 >= word(block, Tree.plies):
        return False
    mover = self.player(state)
    side = word(block, Tree.sides) + Side.bytes * mover
    if self.chance and mover == CHANCE:
        for _ in self.chances(state):
            if count < room:
                clear(used + count, back, side, block)
            count += 1
    else:
        for action in self.actions(state):
            if count < room:
                clear(used + count, back, side, block)
                self.store_action(back_of(used + count, block) + Back.bytes, action)
            count += 1
        if self.has_priors and count <= room:
            set_priors(state, used, count, block)
    if count > room:
        set_word(block, Tree.full, 1)
    if count == 0 or count > room:
        return False
    set_word(block, Tree.used, used + count)
    set_word(front, Front.link, (used << SHIFT) + count)
    if self.chance and mover == CHANCE:
        set_word(front, Front.next, used)  # any, to tell that there are some
    else:
        choose(front, word(back, Back.visits), side, block)
    return True


def choose(front: int, visits: int, side: int, block: int) -> None:
    """Note the child to visit next: of the greatest upper confidence bound, in a tie the first.

    There is no branch: which child is best is what no processor can predict. And children are
    compared from both ends at once, since a comparison has to wait for the one before it, but not
    for those at the other end.
    """
    link, fronts = word(front, Front.link), word(block, Tree.fronts)
    curiosity = number(word(block, Tree.curiosities), rank(visits)) * number(side, Side.range)
    child = fronts + (link >> SHIFT) * Front.bytes
    last = child + (link & CHILDREN - 1) * Front.bytes - Front.bytes
    chosen, greatest = child, bound_of(child, curiosity)
    rival, highest = last, bound_of(last, curiosity)
    child += Front.bytes
    last -= Front.bytes
    while child < last:
        bound, other = bound_of(child, curiosity), bound_of(last, curiosity)
        chosen = child if bound > greatest else chosen
        rival = last if other >= highest else rival
        greatest, highest = max(greatest, bound), max(highest, other)
        child += Front.bytes
        last -= Front.bytes
    if child == last:  # one is left in the middle
        bound = bound_of(child, curiosity)
        chosen = child if bound > greatest else chosen
        greatest = max(greatest, bound)
    chosen = rival if highest > greatest else chosen
    below = word(chosen, Front.next) & (1 << AHEAD) - 1
    set_word(front, Front.next, (below << AHEAD) + (chosen - fronts) // Front.bytes)


def bound_of(front: int, curiosity: float) -> float:
    """The upper confidence bound of a node."""
    return number(front, Front.worth) + curiosity * number(front, Front.width)


def clear(row: int, parent: int, side: int, block: int) -> None:
    """Make a row that of a node of which nothing is known; `parent` is the back of its parent's.

    An action that has a prior is expected, until it is tried, to be worth what its parent is.
    """
    front, back = front_of(row, block), back_of(row, block)
    set_number(front, Front.width, UNTRIED)
    set_number(front, Front.worth, 0.0)
    set_word(front, Front.link, 0)
    set_word(front, Front.next, 0)
    set_word(back, Back.visits, 0)
    set_number(back, Back.spread, 0.0)
    if word(block, Tree.bounded):
        reset_bounds(back, block)
    for column in range(word(block, Tree.columns)):
        mean = number(parent, mean_of(column)) if self.has_priors else 0.0
        set_number(back, mean_of(column), mean)
    if self.has_priors:
        set_number(back, Back.size + self.action_words, 0.0)
        mean = number(back, mean_of(word(side, Side.column)))
        set_number(front, Front.worth, number(side, Side.sign) * mean)


def reset_bounds(back: int, block: int) -> None:
    """Note that nothing is known of the value but what the game says of all."""
    set_number(bounds_of(back), Bounds.lower, number(block, Tree.bottom))
    set_number(bounds_of(back), Bounds.upper, number(block, Tree.top))


def set_priors(state: Any, first: int, count: int, block: int) -> None:
    """Give new children their priors, as shares of 1."""
    prior, total = Back.size + self.action_words, 0.0
    for index, weight in enumerate(self.priors(state)):
        if index < count:
            set_number(back_of(first + index, block), prior, float(weight))
            total += weight
    for row in range(first, first + count):
        share = number(back_of(row, block), prior) / total if total > 0 else 1.0 / count
        set_number(back_of(row, block), prior, share)
        set_number(front_of(row, block), Front.width, share)


def recycle(block: int) -> None:
    """Make room: the nodes least visited lose their children, until half of the rows are free.

    They keep what they have learnt. A row stays behind its parent's, and the root's children where
    they are.
    """
    fronts, backs, places = (
        word(block, Tree.fronts),
        word(block, Tree.backs),
        word(block, Tree.places),
    )
    least, used = fewest_visits(block), 0
    set_word(places, 0, 0)
    for row in range(1, word(block, Tree.used)):
        set_word(places, row, DEAD)
    for row in range(word(block, Tree.used)):
        if word(places, row) != DEAD:
            front = front_of(row, block)
            set_word(places, row, used)
            used += 1
            if row and word(back_of(row, block), Back.visits) < least:
                set_word(front, Front.link, 0)
                set_word(front, Front.next, 0)
            link = word(front, Front.link)
            for child in range(link >> SHIFT, (link >> SHIFT) + (link & CHILDREN - 1)):
                set_word(places, child, 0)
    for row in range(word(block, Tree.used)):
        to = word(places, row)
        if to != DEAD:
            copy_row(fronts, backs, word(block, Tree.stride), row, to, block)
            front = front_of(to, block)
            relink(front, word(places, word(front, Front.link) >> SHIFT))
    set_word(block, Tree.used, used)
    set_word(block, Tree.full, 0)
    set_word(block, Tree.recycled, 1)


def fewest_visits(block: int) -> int:
    """How often a node must have been visited to keep its children: a power of two."""
    capacity = word(block, Tree.capacity)
    counts = word(block, Tree.places) + 8 * capacity
    for size in range(64):
        set_word(counts, size, 0)
    for row in range(word(block, Tree.used)):
        size = bits.highest(word(back_of(row, block), Back.visits) | 1)
        children = word(front_of(row, block), Front.link) & CHILDREN - 1
        set_word(counts, size, word(counts, size) + children)
    size, kept = 62, word(counts, 62)
    while size > 1 and kept + word(counts, size - 1) <= capacity // 2:
        size -= 1
        kept += word(counts, size)
    return 1 << size


def relink(front: int, first: int) -> None:
    """Have a node find its children, if it has any, from another row on."""
    link = word(front, Front.link)
    if link:
        set_word(front, Front.link, (first << SHIFT) + (link & CHILDREN - 1))
        chosen = word(front, Front.next) & (1 << AHEAD) - 1
        set_word(front, Front.next, first + chosen - (link >> SHIFT))


def transplant(fronts: int, backs: int, stride: int, row: int, block: int) -> None:
    """Copy what is below a row of another tree into the block's, breadth first.

    Its backs have their own length, since it may have no bounds. Where there is no room, nodes are
    left without their children.
    """
    node, used = 0, 1
    adopt(fronts, backs, stride, row, 0, block)
    while node < used:
        front = front_of(node, block)
        link = word(front, Front.link)
        first, count = link >> SHIFT, link & CHILDREN - 1
        if used + count > word(block, Tree.capacity):
            set_word(front, Front.link, 0)
            set_word(front, Front.next, 0)
        elif count:
            relink(front, used)
            for child in range(first, first + count):
                adopt(fronts, backs, stride, child, used, block)
                used += 1
        node += 1
    set_word(block, Tree.used, used)


def adopt(fronts: int, backs: int, stride: int, row: int, to: int, block: int) -> None:
    """Copy a row of another tree; where that has no bounds, there are none but the game's."""
    copy_row(fronts, backs, stride, row, to, block)
    if stride < word(block, Tree.stride):
        reset_bounds(back_of(to, block), block)


def copy_row(fronts: int, backs: int, stride: int, row: int, to: int, block: int) -> None:
    """Copy both parts of a row, of this tree or of one whose backs have `stride` bytes."""
    copy(fronts + row * Front.bytes, front_of(to, block), Front.bytes)
    copy(backs + row * stride, back_of(to, block), stride)


def copy(address: int, to: int, length: int) -> None:
    """Copy `length` bytes, a word at a time."""
    for place in range(length // 8):
        set_word(to, place, word(address, place))
