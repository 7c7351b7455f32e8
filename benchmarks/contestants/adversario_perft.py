"""Perft of any game: `adversario_perft.py GAME native|python DEPTH REPEATS`.

Depth 0 stands for the least depth with many sequences, or, if no depth has so many, the one with
the most; it is found by the native engine, so that both engines count to the same depth.
"""

from __future__ import annotations

import json
import sys
from itertools import count
from typing import Any, cast

from adversario import Game, make_game
from adversario.counting.perft import perft, run_perft
from adversario.native.engines.engine_choice import Engine

MANY = 200_000
DEEPEST = 60


def telling_depth(game: Game[Any, Any]) -> int:
    """The depth that 0 stands for."""
    most, best = 0, 0
    for depth in count(1):
        sequences = perft(game, depth, engine="native")
        if sequences > most:
            most, best = sequences, depth
        if most >= MANY or sequences == 0 or depth == DEEPEST:
            break
    return best


game, engine = make_game(sys.argv[1]), cast(Engine, sys.argv[2])
depth, repeats = int(sys.argv[3]) or telling_depth(game), int(sys.argv[4])
runs = [run_perft(game, depth, engine=engine) for _ in range(repeats)]
seconds = sum(run.seconds for run in runs)
print(json.dumps({"count": runs[0].sequences, "repeats": repeats, "seconds": seconds}))
