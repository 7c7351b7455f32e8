"""The tree of a game with its information sets, built in machine code."""

from __future__ import annotations

from typing import Any, NamedTuple

from adversario.native.compiler.compile import Compiled
from adversario.native.kernels.equilibrium.growth import MOST_CHILDREN
from adversario.native.kernels.layout.growth import FULL, Growth
from adversario.native.kernels.layout.information import Known

FIRST_ROOM = 1 << 17
"""The nodes for which there is room at first; it grows fourfold."""


COLUMNS = (
    "player", "slot", "first", "children", "set_node", "set_slot", "set_parent", "set_actions",
)  # fmt: skip


class GrownTree(NamedTuple):
    """The arrays of a tree by node, as `solve.equilibrium.tree.flat` has them in lists."""

    compiled: Compiled
    block: Growth
    player: Any
    slot: Any
    first: Any
    children: Any
    chance: Any
    utilities: Any
    set_node: Any
    """Of each set, its first node."""
    set_slot: Any
    set_parent: Any


def grow_tree(compiled: Compiled, max_histories: int) -> GrownTree | None:
    """The tree of a game, if it has at most `max_histories` and keeps the contract; else None."""
    garden, functions = _Garden(compiled), compiled.functions
    block, address = garden.block, garden.block.address
    root = compiled.encode(compiled.game.initial())
    functions.begin(root, address)
    functions.grow(root, address)
    while block.trouble == FULL and block.nodes <= max_histories:
        garden.enlarge()
        functions.fill_table(address)
        functions.grow(root, address)
    if block.trouble or block.nodes > max_histories:
        return None
    return garden.tree()


class _Garden:
    """The arrays of a tree that grows."""

    def __init__(self, compiled: Compiled) -> None:
        import numpy as np  # noqa: PLC0415 (not before compiled code runs)

        self.compiled, self.players = compiled, compiled.game.players
        sight, action, state = map(int, compiled.functions.sizes())
        self.block = block = Growth()
        block.seats, block.knowledge = self.players, state
        block.record_bytes = 8 * (state + 3 * self.players)
        block.event, block.row_bytes = Known.size, 8 * (Known.size + max(sight, action))
        block.scratch = np.zeros(max(sight, action), np.int64)
        nothing = np.zeros(0, np.int64)
        self.columns = dict.fromkeys(COLUMNS, nothing)
        self.rows = self.records = nothing
        self.chance, self.utilities = np.zeros(0), np.zeros((self.players, 0))
        self.enlarge()

    def enlarge(self) -> None:
        """Make room for four times as many nodes, and for what players know in them."""
        import numpy as np  # noqa: PLC0415

        block = self.block
        room = max(4 * block.room, FIRST_ROOM)
        block.capacity = (self.players + 1) * (room // 2 + MOST_CHILDREN)
        places = 1 << (2 * block.capacity - 1).bit_length()
        block.table, block.mask = np.zeros(places, np.int64), places - 1
        self.rows = _longer(self.rows, block.capacity * block.row_bytes // 8)
        self.records = _longer(self.records, room * block.record_bytes // 8)
        block.rows, block.records = self.rows, self.records
        for name in COLUMNS:
            self.columns[name] = _longer(self.columns[name], room)
            setattr(block, name, self.columns[name])
        self.chance = _longer(self.chance, room)
        wider = np.zeros((self.players, room))
        wider[:, : block.room] = self.utilities
        self.utilities = wider
        block.chance, block.utilities, block.room = self.chance, self.utilities, room

    def tree(self) -> GrownTree:
        """The tree that has grown."""
        nodes, many = self.block.nodes, self.block.sets
        player, slot, first, children = (self.columns[name][:nodes] for name in COLUMNS[:4])
        node, set_slot, set_parent = (self.columns[name][:many] for name in COLUMNS[4:7])
        return GrownTree(
            self.compiled, self.block, player, slot, first, children, self.chance[:nodes],
            self.utilities[:, :nodes], node, set_slot, set_parent,
        )  # fmt: skip


def _longer(array: Any, size: int) -> Any:
    """An array of that size with the same beginning, and 0 after it."""
    import numpy as np  # noqa: PLC0415

    found = np.zeros(size, array.dtype)
    found[: len(array)] = array
    return found
