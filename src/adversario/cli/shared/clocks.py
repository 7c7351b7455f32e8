"""Clocks of a game in the terminal: minutes for the game, and seconds that each move adds."""

from __future__ import annotations

import re
from collections.abc import Callable
from time import monotonic

from adversario.algorithms.core.limit import Limit
from adversario.base.errors import InputError
from adversario.protocols.clock import allot

_WRITTEN = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,2})?)(?:\+([0-9]{1,4}(?:\.[0-9]{1,2})?))?")


class Clocks:
    """The seconds that each player has left; one clock runs at a time, or none.

    The time before each move is remembered, so that a move that is taken back restores it.
    """

    def __init__(
        self, players: int, seconds: float, increment: float, now: Callable[[], float] = monotonic
    ) -> None:
        self.increment, self._now = increment, now
        self._left = [(seconds,) * players]  # after each move
        self._running: tuple[int, float] | None = None

    @classmethod
    def read(cls, written: str, players: int) -> Clocks:
        """The clocks of `MINUTES` or `MINUTES+SECONDS`; raises InputError for anything else."""
        found = _WRITTEN.fullmatch(written)
        if found is None or not float(found[1]):
            raise InputError("play.clock_form", given=written)
        return cls(players, 60 * float(found[1]), float(found[2] or 0))

    def resume(self, moves: int) -> None:
        """Begin after that many moves, with all of the time."""
        self._left = self._left[:1] * (moves + 1)

    def left(self, player: int) -> float:
        """The seconds that a player has left, at least 0."""
        left = self._left[-1][player]
        if self._running is not None and self._running[0] == player:
            left -= self._now() - self._running[1]
        return max(0.0, left)

    def start(self, player: int) -> None:
        """Start the clock of a player, unless it runs."""
        if self._running is None or self._running[0] != player:
            self._running = player, self._now()

    def press(self) -> None:
        """Stop the clock that runs, after a move, and add the increment."""
        left = list(self._left[-1])
        if self._running is not None:
            player = self._running[0]
            left[player] = self.left(player) + self.increment
            self._running = None
        self._left.append(tuple(left))

    def take_back(self, moves: int) -> None:
        """Restore the time that was left after that many moves; no clock runs."""
        del self._left[moves + 1 :]
        self._running = None

    def out_of_time(self) -> int | None:
        """The player whose clock has run out, if there is one."""
        if self._running is None or self.left(self._running[0]) > 0:
            return None
        return self._running[0]

    def limit(self) -> Limit:
        """How long the player whose clock runs should think."""
        assert self._running is not None
        return Limit(time=allot(self.left(self._running[0]), self.increment).enough)


def show_time(seconds: float) -> str:
    """Time on a clock: minutes and seconds, with tenths in the last twenty seconds."""
    if seconds < 20:
        return f"0:{seconds:04.1f}"
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
