"""Connect Four solved exactly: `adversario_solve.py end|middle|begin`."""

from __future__ import annotations

import json
import sys
from time import perf_counter

from connect4_positions import positions

from adversario.games import ConnectFour
from adversario.native import Control
from adversario.solve.exact import ExactSolver

game = ConnectFour(score="stones")
states = [game.parse_position(each) for each in positions(sys.argv[1])]
worker = ExactSolver(game, table_mib=64).worker(game.initial(), Control())
started = perf_counter()
solved = [worker.solve(state, "score") for state in states]
seconds = perf_counter() - started
scores, nodes = sum(each.score or 0 for each in solved), sum(each.nodes for each in solved)
print(json.dumps({"count": len(states), "repeats": 1, "seconds": seconds, "scores": scores,
                  "nodes": nodes}))  # fmt: skip
