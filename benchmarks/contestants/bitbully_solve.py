"""The same positions by BitBully, a solver in C++, without its opening book."""

from __future__ import annotations

import json
import sys
from time import perf_counter

from bitbully import BitBully, Board
from connect4_positions import positions

boards = [Board([int(column) - 1 for column in each]) for each in positions(sys.argv[1])]
solver = BitBully(opening_book=None)
solver.reset_node_counter()
started = perf_counter()
scores = [solver.mtdf(board) for board in boards]
seconds = perf_counter() - started
print(json.dumps({"count": len(boards), "repeats": 1, "seconds": seconds, "scores": sum(scores),
                  "nodes": solver.get_node_counter()}))  # fmt: skip
