"""Plain alpha-beta of Connect Four: `adversario_connect4.py native|python DEPTH REPEATS`.

The columns are tried from left to right, which is the order that OpenSpiel's rules have.
"""

from __future__ import annotations

import json
import sys
from functools import partial
from time import perf_counter

from adversario import Limit, alphabeta
from adversario.games import ConnectFour
from adversario.native.engines.enhanced.enhancements import PLAIN
from adversario.native.engines.enhanced.search import native_alphabeta

engine, depth, repeats = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
search = partial(native_alphabeta, enhancements=PLAIN) if engine == "native" else alphabeta

game = ConnectFour()
game.columns = tuple(range(game.width))
search(game, limit=Limit(depth=1))  # untimed: compiles
started = perf_counter()
nodes = [search(game, limit=Limit(depth=depth)).statistics.nodes for _ in range(repeats)]
seconds = perf_counter() - started
print(json.dumps({"count": nodes[0], "repeats": repeats, "seconds": seconds}))
