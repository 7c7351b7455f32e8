"""The two builds of enhanced alpha-beta: one that keeps to the value, and a selective one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import log
from types import ModuleType
from typing import Any

from adversario.game import Game
from adversario.native.engines.enhanced.enhancements import Enhancements
from adversario.native.kernels.layout.deepening import Deepening
from adversario.native.kernels.layout.selective import REDUCTION_SIDE, Selective
from adversario.native.kernels.search import enhanced, selective
from adversario.native.kernels.tables import compact, deepening

SAMPLE = 4096
"""How many entries are sampled to estimate how full a table is."""

LINE = 8
"""The words of a line of the cache, which a bucket fills in both builds."""

MOST_EXTENDED = 2
"""Forced states are searched deeper down to this times the depth of the iteration."""


def distance_unit(bounds: tuple[Any, Any]) -> float:
    """What a ply of distance takes off a win: too little to change the order of utilities."""
    return max(float(bounds[1]) - float(bounds[0]), 1e-9) * 2.0**-22


def first_aligned(table: Any) -> int:
    """The first word of a table's memory that starts a cache line, as a bucket is to do."""
    return int(-table.ctypes.data % 64 // 8)


@dataclass(frozen=True)
class Build:
    """A kernel, the block of its threads, and the words of a table's entry."""

    kernel: ModuleType
    block: type[Deepening]
    entry_size: int
    filled_word: int

    @property
    def is_selective(self) -> bool:
        """Whether the values found may differ from those of a search of full width."""
        return self.block is Selective

    def hash_use(self, table: Any) -> float:
        """The part of a table's entries that is filled, from the first ones."""
        start = first_aligned(table)
        entries = table[start : start + len(table) - LINE].reshape(-1, self.entry_size)
        filled = entries[:SAMPLE, self.filled_word] != 0  # keys are spread evenly
        return round(float(filled.mean()), 4)

    def new_block(self, game: Game[Any, Any]) -> Deepening:
        """The block of a thread, with what only this build needs."""
        block = self.block()
        if isinstance(block, Selective):
            bounds = game.utility_bounds or (-1, 1)
            block.reductions = reductions()
            block.estimate_unit = float(game.estimate_unit)
            block.scale = 2.0**30 / max(abs(float(bounds[0])), abs(float(bounds[1])), 1e-9)
        return block

    def root_reduction(self, depth: int, rank: int) -> int:
        """The plies by which an action of the root is reduced at first: one less than elsewhere."""
        if not self.is_selective or depth < 3 or rank < 3:
            return 0
        side = REDUCTION_SIDE - 1
        found = reductions()[REDUCTION_SIDE * min(depth, side) + min(rank, side)] - 1
        return max(0, min(int(found), depth - 2))

    def start(self, block: Deepening, depth: int) -> None:
        """An iteration to that depth starts."""
        if isinstance(block, Selective):
            block.age, block.max_extended = 1, MOST_EXTENDED * depth + 4
        else:
            block.age = depth & 0xFF


FULL_WIDTH = Build(enhanced, Deepening, deepening.Entry.size, deepening.Entry.about)
PRUNING = Build(selective, Selective, compact.Entry.size, compact.Entry.content)


def build_of(game: Game[Any, Any], enhancements: Enhancements) -> Build:
    """The build for the enhancements; a selective one needs the bounds of the game's utilities."""
    wanted = enhancements.selective and game.utility_bounds is not None
    return PRUNING if wanted else FULL_WIDTH


@cache
def reductions() -> Any:
    """The plies by which a late action is reduced, by depth and number."""
    import numpy as np  # noqa: PLC0415 (not before a compiled search runs)

    table = np.zeros((REDUCTION_SIDE, REDUCTION_SIDE), np.int64)
    for depth in range(1, REDUCTION_SIDE):
        for number in range(1, REDUCTION_SIDE):
            table[depth, number] = int(0.8 + log(depth) * log(number) / 2.25)
    return table.reshape(-1)
