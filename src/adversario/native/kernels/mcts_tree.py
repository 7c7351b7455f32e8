"""The tree of Monte Carlo tree search: rows of memory, one for each node, found by their address.

The children of a node are consecutive rows behind its own, in the order of its actions. A row has
the action that leads to it; states are made anew on the way down, which costs less than to fetch
them from memory.
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
ROWS = 10  # the address of the root's row, which is the first
STRIDE = 11  # the bytes of a row
CAPACITY = 12  # how many rows there is room for
COLUMNS = 13  # of utilities
PATH = 14  # the address of a node and of who moves there, for each ply
PLIES = 15  # how many of them there may be
ROLLOUT = 16  # the plies of a rollout before it is evaluated (-1: to the end)
GUIDED = 17  # whether rollouts follow the priors
SOLVES = 18  # whether results are proven
PLAYERS = 19  # how many sides there are, that of chance included
SIDES = 20  # the address of the sides
RANGES = 21  # the address of the least and greatest utility seen, for each column
PAYOFFS = 22  # the address of the payoff of each column
CURIOSITY = 23  # the address of what the widths of bounds are multiplied by, see `rank`
PLACES = 24  # the address of a word for each row, and of 64 more
BOTTOM = 25  # a float: the least value that a node can have ...
TOP = 26  # ... and the greatest
SIZE = 32

# A row.
WIDTH = 0  # of the confidence bound; -infinity: the node is not to be visited again
MEAN = 1  # of the first column
SPREAD = 2  # the sum of squared deviations from the mean of whoever moves to the node
LOWER = 3  # bounds on the true value
UPPER = 4
VISITS = 5
LINK = 6  # the row of the first child, and in the last bits how many there are; 0: not expanded
REST = 7  # the action, the prior if the game has any, and the means of the other columns

# A side: the column of a player's utility, 1 to maximise it or -1, and that over its range.
COLUMN, SIGN, WEIGHT = 0, 1, 2
SIDE = 24  # bytes

SHIFT = 20
CHILDREN = 1 << SHIFT
"""More than a node has children."""

UNTRIED = 1e300
"""The width of the bound of an action that was not tried yet."""

DEAD = -1


def mean_of(column: int) -> int:
    """Where in a row the mean of a column stands; for the number of columns, the row's end."""
    return REST + self.action_words + int(self.has_priors) + column - 1 if column else MEAN


def expand(state: Any, node: int, depth: int, block: int) -> bool:
    """Give a node its children; False if there is no room for them, or none to be had."""
    stride, used = word(block, STRIDE), word(block, USED)
    first, count = word(block, ROWS) + used * stride, 0
    room = min(word(block, CAPACITY) - used, CHILDREN - 1)
    if depth + 1 >= word(block, PLIES):
        return False
    if self.chance and self.player(state) == CHANCE:
        for _ in self.chances(state):
            if count < room:
                clear(first + count * stride, node, block)
            count += 1
    else:
        for action in self.actions(state):
            if count < room:
                clear(first + count * stride, node, block)
                self.store_action(first + count * stride + 8 * REST, action)
            count += 1
        if self.has_priors and count <= room:
            prefer(state, first, count, stride)
    if count > room:
        set_word(block, FULL, 1)
    if count == 0 or count > room:
        return False
    set_word(block, USED, used + count)
    set_word(node, LINK, (used << SHIFT) + count)
    return True


def clear(row: int, parent: int, block: int) -> None:
    """Make a row that of a node of which nothing is known.

    An action that has a prior is expected, until it is tried, to be worth what its parent is.
    """
    set_number(row, WIDTH, UNTRIED)
    set_number(row, SPREAD, 0.0)
    set_number(row, LOWER, number(block, BOTTOM))
    set_number(row, UPPER, number(block, TOP))
    set_word(row, VISITS, 0)
    set_word(row, LINK, 0)
    for column in range(word(block, COLUMNS)):
        mean = number(parent, mean_of(column)) if self.has_priors else 0.0
        set_number(row, mean_of(column), mean)
    if self.has_priors:
        set_number(row, REST + self.action_words, 0.0)


def prefer(state: Any, first: int, count: int, stride: int) -> None:
    """Give new children their priors, as shares of 1."""
    prior, total = REST + self.action_words, 0.0
    for index, weight in enumerate(self.priors(state)):
        if index < count:
            set_number(first + index * stride, prior, float(weight))
            total += weight
    for row in range(first, first + count * stride, stride):
        share = number(row, prior) / total if total > 0 else 1.0 / count
        set_number(row, prior, share)
        set_number(row, WIDTH, share)


def recycle(block: int) -> None:
    """Make room: the nodes least visited lose their children, until half of the rows are free.

    They keep what they have learnt. A row stays behind its parent's, and the root's children where
    they are.
    """
    rows, stride, places = word(block, ROWS), word(block, STRIDE), word(block, PLACES)
    least, used = fewest_visits(block), 0
    set_word(places, 0, 0)
    for row in range(1, word(block, USED)):
        set_word(places, row, DEAD)
    for row in range(word(block, USED)):
        if word(places, row) != DEAD:
            node = rows + row * stride
            set_word(places, row, used)
            used += 1
            if row and word(node, VISITS) < least:
                set_word(node, LINK, 0)
            link = word(node, LINK)
            for child in range(link >> SHIFT, (link >> SHIFT) + (link & CHILDREN - 1)):
                set_word(places, child, 0)
    for row in range(word(block, USED)):
        to = word(places, row)
        if to != DEAD:
            copy_row(rows + row * stride, rows + to * stride, stride)
            relink(rows + to * stride, places)
    set_word(block, USED, used)
    set_word(block, FULL, 0)


def fewest_visits(block: int) -> int:
    """How often a node must have been visited to keep its children: a power of two."""
    rows, stride, capacity = word(block, ROWS), word(block, STRIDE), word(block, CAPACITY)
    counts = word(block, PLACES) + 8 * capacity
    for size in range(64):
        set_word(counts, size, 0)
    for node in range(rows, rows + word(block, USED) * stride, stride):
        size = bits.highest(word(node, VISITS) | 1)
        set_word(counts, size, word(counts, size) + (word(node, LINK) & CHILDREN - 1))
    size, kept = 62, word(counts, 62)
    while size > 1 and kept + word(counts, size - 1) <= capacity // 2:
        size -= 1
        kept += word(counts, size)
    return 1 << size


def relink(node: int, places: int) -> None:
    """Have a node find its children at their new place."""
    link = word(node, LINK)
    if link:
        set_word(node, LINK, (word(places, link >> SHIFT) << SHIFT) + (link & CHILDREN - 1))


def transplant(rows: int, row: int, block: int) -> None:
    """Copy what is below a row of other rows into those of the block, breadth first.

    Where there is no room, nodes are left without their children.
    """
    stride, node, used = word(block, STRIDE), word(block, ROWS), 1
    copy_row(rows + row * stride, node, stride)
    while node < word(block, ROWS) + used * stride:
        link = word(node, LINK)
        first, count = link >> SHIFT, link & CHILDREN - 1
        if used + count > word(block, CAPACITY):
            set_word(node, LINK, 0)
        elif count:
            set_word(node, LINK, (used << SHIFT) + count)
            for child in range(first, first + count):
                copy_row(rows + child * stride, word(block, ROWS) + used * stride, stride)
                used += 1
        node += stride
    set_word(block, USED, used)


def copy_row(row: int, to: int, stride: int) -> None:
    """Copy a row to another address."""
    for place in range(stride // 8):
        set_word(to, place, word(row, place))
