"""Native CFR+: `adversario_cfr.py GAME ITERATIONS EXPECTED`.

EXPECTED is the exploitability after 100 iterations, or after 5 where these are fewer, by OpenSpiel:
what is timed is the same algorithm. Building the tree and compiling is not timed.
"""

from __future__ import annotations

import json
import sys
from time import perf_counter

from adversario import make_game
from adversario.solve.equilibrium.tree.flat import flatten
from adversario.solve.equilibrium.tree.regret import make_solver
from adversario.solve.equilibrium.tree.response import exploitability

name, iterations, expected = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
tree = flatten(make_game(name))
solver = make_solver(tree, "cfr+", "native")
solver.iterate(100 if iterations >= 100 else 5)
found = float(exploitability(tree, solver.average_strategy()))
if abs(found - expected) > 1e-9:
    raise SystemExit(f"exploitability {found}, not {expected}")
started = perf_counter()
solver.iterate(iterations)
seconds = perf_counter() - started
print(json.dumps({"count": iterations, "repeats": 1, "seconds": seconds}))
