"""Full interpreted alpha-beta of tic-tac-toe from the empty board, cells tried 0 to 8."""

from __future__ import annotations

import json
from time import perf_counter

from adversario import alphabeta
from adversario.games import TicTacToe

REPEATS = 10

game = TicTacToe()
started = perf_counter()
nodes = [alphabeta(game).statistics.nodes for _ in range(REPEATS)]
seconds = perf_counter() - started
print(json.dumps({"count": nodes[0], "repeats": REPEATS, "seconds": seconds}))
