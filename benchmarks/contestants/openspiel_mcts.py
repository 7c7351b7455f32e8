"""OpenSpiel's C++ MCTSBot with random rollouts: `openspiel_mcts.py GAME SIMULATIONS`.

Proofs are off. The constant of exploration is twice the other contestant's: rewards here range
from -1 to 1, there they are scaled to range from 0 to 1.
"""

from __future__ import annotations

import json
import sys
from math import sqrt
from time import perf_counter

import pyspiel  # type: ignore[import-not-found]

name, simulations = sys.argv[1], int(sys.argv[2])
game = pyspiel.load_game(name)
bot = pyspiel.MCTSBot(
    game,
    pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=0),
    uct_c=2 * sqrt(2),
    max_simulations=simulations,
    max_memory_mb=2000,
    solve=False,
    seed=0,
    verbose=False,
)
state = game.new_initial_state()
started = perf_counter()
root = bot.mcts_search(state)
seconds = perf_counter() - started
print(json.dumps({"count": root.explore_count, "repeats": 1, "seconds": seconds}))
