"""The tree of Monte Carlo tree search: rows of memory, one for each node, found by their address.

The children of a node are consecutive rows behind its own, in the order of its actions. A row has
two parts in memory of their own: the front is what is read of all children to choose one, and is
short, so that more of it stays close to the processor; the back is what is read of the one chosen.
States are made anew on the way down, which costs less than to fetch them from memory.

A node chooses its next child when a simulation has passed through it: until the next one does,
nothing changes below it. The nodes of a path can so choose all at the same time, as far as the
processor is concerned, where on the way down each would have to wait for the one above it.
"""

from __future__ import annotations

from typing import Any

from adversario import bits
from adversario.game import CHANCE
from adversario.native.kernels import self
from adversario.native.kernels.memory import number, set_number, set_word, word

# The block of words that is shared with the driver, which fills in all but the counts.
LIMIT = 0  # the simulations allowed
DONE = 1  # ... and made
USED = 2  # the rows in use
DEEPEST = 3  # the greatest depth of the tree
EVALUATIONS = 4  # the rollouts cut off
STUCK = 5  # set in a state that is not terminal and has no action
FULL = 6  # set when a node is to be expanded and there is no room
WORD = 7  # the last random word
STOP = 8  # the address of the stop flag
PAUSE = 9  # set to have the search return, and be continued later
FRONTS = 10  # the address of the root's front, which is the first
BACKS = 11  # the address of the root's back
STRIDE = 12  # the bytes of a back
CAPACITY = 13  # how many rows there is room for
COLUMNS = 14  # of utilities
PATH = 15  # the address of the steps of a simulation, one for each node
PLIES = 16  # how many of them there may be
ROLLOUT = 17  # the plies of a rollout before it is evaluated (-1: to the end)
GUIDED = 18  # whether rollouts are random (0), follow the priors (1), or looks: those for who
# moves (2), or for player 0 (3)
SOLVES = 19  # whether results are proven
PLAYERS = 20  # how many sides there are, that of chance included
SIDES = 21  # the address of player 0's side; that of chance is before it
RANGES = 22  # the address of the least and greatest utility seen, for each column
PAYOFFS = 23  # the address of the payoff of each column
CURIOSITIES = 24  # the address of what the widths of bounds are multiplied by, see `rank`
PLACES = 25  # the address of a word for each row, and of 64 more
BOTTOM = 26  # a float: the least value that a node can have ...
TOP = 27  # ... and the greatest
RECYCLED = 28  # set when rows were used again, and all of them have been written to
ANYTHING = 29  # a float: how often a rollout by looks takes any action all the same ...
BEST = 30  # ... and how often one that looks best; else it is softmax, ...
TEMPERATURE = 31  # ... whose temperature this is
BOUNDED = 32  # whether backs have bounds: if results are proven, or were in the tree continued
SIZE = 33

# The front of a row.
WIDTH = 0  # of the confidence bound; -infinity: the node is not to be visited again
WORTH = 1  # the mean for whoever moves to the node, who wants it to be great
LINK = 2  # the row of the first child, and in the last bits how many there are; 0: not expanded
NEXT = 3  # the row of the child to be visited next, and in the first bits that of the one below it
FRONT = 32  # bytes

# The back of a row.
VISITS = 0
SPREAD = 1  # the sum of squared deviations from the mean of whoever moves to the node
MEAN = 2  # of the first column
REST = 3  # the action, the prior if the game has any, and the means of the other columns

# If it is BOUNDED, which takes a single column, bounds on the true value follow: see `bounds_of`.
# Without them, the back of most games is half a line of the cache.
LOWER, UPPER = 0, 1

# A side: the column of a player's utility, 1 to maximise it or -1, and how far it ranges.
COLUMN, SIGN, RANGE = 0, 1, 2
SIDE = 24  # bytes

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
"""How far to the left the row below the next one stands. It is only a hint, or 0."""

DEAD = -1


def mean_of(column: int) -> int:
    """Where in a back the mean of a column stands; for the number of columns, what follows them."""
    return REST + self.action_words + int(self.has_priors) + column - 1 if column else MEAN


def bounds_of(back: int) -> int:
    """The address of the bounds in a back."""
    return back + 8 * mean_of(1)


def front_of(row: int, block: int) -> int:
    """The address of a row's front."""
    return word(block, FRONTS) + row * FRONT


def back_of(row: int, block: int) -> int:
    """The address of a row's back."""
    return word(block, BACKS) + row * word(block, STRIDE)


def rank(visits: int) -> int:
    """The place of a number of visits in the table of curiosity: its own, if that is small.

    Above that, numbers share a place that differ only after their first bits.
    """
    places = max(0, bits.highest(visits) - PRECISION)
    return (places << PRECISION) + (visits >> places)


def expand(state: Any, front: int, back: int, depth: int, block: int) -> bool:
    """Give a node its children; False if there is no room for them, or none to be had."""
    used, count = word(block, USED), 0
    room = min(word(block, CAPACITY) - used, CHILDREN - 1)
    if depth + 1 >= word(block, PLIES):
        return False
    mover = self.player(state)
    side = word(block, SIDES) + SIDE * mover
    if self.chance and mover == CHANCE:
        for _ in self.chances(state):
            if count < room:
                clear(used + count, back, side, block)
            count += 1
    else:
        for action in self.actions(state):
            if count < room:
                clear(used + count, back, side, block)
                self.store_action(back_of(used + count, block) + 8 * REST, action)
            count += 1
        if self.has_priors and count <= room:
            prefer(state, used, count, block)
    if count > room:
        set_word(block, FULL, 1)
    if count == 0 or count > room:
        return False
    set_word(block, USED, used + count)
    set_word(front, LINK, (used << SHIFT) + count)
    if self.chance and mover == CHANCE:
        set_word(front, NEXT, used)  # any, to tell that there are some
    else:
        choose(front, word(back, VISITS), side, block)
    return True


def choose(front: int, visits: int, side: int, block: int) -> None:
    """Note the child to visit next: of the greatest upper confidence bound, in a tie the first.

    There is no branch: which child is best is what no processor can predict. And children are
    compared from both ends at once, since a comparison has to wait for the one before it, but not
    for those at the other end.
    """
    link, fronts = word(front, LINK), word(block, FRONTS)
    curiosity = number(word(block, CURIOSITIES), rank(visits)) * number(side, RANGE)
    child = fronts + (link >> SHIFT) * FRONT
    last = child + (link & CHILDREN - 1) * FRONT - FRONT
    chosen, greatest = child, bound_of(child, curiosity)
    rival, highest = last, bound_of(last, curiosity)
    child += FRONT
    last -= FRONT
    while child < last:
        bound, other = bound_of(child, curiosity), bound_of(last, curiosity)
        chosen = child if bound > greatest else chosen
        rival = last if other >= highest else rival
        greatest, highest = max(greatest, bound), max(highest, other)
        child += FRONT
        last -= FRONT
    if child == last:  # one is left in the middle
        bound = bound_of(child, curiosity)
        chosen = child if bound > greatest else chosen
        greatest = max(greatest, bound)
    chosen = rival if highest > greatest else chosen
    below = word(chosen, NEXT) & (1 << AHEAD) - 1
    set_word(front, NEXT, (below << AHEAD) + (chosen - fronts) // FRONT)


def bound_of(front: int, curiosity: float) -> float:
    """The upper confidence bound of a node."""
    return number(front, WORTH) + curiosity * number(front, WIDTH)


def clear(row: int, parent: int, side: int, block: int) -> None:
    """Make a row that of a node of which nothing is known; `parent` is the back of its parent's.

    An action that has a prior is expected, until it is tried, to be worth what its parent is.
    """
    front, back = front_of(row, block), back_of(row, block)
    set_number(front, WIDTH, UNTRIED)
    set_number(front, WORTH, 0.0)
    set_word(front, LINK, 0)
    set_word(front, NEXT, 0)
    set_word(back, VISITS, 0)
    set_number(back, SPREAD, 0.0)
    if word(block, BOUNDED):
        unbound(back, block)
    for column in range(word(block, COLUMNS)):
        mean = number(parent, mean_of(column)) if self.has_priors else 0.0
        set_number(back, mean_of(column), mean)
    if self.has_priors:
        set_number(back, REST + self.action_words, 0.0)
        mean = number(back, mean_of(word(side, COLUMN)))
        set_number(front, WORTH, number(side, SIGN) * mean)


def unbound(back: int, block: int) -> None:
    """Note that nothing is known of the value but what the game says of all."""
    set_number(bounds_of(back), LOWER, number(block, BOTTOM))
    set_number(bounds_of(back), UPPER, number(block, TOP))


def prefer(state: Any, first: int, count: int, block: int) -> None:
    """Give new children their priors, as shares of 1."""
    prior, total = REST + self.action_words, 0.0
    for index, weight in enumerate(self.priors(state)):
        if index < count:
            set_number(back_of(first + index, block), prior, float(weight))
            total += weight
    for row in range(first, first + count):
        share = number(back_of(row, block), prior) / total if total > 0 else 1.0 / count
        set_number(back_of(row, block), prior, share)
        set_number(front_of(row, block), WIDTH, share)


def recycle(block: int) -> None:
    """Make room: the nodes least visited lose their children, until half of the rows are free.

    They keep what they have learnt. A row stays behind its parent's, and the root's children where
    they are.
    """
    fronts, backs, places = word(block, FRONTS), word(block, BACKS), word(block, PLACES)
    least, used = fewest_visits(block), 0
    set_word(places, 0, 0)
    for row in range(1, word(block, USED)):
        set_word(places, row, DEAD)
    for row in range(word(block, USED)):
        if word(places, row) != DEAD:
            front = front_of(row, block)
            set_word(places, row, used)
            used += 1
            if row and word(back_of(row, block), VISITS) < least:
                set_word(front, LINK, 0)
                set_word(front, NEXT, 0)
            link = word(front, LINK)
            for child in range(link >> SHIFT, (link >> SHIFT) + (link & CHILDREN - 1)):
                set_word(places, child, 0)
    for row in range(word(block, USED)):
        to = word(places, row)
        if to != DEAD:
            copy_row(fronts, backs, word(block, STRIDE), row, to, block)
            front = front_of(to, block)
            relink(front, word(places, word(front, LINK) >> SHIFT))
    set_word(block, USED, used)
    set_word(block, FULL, 0)
    set_word(block, RECYCLED, 1)


def fewest_visits(block: int) -> int:
    """How often a node must have been visited to keep its children: a power of two."""
    capacity = word(block, CAPACITY)
    counts = word(block, PLACES) + 8 * capacity
    for size in range(64):
        set_word(counts, size, 0)
    for row in range(word(block, USED)):
        size = bits.highest(word(back_of(row, block), VISITS) | 1)
        children = word(front_of(row, block), LINK) & CHILDREN - 1
        set_word(counts, size, word(counts, size) + children)
    size, kept = 62, word(counts, 62)
    while size > 1 and kept + word(counts, size - 1) <= capacity // 2:
        size -= 1
        kept += word(counts, size)
    return 1 << size


def relink(front: int, first: int) -> None:
    """Have a node find its children, if it has any, from another row on."""
    link = word(front, LINK)
    if link:
        set_word(front, LINK, (first << SHIFT) + (link & CHILDREN - 1))
        chosen = word(front, NEXT) & (1 << AHEAD) - 1
        set_word(front, NEXT, first + chosen - (link >> SHIFT))


def transplant(fronts: int, backs: int, stride: int, row: int, block: int) -> None:
    """Copy what is below a row of another tree into the block's, breadth first.

    Its backs have their own length, since it may have no bounds. Where there is no room, nodes are
    left without their children.
    """
    node, used = 0, 1
    adopt(fronts, backs, stride, row, 0, block)
    while node < used:
        front = front_of(node, block)
        link = word(front, LINK)
        first, count = link >> SHIFT, link & CHILDREN - 1
        if used + count > word(block, CAPACITY):
            set_word(front, LINK, 0)
            set_word(front, NEXT, 0)
        elif count:
            relink(front, used)
            for child in range(first, first + count):
                adopt(fronts, backs, stride, child, used, block)
                used += 1
        node += 1
    set_word(block, USED, used)


def adopt(fronts: int, backs: int, stride: int, row: int, to: int, block: int) -> None:
    """Copy a row of another tree; where that has no bounds, there are none but the game's."""
    copy_row(fronts, backs, stride, row, to, block)
    if stride < word(block, STRIDE):
        unbound(back_of(to, block), block)


def copy_row(fronts: int, backs: int, stride: int, row: int, to: int, block: int) -> None:
    """Copy both parts of a row, of this tree or another whose backs are so long, to another row."""
    copy(fronts + row * FRONT, front_of(to, block), FRONT)
    copy(backs + row * stride, back_of(to, block), stride)


def copy(address: int, to: int, length: int) -> None:
    """Copy so many bytes, a word at a time."""
    for place in range(length // 8):
        set_word(to, place, word(address, place))
