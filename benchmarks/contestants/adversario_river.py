"""A river with all hands, 1081 against 1081: `adversario_river.py ITERATIONS`.

The exploitability must be below 0.001 of the pot. What is not timed: the first solution, in which
the kernels are compiled.
"""

from __future__ import annotations

import json
import sys
from time import perf_counter

from adversario.holdem.bets import Bets
from adversario.holdem.cards import parse_cards
from adversario.holdem.ranges import parse_range
from adversario.holdem.solver import Spot, solve_spot

iterations = int(sys.argv[1])
spot = Spot(
    parse_cards("As Qd 9s 7h 3c"), (parse_range("*"), parse_range("*")),
    Bets(6, 12, (1.0,), all_in=False, most=2),
)  # fmt: skip
if len(spot.hands.numbers) != 1081:
    raise SystemExit("not all hands")
solve_spot(spot, iterations=10)
started = perf_counter()
found = solve_spot(spot, iterations=iterations)
seconds = perf_counter() - started
if not found.exploitability < 0.001 * spot.bets.pot:
    raise SystemExit(f"exploitability {found.exploitability}")
print(json.dumps({"count": iterations, "repeats": 1, "seconds": seconds}))
