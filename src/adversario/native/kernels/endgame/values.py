"""Endgame tables of games with chance: real values, each from those of the states after it.

A value is a float32: the utility to the `viewer` of the state, less what is `settled`. States of no
layer are looked through, such as dice that were thrown. Play must not return to a state, so that a
value can be computed when it is first asked for.
"""

from __future__ import annotations

import math
from typing import Any

from adversario.game import CHANCE
from adversario.native.kernels import self
from adversario.native.kernels.layout.block import Address, Block, Float, Word
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.memory import fresh, number, set_word, word
from adversario.native.kernels.vectors import real, set_real

DEEPEST = 4000
"""Values that depend on each other over more plays than this are taken for a cycle."""

DONE, STOPPED, ENDLESS, STUCK, WRONG = 0, -1, -2, -3, -4
"""How a block ended: asked to stop, at a cycle, at a state without actions, or at a wrong value."""


class Valuing(Block):
    """Where the tables are, and how the work on them ended."""

    tables = Address("of the addresses of all layers, 0 for one that is not there")
    total = Float("the sum of the utilities of both players")
    failed = Word("0, or ENDLESS or STUCK")
    position = Word("the number of the position at which it failed")
    scratch = Float("room for one value")


def worth(state: Any, player: int, depth: int, block: int) -> float:
    """The value of a state to a player; at depth 0 the state's own entry is not used."""
    if self.is_terminal(state):
        return float(self.utility(state, player))
    layer = self.layer(state)
    place = word(word(block, Valuing.tables), layer) if layer >= 0 else 0
    if place != 0 and depth > 0:
        viewer, index = int(self.viewer(state)), int(self.index(state))
        found = float(real(place, index))
        if found == math.inf:
            if depth > DEEPEST:
                set_word(block, Valuing.failed, ENDLESS)
                return 0.0
            own = worth_of_moves(state, viewer, depth, block)
            set_real(place, index, own - float(self.settled(state, viewer)))
            found = float(real(place, index))
        found += float(self.settled(state, viewer))
        if player == viewer or self.players == 1:
            return found
        return number(block, Valuing.total) - found
    return worth_of_moves(state, player, depth, block)


def worth_of_moves(state: Any, player: int, depth: int, block: int) -> float:
    """The value of a state that is not terminal by what its outcomes or actions lead to."""
    mover = self.player(state)
    if mover == CHANCE:
        mean = 0.0
        for outcome, share in self.chances(state):
            if share > 0:
                mean += share * worth(self.result(state, outcome), player, depth + 1, block)
        return mean
    best, moves = -math.inf, 0
    for action in self.actions(state):
        found = worth(self.result(state, action), mover, depth + 1, block)
        best = found if found > best else best  # noqa: FURB136 (as compiled)
        moves += 1
    if moves == 0:
        set_word(block, Valuing.failed, STUCK)
        return 0.0
    if player == mover or self.players == 1:
        return best
    return number(block, Valuing.total) - best


def fill(layer: int, first: int, last: int, block: int, flags: Any) -> int:
    """Compute the values of the positions from `first` up to `last`; NaN for unused numbers.

    Those that are not known yet are infinite.
    """
    place = word(word(block, Valuing.tables), layer)
    for at in range(first, last):
        if at & 255 == 0 and fresh(flags, Flags.stop) != 0:
            return STOPPED
        state = self.unindex(layer, at)
        if self.layer(state) != layer or self.index(state) != at:
            set_real(place, at, math.nan)
            continue
        if self.is_terminal(state):
            viewer = int(self.viewer(state))
            gained = float(self.utility(state, viewer)) - float(self.settled(state, viewer))
            set_real(place, at, gained)
        else:
            worth(state, int(self.viewer(state)), 1, block)
        if word(block, Valuing.failed):
            set_word(block, Valuing.position, at)
            return word(block, Valuing.failed)
    return DONE


def check(layer: int, first: int, last: int, block: int, flags: Any) -> int:
    """Compute each value again from the others: WRONG unless it is the same to the last bit."""
    place = word(word(block, Valuing.tables), layer)
    for at in range(first, last):
        if at & 255 == 0 and fresh(flags, Flags.stop) != 0:
            return STOPPED
        state = self.unindex(layer, at)
        claimed = float(real(place, at))
        set_word(block, Valuing.position, at)
        if self.layer(state) != layer or self.index(state) != at:
            if not math.isnan(claimed):
                return WRONG
            continue
        viewer = int(self.viewer(state))
        found = worth(state, viewer, 0, block) - float(self.settled(state, viewer))
        set_real(block + 8 * Valuing.scratch, 0, found)
        if word(block, Valuing.failed) or float(real(block + 8 * Valuing.scratch, 0)) != claimed:
            return WRONG
    return DONE


def held_value(state: Any, player: int, tables: int, total: float) -> float:
    """The value of a state to a player by tables at that address; NaN if they do not have it."""
    layer = self.layer(state)
    if layer < 0:
        return math.nan
    place = word(tables, layer)
    if place == 0:
        return math.nan
    viewer = int(self.viewer(state))
    found = float(real(place, int(self.index(state)))) + float(self.settled(state, viewer))
    return found if player == viewer or self.players == 1 else total - found
