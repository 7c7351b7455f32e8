"""Value iteration on a large grid, native: `adversario_mdp.py SWEEPS THREADS`.

Counts states times sweeps. Reading the grid, compiling and finding the policy are not timed.
"""

from __future__ import annotations

import json
import sys
from time import perf_counter

from grid_world import DISCOUNT, LIVING, SLIP, grid_text

from adversario.base.grid_world import parse_grid
from adversario.solve.mdp import mdp_from_grid
from adversario.solve.mdp.engine import initial_values, make_sweeper

sweeps, threads = int(sys.argv[1]), int(sys.argv[2])
mdp = mdp_from_grid(parse_grid(grid_text()), slip=SLIP, living=LIVING, discount=DISCOUNT)
with make_sweeper(mdp, DISCOUNT, "native", threads) as sweeper:
    old, new = initial_values(mdp), initial_values(mdp)
    sweeper.values(old, new)
    old = initial_values(mdp)
    started = perf_counter()
    for _ in range(sweeps):
        sweeper.values(old, new)
        old, new = new, old
    seconds = perf_counter() - started
# The same check sum for all contestants: they have to have computed the same.
print(old.sum(), file=sys.stderr)
print(json.dumps({"count": len(mdp) * sweeps, "repeats": 1, "seconds": seconds}))
