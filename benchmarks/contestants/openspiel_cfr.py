"""OpenSpiel's C++ CFRPlusSolver: `openspiel_cfr.py GAME ITERATIONS EXPECTED`.

EXPECTED is the exploitability after 100 iterations, or after 5 where these are fewer. Building the
tree is not timed.
"""

from __future__ import annotations

import json
import sys
from time import perf_counter

import pyspiel  # type: ignore[import-not-found]

name, iterations, expected = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
game = pyspiel.load_game(name)
solver = pyspiel.CFRPlusSolver(game)
for _ in range(100 if iterations >= 100 else 5):
    solver.evaluate_and_update_policy()
found = pyspiel.exploitability(game, solver.tabular_average_policy())
if abs(found - expected) > 1e-9:
    raise SystemExit(f"exploitability {found}, not {expected}")
started = perf_counter()
for _ in range(iterations):
    solver.evaluate_and_update_policy()
seconds = perf_counter() - started
print(json.dumps({"count": iterations, "repeats": 1, "seconds": seconds}))
