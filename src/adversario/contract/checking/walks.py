"""Random play to the very end of long games, of which a sample is looked at."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from random import Random
from time import perf_counter
from typing import Any

from adversario.game import Game

MOST_PLIES = 100_000
SECONDS = 1.0
"""A game is given up after this many plies or seconds: it may be infinite."""

STRIDE = 251
"""One state of this many is looked at; a prime, so that a rhythm of the game is not missed."""

LAST = 8
"""The states before the end, and the terminal one, that are looked at always."""


def sample_to_end(game: Game[Any, Any], random: Random) -> Iterator[Any]:
    """States of one random game: some of all, and the last ones."""
    state, last, began = game.initial(), deque[Any](maxlen=LAST), perf_counter()
    for ply in range(MOST_PLIES):
        if len(last) == LAST and (ply - LAST) % STRIDE == 0:
            yield last[0]
        last.append(state)
        actions = () if game.is_terminal(state) else list(game.legal(state))
        if not actions or perf_counter() - began > SECONDS:
            break
        state = game.result(state, random.choice(actions))
    yield from last
