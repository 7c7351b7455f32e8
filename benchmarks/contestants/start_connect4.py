"""How long Connect Four's enhanced alpha-beta takes to get going: `start_connect4.py first|later`.

`first` starts with an empty cache and counts all, imports too. `later` starts with a cache that
another process has filled, and counts what comes after the imports.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from tempfile import TemporaryDirectory
from time import perf_counter


def get_going() -> tuple[float, float]:
    """Seconds spent on imports, and after them until a search of one ply has its answer."""
    started = perf_counter()
    import adversario.native.compiler.load  # noqa: F401 (imports Numba)
    from adversario import Limit
    from adversario.games import ConnectFour
    from adversario.native.engines.enhanced.search import native_alphabeta

    imported = perf_counter()
    native_alphabeta(ConnectFour(), limit=Limit(depth=1))
    return imported - started, perf_counter() - imported


if sys.argv[1] == "later":
    # Whether the cache was filled or not, it is after this.
    subprocess.run([sys.executable, __file__, "fill"], check=True, capture_output=True)
    _, seconds = get_going()
elif sys.argv[1] == "fill":
    _, seconds = get_going()
else:
    with TemporaryDirectory() as folder:
        os.environ["ADVERSARIO_CACHE"] = folder
        seconds = sum(get_going())
print(json.dumps({"count": 1, "repeats": 1, "seconds": seconds}))
