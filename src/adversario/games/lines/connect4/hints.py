"""Hints for solving and counting Connect Four."""

from __future__ import annotations

from collections.abc import Iterator

from adversario import bits
from adversario.games.lines.connect4.evaluation import ConnectFourFeatures
from adversario.games.lines.connect4.rules import State


class ConnectFourHints(ConnectFourFeatures):
    """Bounds, sound actions and an ordering for solvers; parents for estimates of the states."""

    def plies_left(self, state: State, score: int) -> int | None:
        """The plies up to the winning stone, from the score, or to the full board."""
        cells, played = self.width * self.height, bits.count(state.mover | state.other)
        if not self.by_stones or score == 0:
            return None if score else cells - played
        last = cells + 2 - 2 * abs(score)  # the number of the winning stone, or one more than it
        parity = 1 if score > 0 else 0
        return last - played - (1 if (last - played) % 2 != parity else 0)

    def key(self, state: State) -> int:
        """The stones of the player to move, and a bit above each column: unique for a position."""
        return state.mover + (state.mover | state.other) + self.bottom

    def value_bounds(self, state: State, alpha: int, beta: int) -> tuple[int, int]:
        """Exact if the mover wins at once, or cannot stop the opponent.

        Else by the best possible win.
        """
        taken = state.mover | state.other
        free = (taken + self.bottom) & self.cells
        if free & self.fours(state.mover, taken):
            best = self.gain(state, 1)
            return best, best
        if not self.sound_cells(state.other, taken, free):
            worst = -self.gain(state, 2)
            return worst, worst
        return -self.gain(state, 4), self.gain(state, 3)

    def gain(self, state: State, plies: int) -> int:
        """The utility of a win after that many plies, if there is room for them."""
        if not self.by_stones:
            return 1
        left = self.width * self.height + 2 - plies - bits.count(state.mover | state.other)
        return max(0, left // 2)

    def sound_actions(self, state: State) -> Iterator[int]:
        """The columns after which the opponent does not win at once."""
        taken = state.mover | state.other
        free = (taken + self.bottom) & self.cells
        sound_cells = self.sound_cells(state.other, taken, free)
        for column in self.columns:
            if sound_cells >> self.stride * column & ((1 << self.height) - 1):
                yield column

    def sound_cells(self, other: int, taken: int, free: int) -> int:
        """The free cells to play in after which the opponent does not win at once."""
        fours = self.fours(other, taken)
        forced = free & fours
        if forced:
            if forced & (forced - 1):
                return 0  # two at once cannot be stopped
            free = forced
        return free & ~(fours >> 1)  # not below a cell that would win

    def promise(self, state: State, action: int, after: State) -> int:
        """The number of cells that would then complete four for the mover."""
        return bits.count(self.fours(after.other, after.mover | after.other))

    def parents(self, state: State) -> int:
        """The number of the opponent's stones on top of a column that can have been the last."""
        known: dict[State, bool] = {}
        return sum(self._arises(before, known) for before in self._before(state))

    def _before(self, state: State) -> Iterator[State]:
        """The boards without one of the opponent's topmost stones that are not won yet."""
        taken = state.mover | state.other
        tops = taken & ~(taken >> 1)
        if self.connects(state.mover):
            return
        for stone in bits.indices(tops & state.other):
            other = state.other ^ 1 << stone
            if not self.connects(other):
                yield State(other, state.mover, 1 - state.turn)

    def _arises(self, state: State, known: dict[State, bool]) -> bool:
        """Whether a board can be reduced, stone by stone in turn, to the empty one."""
        if state not in known:
            empty = not state.mover | state.other
            known[state] = empty or any(self._arises(each, known) for each in self._before(state))
        return known[state]
