"""Games that misbehave, as a user's own file might: served beside those of the package."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

from adversario.game import Game


class Counting(Game[str, str]):
    """Words are added to a text for ever; a text is no state for compiled code."""

    utility_bounds = (-1, 1)

    def initial(self) -> str:
        return ""

    def player(self, state: str) -> int:
        return len(state) % 2

    def actions(self, state: str) -> Iterator[str]:
        yield from "abcd"

    def result(self, state: str, action: str) -> str:
        return state + action

    def is_terminal(self, state: str) -> bool:
        return len(state) >= 200

    def utility(self, state: str, player: int) -> int:
        return 0

    def evaluate(self, state: str, player: int) -> float:
        lead = state.count("a") - state.count("b")
        return (lead if player == 0 else -lead) / (1 + len(state))

    def position(self, state: str) -> str:
        return state or "-"


class Fatal(Counting):
    """The action b ends the process."""

    def result(self, state: str, action: str) -> str:
        if action == "b":
            os.kill(os.getpid(), signal.SIGKILL)
        return state + action


class Broken(Counting):
    """The action b is not thought through."""

    def result(self, state: str, action: str) -> str:
        return state + {"a": "a", "c": "c", "d": "d"}[action]


class Loud(Counting):
    """Prints what it does."""

    def result(self, state: str, action: str) -> str:
        print('{"job": 0, "result": "nonsense"}', action, flush=True)  # noqa: T201
        return state + action


class Stuck(Counting):
    """Never says what follows."""

    def result(self, state: str, action: str) -> str:
        while True:
            time.sleep(0.01)


class Greedy(Counting):
    """Wants all memory there is."""

    def result(self, state: str, action: str) -> str:
        return state + "a" * 10**12
