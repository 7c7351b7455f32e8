"""Full alpha-beta of tic-tac-toe by easyAI's Negamax, on the game that easyAI ships."""

from __future__ import annotations

import json
from time import perf_counter
from typing import Any

from easyAI import Negamax
from easyAI.games.TicTacToe import TicTacToe

REPEATS = 3
DEPTH = 9


class Counting(TicTacToe):  # type: ignore[misc]  # easyAI is not typed
    """The same game, counting the one question that its search asks at every node."""

    asked = 0

    def is_over(self) -> Any:
        """Count, then answer."""
        type(self).asked += 1
        return super().is_over()


def solve(kind: type[Any]) -> None:
    """One full search from the empty board."""
    Negamax(DEPTH)(kind([None, None]))


solve(Counting)  # untimed: how many nodes there are
started = perf_counter()
for _ in range(REPEATS):
    solve(TicTacToe)
seconds = perf_counter() - started
print(json.dumps({"count": Counting.asked, "repeats": REPEATS, "seconds": seconds}))
