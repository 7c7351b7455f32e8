"""OpenSpiel's Python alpha-beta on its C++ Connect Four: `openspiel_connect4.py DEPTH`."""

from __future__ import annotations

import json
import sys
from time import perf_counter
from typing import Any

import pyspiel  # type: ignore[import-not-found]
from open_spiel.python.algorithms.minimax import (  # type: ignore[import-not-found]
    alpha_beta_search,
)


class Counting:
    """A state that counts the one question that the search asks at every node."""

    asked = 0

    def __init__(self, state: Any) -> None:
        self.state = state

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)

    def clone(self) -> Counting:
        """A copy, which counts too."""
        return Counting(self.state.clone())

    def is_terminal(self) -> Any:
        """Count, then answer."""
        Counting.asked += 1
        return self.state.is_terminal()


def solve(state: Any) -> None:
    """One search; states at the horizon are worth 0, as they are to the other contestants."""
    alpha_beta_search(game, state=state, value_function=lambda _: 0, maximum_depth=depth)


depth = int(sys.argv[1])
game = pyspiel.load_game("connect_four")
solve(Counting(game.new_initial_state()))  # untimed: how many nodes there are
started = perf_counter()
solve(game.new_initial_state())
seconds = perf_counter() - started
print(json.dumps({"count": Counting.asked, "repeats": 1, "seconds": seconds}))
