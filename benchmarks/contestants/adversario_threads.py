"""Enhanced native alpha-beta of Connect Four by some threads.

`adversario_threads.py THREADS time SECONDS` counts the nodes of all threads in that time;
`adversario_threads.py THREADS depth PLIES` counts 1, so that its speed is that of one such search.
"""

from __future__ import annotations

import json
import sys
from time import perf_counter

from adversario import Limit
from adversario.games import ConnectFour
from adversario.native.engines.enhanced.search import native_alphabeta

threads, kind, amount = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
timed = kind == "time"
game = ConnectFour()
native_alphabeta(game, limit=Limit(depth=1))  # untimed: compiles
started = perf_counter()
limit = Limit(time=amount) if timed else Limit(depth=amount)
found = native_alphabeta(game, limit=limit, threads=threads)
seconds = perf_counter() - started
count = found.statistics.nodes if timed else 1
print(json.dumps({"count": count, "repeats": 1, "seconds": seconds}))
