"""What compiled alpha-beta takes from endgame tables: the value of a state that they have."""

from __future__ import annotations

import math
from typing import Any

from adversario.native.kernels import self
from adversario.native.kernels.endgame.expand import HOLE, stored
from adversario.native.kernels.layout.deepening import (
    BEST,
    DISTANCE,
    ENDGAME,
    ENDGAME_PLIES,
    ENDGAME_SKIP,
    MOST_PLIES,
    UNIT,
    WORST,
)
from adversario.native.kernels.memory import number, word


def ending(state: Any, mover: int, ply: int, options: int, context: int) -> float:
    """The value of a state to who moves by the tables; not a number if they do not have it.

    With DISTANCE a win is worth less the later it comes. Where tables have no plies it is worth
    less than any win that the search has found to the end, and more than any estimate.
    """
    layer = self.layer(state)
    if layer < 0 or layer == word(context, ENDGAME_SKIP):
        return math.nan
    address, plies = word(word(context, ENDGAME), layer), word(context, ENDGAME_PLIES) != 0
    if address == 0:
        return math.nan
    value = stored(address, self.index(state), plies)
    if value == HOLE:
        return math.nan
    best = number(context, BEST) if mover == 0 else -number(context, WORST)
    worst = number(context, WORST) if mover == 0 else -number(context, BEST)
    if value == 0:
        return 0.0
    late = 0.0
    if options & DISTANCE:
        left = min(abs(value) - 1 + ply, MOST_PLIES - 2) if plies else MOST_PLIES * 3 // 2
        late = left * number(context, UNIT)
    return best - late if value > 0 else worst + late
