"""Value iteration on a large grid by NumPy: `numpy_mdp.py SWEEPS indexed|shifted`.

`indexed` looks the successors of every choice up in an array of their numbers, which works for any
problem; `shifted` moves the whole grid, which works for grids only.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np
from grid_world import DISCOUNT, LIVING, SIDE, SLIP, grid_text

WAYS = ((0, 1), (1, 2), (2, 1), (1, 0))  # where the shifted grid starts, going up, right, ...

words = np.array(grid_text().split()).reshape(SIDE, SIDE)
walls, exits = words == "#", words == "1"
padded_walls = np.pad(walls, 1, constant_values=True)
start = np.where(exits, 1.0, 0.0)


def shifted() -> Callable[[Any], Any]:
    """A sweep by moving the grid four ways."""
    blocked = [padded_walls[a : a + SIDE, b : b + SIDE] for a, b in WAYS]
    fixed = walls | exits

    def sweep(values: Any) -> Any:
        padded = np.pad(values, 1)
        around = [
            np.where(wall, values, padded[a : a + SIDE, b : b + SIDE])
            for wall, (a, b) in zip(blocked, WAYS, strict=True)
        ]
        best = np.full_like(values, -np.inf)
        for way in range(4):
            mean = (1 - 2 * SLIP) * around[way]
            mean += SLIP * around[(way + 1) % 4]
            mean += SLIP * around[(way + 3) % 4]
            np.maximum(best, mean, out=best)
        best *= DISCOUNT
        best += LIVING
        best[fixed] = values[fixed]
        return best

    return sweep


def indexed() -> Callable[[Any], Any]:
    """A sweep by looking up the successors of each free cell."""
    here = np.arange(SIDE * SIDE).reshape(SIDE, SIDE)
    there = np.pad(here, 1)
    around = [
        np.where(padded_walls[a : a + SIDE, b : b + SIDE], here, there[a : a + SIDE, b : b + SIDE])
        for a, b in WAYS
    ]
    free = np.flatnonzero(~(walls | exits))
    targets = np.stack(
        [
            np.stack([around[(way + turn) % 4].reshape(-1)[free] for turn in (0, 1, 3)], axis=1)
            for way in range(4)
        ],
        axis=1,
    )
    chances = np.array([1 - 2 * SLIP, SLIP, SLIP])

    def sweep(values: Any) -> Any:
        flat = values.reshape(-1)
        after = flat.copy()
        after[free] = (LIVING + DISCOUNT * (flat[targets] @ chances)).max(axis=1)
        return after.reshape(SIDE, SIDE)

    return sweep


sweeps = int(sys.argv[1])
sweep = {"shifted": shifted, "indexed": indexed}[sys.argv[2]]()
sweep(start)
values = start
started = perf_counter()
for _ in range(sweeps):
    values = sweep(values)
seconds = perf_counter() - started
print(values[~walls].sum(), file=sys.stderr)
print(json.dumps({"count": int((~walls).sum()) * sweeps, "repeats": 1, "seconds": seconds}))
