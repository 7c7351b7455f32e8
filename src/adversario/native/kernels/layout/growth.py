"""The memory of the kernel that builds the tree of a game with its information sets."""

from __future__ import annotations

from adversario.native.kernels.layout.block import Address, Word
from adversario.native.kernels.layout.information import Memories


class Growth(Memories):
    """The tree so far, in arrays by node; a set and a slot are as in `kernels.equilibrium.regret`.

    A node has a record for as long as it grows: the words of its state, and for each player the
    memory, the memory in which they saw something last, and the slot of their last action.
    """

    records = Address("of the records")
    record_bytes = Word("the bytes of a record")
    knowledge = Word("the place in a record after the state")
    nodes = Word("the number of nodes")
    expanded = Word("the number of nodes that have their children")
    latest_first = Word("the first child of the node that is expanded")
    room = Word("the number of nodes for which there is room")
    player = Address("of the players to move")
    slot = Address("of the first slots")
    first = Address("of the first children")
    children = Address("of the numbers of children")
    chance = Address("of the probabilities below chance nodes")
    utilities = Address("of the utilities: all nodes for player 0, and so on")
    sets = Word("the number of sets")
    slots = Word("the number of slots")
    set_node = Address("of the first node of each set")
    set_slot = Address("of the first slot of each set")
    set_parent = Address("of the slot of the player's last action before each set")
    set_actions = Address("of the memory after the first action of each set")
    trouble = Word("FULL or UNLIKE; 0: none")


FULL, UNLIKE = 1, 2
"""There is no room; two nodes of a set offer different actions, or a node has none or too many."""
