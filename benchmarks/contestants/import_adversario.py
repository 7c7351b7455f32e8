"""How long `import adversario` takes in a fresh process."""

from __future__ import annotations

import json
from time import perf_counter

started = perf_counter()
import adversario  # noqa: E402, F401 (importing is what is timed)

print(json.dumps({"count": 1, "repeats": 1, "seconds": perf_counter() - started}))
