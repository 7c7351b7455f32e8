"""Connect Four solved exactly: `adversario_solve.py end|middle|begin`."""

from __future__ import annotations

import json
import sys
from time import perf_counter

from connect4_positions import positions

from adversario.games import ConnectFour
from adversario.native.engines.control import Control
from adversario.solve.exact import ExactSolver

game = ConnectFour(score="stones")
states = [game.parse_position(each) for each in positions(sys.argv[1])]
solver = ExactSolver(game, table_mib=64)
solver.table.fill(0)  # which has the memory mapped, as the constructor of the peer does
worker = solver.worker(game.initial(), Control())
started = perf_counter()
scores = sum(worker.scores(states))
seconds = perf_counter() - started
nodes = worker.block.nodes
print(json.dumps({"count": len(states), "repeats": 1, "seconds": seconds, "scores": scores,
                  "nodes": nodes}))  # fmt: skip
