"""The block of selective alpha-beta."""

from __future__ import annotations

from adversario.native.kernels.layout.block import Address, Float, Word
from adversario.native.kernels.layout.deepening import Deepening


class Selective(Deepening):
    """One thread of a search that looks deeper at some actions than at others."""

    reductions = Address("of the plies by which an action is reduced, by depth and number")
    max_extended = Word("the ply from which on forced states are not searched deeper")
    estimate_unit = Float("what counts as a small difference between estimates; 0: not known")
    scale = Float("by which values are multiplied to be kept in 32 bits")


REDUCTION_SIDE = 64
"""The depths and the numbers of actions that the table of reductions has."""
