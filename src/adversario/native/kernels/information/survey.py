"""Perfect information Monte Carlo: worlds searched with open cards, one after another.

The twin of `adversario.algorithms.imperfect.pimc`; no result is proven.
"""

from __future__ import annotations

from typing import Any

from adversario import bits
from adversario.native.kernels.information.worlds import (
    count_words,
    draw_world,
    note_goal,
    store_world,
)
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.layout.information import Memories, Opinion
from adversario.native.kernels.layout.tree import Back, Front, Tree
from adversario.native.kernels.mcts.tree import CHILDREN, SHIFT, back_of, front_of, mean_of
from adversario.native.kernels.mcts.tree_search import plant, search
from adversario.native.kernels.memory import number, set_number, set_word, signed, word


def sizes() -> Any:
    """The numbers of words of an observation, an action and a state."""
    return count_words()


def prepare(world: Any, block: int) -> None:
    """Note what the player sees of a world: all others look the same."""
    note_goal(world, block)


def write_world(address: int, world: Any) -> None:
    """Write a world to the list of them."""
    store_world(address, world)


def back_bytes(columns: int) -> int:
    """How long the back of a row of a tree is."""
    return 8 * mean_of(columns)


def survey(concealed: Any, tree: int, opinions: int, column: int, block: int) -> Any:
    """Search worlds until the limit, the stop flag or a dead end; returns the last state.

    `tree` is the block of the tree that is planted in each world, with `Tree.limit` simulations;
    `opinions` has an `Opinion` for each action of the root, in their order, followed by the means
    of the columns. `column` is that of the player whose spread is kept.
    """
    random, stop = bits.add(word(block, Memories.random), 0), word(block, Memories.stop)
    state = concealed
    while word(block, Memories.searched) < word(block, Memories.limit):
        world, random = draw_world(concealed, block, random)
        if word(block, Memories.lost):
            break
        plant(0, 0, 0, 0, tree)
        set_word(tree, Tree.done, 0)
        state = search(world, tree)
        if word(tree, Tree.stuck):
            break
        gather(tree, opinions, column)
        simulations = word(block, Memories.done) + word(tree, Tree.done)
        set_word(block, Memories.done, simulations)
        set_word(block, Memories.searched, word(block, Memories.searched) + 1)
        if word(stop, Flags.stop) or word(block, Memories.pause):
            break
    set_word(block, Memories.random, signed(random))
    return state


def gather(tree: int, opinions: int, column: int) -> None:
    """Add what a world says of each action of its root."""
    link, columns = word(front_of(0, tree), Front.link), word(tree, Tree.columns)
    for index in range(link & CHILDREN - 1):
        child = back_of((link >> SHIFT) + index, tree)
        opinion = opinions + 8 * (Opinion.size + columns) * index
        if word(child, Back.visits):
            add_world(opinion, child, column, columns)


def add_world(opinion: int, child: int, column: int, columns: int) -> None:
    """Count the value of an action in a world."""
    worlds, before, after = word(opinion, Opinion.worlds) + 1, 0.0, 0.0
    set_word(opinion, Opinion.worlds, worlds)
    set_word(opinion, Opinion.visits, word(opinion, Opinion.visits) + word(child, Back.visits))
    for each in range(columns):
        mean, given = number(opinion, Opinion.size + each), number(child, mean_of(each))
        moved = mean + (given - mean) / worlds
        if each == column:
            before, after = given - mean, given - moved
        set_number(opinion, Opinion.size + each, moved)
    set_number(opinion, Opinion.spread, number(opinion, Opinion.spread) + before * after)
