"""Games of sowing that share a base class; each says what its last seed captures."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Iterable

from adversario import Game


@dataclass(frozen=True)
class Pits:
    south: tuple[int, ...]
    north: tuple[int, ...]
    scores: tuple[int, int]
    to_move: int = 0

    def side(self, player: int) -> tuple[int, ...]:
        return (self.south, self.north)[player]

    def swapped(self, south, north, scores) -> Pits:
        return Pits(tuple(south), tuple(north), tuple(scores), 1 - self.to_move)


class Sowing(Game, ABC):
    """What games of sowing share."""

    pits = 3
    seeds = 2

    @abstractmethod
    def captures(self, row: list[int], last: int) -> int: ...

    def initial(self) -> Pits:
        row = (self.seeds,) * self.pits
        return Pits(row, row, (0, 0))

    def player(self, state: Pits) -> int:
        return state.to_move

    def actions(self, state: Pits) -> Iterable[int]:
        return tuple(i for i, n in enumerate(state.side(state.to_move)) if n)

    def result(self, state: Pits, action: int) -> Pits:
        me = state.to_move
        rows = [list(state.south), list(state.north)]
        scores = list(state.scores)
        hand, rows[me][action] = rows[me][action], 0
        side, pit = me, action
        while hand:
            pit += 1
            if pit == self.pits:
                pit = 0
                side = 1 - side
            if (side, pit) == (me, action):
                continue
            rows[side][pit] += 1
            hand -= 1
        if side != me:
            scores[me] += self.captures(rows[side], pit)
        if not any(rows[1 - me]):
            scores[me] += sum(rows[me])
            rows[me] = [0] * self.pits
        return state.swapped(*rows, scores)

    def is_terminal(self, state: Pits) -> bool:
        return (
            sum(state.scores) == 2 * self.pits * self.seeds
            or not self.actions(state)
            or max(state.scores) > self.pits * self.seeds
        )

    def utility(self, state: Pits, player: int) -> int:
        mine, yours = state.scores if player == 0 else reversed(state.scores)
        return (mine > yours) - (mine < yours)


class TwosAndThrees(Sowing):
    utility_bounds = (-1, 1)

    def captures(self, row, last):
        taken = 0
        while last >= 0 and row[last] in (2, 3):
            taken += row[last]
            row[last] = 0
            last -= 1
        return taken


class EvenPits(Sowing):
    utility_bounds = (-1, 1)
    seeds = 1

    def captures(self, row, last):
        if row[last] % 2 == 0:
            taken, row[last] = row[last], 0
            return taken
        return super().captures(row, last) or 0
