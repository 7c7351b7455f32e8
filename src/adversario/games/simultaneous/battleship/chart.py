"""Where the other's ships can be: the probability of every cell, by what a player has seen.

All fleets that fit are equally likely. They are counted if there are at most `most` of them, else a
sample is weighted so that its means are right: a fleet is drawn ship by ship, and its weight is the
product of the numbers of places (Knuth, "Estimating the efficiency of backtrack programs", 1975).
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from adversario.games.simultaneous.battleship.rules import HALF, NOT_YET, BattleshipRules, Sea

MOST = 20_000
"""The most fleets that are counted one by one."""
SAMPLE = 2_000


class Chart(NamedTuple):
    """The probability of a ship in every cell."""

    cells: tuple[float, ...]
    fleets: float
    """The number of fleets that fit; estimated if the chart is not exact."""
    exact: bool


def chart(
    game: BattleshipRules,
    state: Sea,
    player: int,
    *,
    most: int = MOST,
    sample: int = SAMPLE,
    seed: int = 0,
) -> Chart:
    """Where the other player's ships are, by what `player` has seen of the state."""
    search = _Fleets(game, state, player)
    counted = search.count(most)
    if counted is not None:
        return _chart_of(counted, sum(weight for _, weight in search.seen), exact=True)
    drawn = search.estimate(sample, Random(seed))
    fleets = sum(weight for _, weight in search.seen) / sample
    return _chart_of(drawn, fleets * sample, exact=False)._replace(fleets=fleets)


def _chart_of(cells: list[float], total: float, *, exact: bool) -> Chart:
    shares = tuple(min(cell / total, 1.0) if total else 0.0 for cell in cells)
    return Chart(shares, total, exact)


class _Fleets:
    """The fleets that fit, ship by ship; seas are whole numbers of up to 100 bits here."""

    def __init__(self, game: BattleshipRules, state: Sea, player: int) -> None:
        self.cells = range(game.cells)
        other = 1 - player
        ships = range(other * game.number, (other + 1) * game.number)
        sunk = [at for at in ships if state.ships[at] != NOT_YET and game.is_sunk(state, at)]
        shots, hits = (s[2 * player] | s[2 * player + 1] << HALF for s in (state.shots, state.hits))
        self.known = 0
        for at in sunk:
            self.known |= _mask(game, at, state.ships[at])
        self.hits, self.misses = hits & ~self.known, shots & ~hits
        self.places = {
            at: [
                mask
                for place in range(2 * game.cells)
                if game.is_inside(game.row_length(at), place)
                and (place % 2 == 0 or game.row_length(at) > 1)
                and not (mask := _mask(game, at, place)) & (self.misses | self.known)
                and mask & ~self.hits
            ]
            for at in ships
            if at not in sunk
        }
        self.seen: list[tuple[int, float]] = []

    def choices(self, taken: int, left: tuple[int, ...]) -> list[tuple[int, int]]:
        """The ships and places to consider next: those of the first hit that is not explained."""
        hit = self.hits & ~taken
        hit &= -hit
        ships = left if hit else left[:1]
        last = len(left) == 1
        return [
            (at, mask)
            for at in ships
            for mask in self.places[at]
            if not mask & taken and mask & hit == hit and not (last and self.hits & ~(taken | mask))
        ]

    def fleets(self, taken: int, left: tuple[int, ...]) -> Iterator[int]:
        """All fleets, each once."""
        if not left:
            yield taken
            return
        for at, mask in self.choices(taken, left):
            yield from self.fleets(taken | mask, tuple(ship for ship in left if ship != at))

    def count(self, most: int) -> list[float] | None:
        """For each cell the fleets with a ship there; None if there are more than `most`."""
        for number, fleet in enumerate(self.fleets(0, tuple(self.places))):
            if number == most:
                self.seen = []
                return None
            self.seen.append((fleet, 1.0))
        return self.total()

    def estimate(self, sample: int, random: Random) -> list[float]:
        """For each cell the fleets with a ship there, by a weighted sample."""
        for _ in range(sample):
            taken, left, weight = 0, tuple(self.places), 1.0
            while left and weight:
                choices = self.choices(taken, left)
                weight *= len(choices)
                if choices:
                    at, mask = random.choice(choices)
                    taken, left = taken | mask, tuple(ship for ship in left if ship != at)
            if weight:
                self.seen.append((taken, weight))
        return self.total()

    def total(self) -> list[float]:
        """The weights of the fleets with a ship in each cell, those that were sunk included."""
        return [
            sum(weight for fleet, weight in self.seen if (fleet | self.known) >> cell & 1)
            for cell in self.cells
        ]


def _mask(game: BattleshipRules, at: int, place: int) -> int:
    length = game.row_length(at)
    return game.half(length, place, 0) | game.half(length, place, 1) << HALF
