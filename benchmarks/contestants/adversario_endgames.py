"""Othello endgames of the FFO set, solved exactly: `adversario_endgames.py NUMBER ...`.

Each is solved with a table of its own, and its score is compared with the known one.
"""

from __future__ import annotations

import json
import sys

from ffo_positions import FFO

from adversario.games.boards.othello import Othello
from adversario.solve.exact import solve_exact

game = Othello(score="discs")
nodes, seconds = 0, 0.0
for number in sys.argv[1:]:
    position, score = FFO[int(number)]
    solution = solve_exact(game, game.parse_position(position))
    if solution.score != score:
        sys.exit(f"FFO {number}: {solution.score} instead of {score}")
    nodes, seconds = nodes + solution.nodes, seconds + solution.seconds
print(json.dumps({"count": nodes, "repeats": 1, "seconds": seconds}))
