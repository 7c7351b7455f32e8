"""Native Monte Carlo tree search: `adversario_mcts.py GAME SIMULATIONS REPEATS THREADS`.

Proofs are off, so that no search ends before it has made all its simulations. The first search is
not timed: the game is compiled then, and a process gets its memory.
"""

from __future__ import annotations

import json
import sys
from functools import partial
from math import sqrt
from time import perf_counter

from adversario import make_game
from adversario.native.engines.mcts import mcts

name, (simulations, repeats, threads) = sys.argv[1], map(int, sys.argv[2:])
game = make_game(name)
search = partial(
    mcts, game, exploration=sqrt(2), solver=False, memory_mib=512, threads=threads, engine="native"
)  # fmt: skip
search(simulations=simulations)
started = perf_counter()
made = [search(simulations=simulations, seed=seed).simulations for seed in range(repeats)]
seconds = perf_counter() - started
print(json.dumps({"count": made[0], "repeats": repeats, "seconds": seconds}))
