"""OpenSpiel's C++ ISMCTSBot: `openspiel_ismcts.py GAME SIMULATIONS REPEATS`.

From the first decision of the game that is one, with one random rollout a simulation.
"""

from __future__ import annotations

import json
import sys
from time import perf_counter

import pyspiel  # type: ignore[import-not-found]

name, (simulations, repeats) = sys.argv[1], map(int, sys.argv[2:])
game = pyspiel.load_game(name)
state = game.new_initial_state()
while state.is_chance_node() or len(state.legal_actions()) == 1:
    state.apply_action(state.legal_actions()[0])


def search(seed: int) -> None:
    """One search."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    best = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(seed, evaluator, 2.0, simulations, -1, best, False, False)
    bot.get_policy(state)


search(0)
started = perf_counter()
for seed in range(repeats):
    search(seed)
seconds = perf_counter() - started
print(json.dumps({"count": simulations, "repeats": repeats, "seconds": seconds}))
