"""OpenSpiel's C++ MCTSBot with random rollouts: `openspiel_mcts.py GAME SIMULATIONS REPEATS`.

Proofs are off. The constant of exploration is twice the other contestant's: rewards here range
from -1 to 1, there they are scaled to range from 0 to 1. The first search is not timed: a process
gets its memory then.
"""

from __future__ import annotations

import json
import sys
from math import sqrt
from time import perf_counter

import pyspiel  # type: ignore[import-not-found]

name, (simulations, repeats) = sys.argv[1], map(int, sys.argv[2:])
game = pyspiel.load_game(name)
state = game.new_initial_state()


def search(seed: int) -> int:
    """How many simulations were made."""
    bot = pyspiel.MCTSBot(
        game,
        pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed),
        uct_c=2 * sqrt(2),
        max_simulations=simulations,
        max_memory_mb=2000,
        solve=False,
        seed=seed,
        verbose=False,
    )
    made: int = bot.mcts_search(state).explore_count
    return made


search(0)
started = perf_counter()
made = [search(seed) for seed in range(repeats)]
seconds = perf_counter() - started
print(json.dumps({"count": made[0], "repeats": repeats, "seconds": seconds}))
