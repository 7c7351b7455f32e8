"""Othello endgames of the FFO set, solved exactly: `adversario_endgames.py NUMBER ...`.

The positions are read from the folder `shared/data/othello` beside the repository; each is solved
with a table of its own, and its score is compared with the one in the file.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from adversario.games.boards.othello import Othello
from adversario.solve.exact import solve_exact

FILE = Path(__file__).parents[3] / "shared" / "data" / "othello" / "ffo-40-44.obf"
FIRST = 40

game = Othello(score="discs")
if not FILE.is_file():
    sys.exit("the FFO positions are not there: ffo-40-44.obf in shared/data/othello")
lines = FILE.read_text(encoding="ascii").splitlines()
nodes, seconds = 0, 0.0
for number in sys.argv[1:]:
    position, *moves = (part.strip() for part in lines[int(number) - FIRST].split(";"))
    wanted = max(int(move.partition(":")[2]) for move in moves if move)
    solution = solve_exact(game, game.parse_position(position))
    if solution.score != wanted:
        sys.exit(f"FFO {number}: {solution.score} instead of {wanted}")
    nodes, seconds = nodes + solution.nodes, seconds + solution.seconds
print(json.dumps({"count": nodes, "repeats": 1, "seconds": seconds}))
