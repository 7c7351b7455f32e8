"""The block of a search by turns."""

from __future__ import annotations

from adversario.native.kernels.layout.block import Address, Block, Float, Word


class Turns(Block):
    """How a player looks ahead, and room for the estimates of plays."""

    model = Address("of the model that evaluates states, see `Model`; 0 for none")
    turns = Word("the plays to look ahead, the first of them one's own")
    keep = Word("the plays to search at each decision before the last")
    margin = Float("the greatest difference of their estimates from the best")
    looks = Address("of room for the estimates of plays, float64")
    room = Word("the number of estimates there is room for")
    overflow = Word("1 if there was no room")
    stop = Address("of the flags, see `Flags`")
    evaluations = Word("the states evaluated")
