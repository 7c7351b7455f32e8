"""What compiled alpha-beta takes from endgame tables: the value of a state that they have."""

from __future__ import annotations

import math
from typing import Any

from adversario.native.kernels import self
from adversario.native.kernels.endgame.expand import HOLE, load_value
from adversario.native.kernels.layout.deepening import DISTANCE, MOST_PLIES, Deepening
from adversario.native.kernels.memory import number, word


def endgame_value(state: Any, mover: int, ply: int, options: int, context: int) -> float:
    """The value of a state to the player to move, by the tables; NaN if they do not have it.

    With DISTANCE a win is worth less the later it comes. Where tables have no plies it is worth
    less than any win that the search has found to the end, and more than any estimate.
    """
    layer = self.layer(state)
    if layer < 0 or layer == word(context, Deepening.endgame_skip):
        return math.nan
    address, plies = (
        word(word(context, Deepening.endgame), layer),
        word(context, Deepening.endgame_plies) != 0,
    )
    if address == 0:
        return math.nan
    value = load_value(address, self.index(state), plies)
    if value == HOLE:
        return math.nan
    best = number(context, Deepening.best) if mover == 0 else -number(context, Deepening.worst)
    worst = number(context, Deepening.worst) if mover == 0 else -number(context, Deepening.best)
    if value == 0:
        return 0.0
    late = 0.0
    if options & DISTANCE:
        left = min(abs(value) - 1 + ply, MOST_PLIES - 2) if plies else MOST_PLIES * 3 // 2
        late = left * number(context, Deepening.unit)
    return best - late if value > 0 else worst + late
