"""A tree with its information sets, built natively: `adversario_tree.py GAME HISTORIES`.

It must have that many histories. Compiling is not timed; the median of several trees is, in CPU
time, as each takes some hundredths of a second.
"""

from __future__ import annotations

import json
import sys
from statistics import median
from time import process_time

from adversario import make_game
from adversario.native.compiler.compile import compile_game
from adversario.native.engines.information.growth import grow_tree
from adversario.native.kernels.equilibrium import growth

name, histories = sys.argv[1], int(sys.argv[2])
game = make_game(name)
compiled = compile_game(game, growth, game.initial())
grow_tree(compiled, histories)
seconds = []
for _ in range(7):
    started = process_time()
    tree = grow_tree(compiled, histories)
    seconds.append(process_time() - started)
    if tree is None or len(tree.player) != histories:
        raise SystemExit("another tree")
print(json.dumps({"count": 1, "repeats": 1, "seconds": median(seconds)}))
