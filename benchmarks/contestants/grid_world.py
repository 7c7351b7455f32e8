"""The grid of the benchmark: a thousand rows and columns, a tenth walls, the last row exits."""

from __future__ import annotations

from random import Random

SIDE, SLIP, LIVING, DISCOUNT = 1000, 0.1, -0.04, 0.99


def grid_text() -> str:
    """The grid as `adversario mdp` reads it."""
    random = Random(1)
    rows = [
        " ".join("#" if random.random() < 0.1 else "." for _ in range(SIDE))
        for _ in range(SIDE - 1)
    ]
    return "\n".join([*rows, " ".join(["1"] * SIDE)])
