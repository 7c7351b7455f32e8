"""Native information set MCTS: `adversario_ismcts.py GAME SIMULATIONS REPEATS`.

From the first decision of the game that is one. The first search is not timed: the game is compiled
then.
"""

from __future__ import annotations

import json
import sys
from functools import partial
from time import perf_counter

from adversario import make_game
from adversario.game import CHANCE
from adversario.native.engines.information.ismcts import ismcts

name, (simulations, repeats) = sys.argv[1], map(int, sys.argv[2:])
game = make_game(name)
state = game.initial()
while game.player(state) == CHANCE or len(list(game.legal(state))) == 1:
    state = game.result(state, next(iter(game.legal(state))))
search = partial(ismcts, game, state, engine="native")
search(simulations=simulations)
started = perf_counter()
made = [search(simulations=simulations, seed=seed).simulations for seed in range(repeats)]
seconds = perf_counter() - started
print(json.dumps({"count": made[0], "repeats": repeats, "seconds": seconds}))
