"""The rules of battleship: both place their fleets, then shoot in turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adversario import bits
from adversario.base.errors import InputError
from adversario.game import CHANCE, Game
from adversario.tuples import replaced

UNKNOWN, NOT_YET, NONE = -1, -2, -1
"""A ship that a player cannot see; one that is not placed; no player, no cell."""

HALF = 50
"""The cells of a sea are the bits of two numbers, 50 in each."""

SEA = (1 << HALF) - 1

LARGEST, MOST_SHIPS = 10, 6

FREEDOM = 8.0
"""How many times as many fleets there are if a ship explains one more hit (about; measured)."""


class Sea(NamedTuple):
    """Both seas. A place is twice the first cell of the ship, and one more if it goes down."""

    ships: tuple[int, ...]
    """The places of the first player's ships, then of the second's."""
    shots: tuple[int, ...]
    """The cells at which the first player has shot, in two halves, then the second."""
    hits: tuple[int, ...]
    """Those of them where there was a ship."""
    turn: int


class BattleshipRules(Game[Sea, int]):
    """What happens; notation and pictures are added in `game`."""

    perfect_information, simultaneous, chance = False, True, True
    utility_bounds = (-1, 1)

    def __init__(self, size: int = 10, ships: tuple[int, ...] = (5, 4, 3, 3, 2)) -> None:
        if not (
            2 <= size <= LARGEST
            and 1 <= len(ships) <= MOST_SHIPS
            and all(1 <= length <= size for length in ships)
            and has_room(size, ships)
        ):
            raise InputError("battleship.options", size=size, ships="-".join(map(str, ships)))
        self.size, self.ships = size, ships
        self.cells, self.number = size * size, len(ships)
        self.whole = sum(ships)

    def initial(self) -> Sea:
        """No ship is placed."""
        return Sea((NOT_YET,) * (2 * self.number), (0, 0, 0, 0), (0, 0, 0, 0), 0)

    def player(self, state: Sea) -> int:
        """The player to place a ship or to shoot; chance only places ships that are concealed."""
        return CHANCE if self.first(state, UNKNOWN) != NONE else state.turn

    def first(self, state: Sea, place: int) -> int:
        """The first ship of either player with this place, or NONE."""
        for at in range(2 * self.number):
            if state.ships[at] == place:
                return at
        return NONE

    def row_length(self, at: int) -> int:
        """The length of a ship."""
        return self.ships[at % self.number]

    def is_inside(self, length: int, place: int) -> bool:
        """Whether a ship of that length does not leave the sea."""
        if place < 0:
            return False
        cell = place // 2
        along = cell // self.size if place % 2 == 1 else cell % self.size
        return along + length <= self.size

    def half(self, length: int, place: int, which: int) -> int:
        """The cells of a ship, as one half of a sea."""
        if place % 2 == 0:
            shift = place // 2 - which * HALF
            row = (1 << length) - 1
            if -length < shift < HALF:
                return (row << shift if shift >= 0 else row >> -shift) & SEA
            return 0
        step, cells = self.size, 0
        for at in range(length):
            cell = place // 2 + at * step
            if cell // HALF == which:
                cells |= 1 << cell % HALF
        return cells

    def occupied(self, state: Sea, who: int, which: int) -> int:
        """The cells of all ships of a player that are placed, as one half of a sea."""
        cells = 0
        for at in range(who * self.number, (who + 1) * self.number):
            if state.ships[at] >= 0:
                cells |= self.half(self.row_length(at), state.ships[at], which)
        return cells

    def blocked(self, state: Sea, who: int, which: int) -> int:
        """Where no other ship of a player can be: ships, and shots that missed."""
        index = 2 * (1 - who) + which
        return self.occupied(state, who, which) | (state.shots[index] & ~state.hits[index])

    def open_hits(self, state: Sea, who: int, which: int) -> int:
        """The cells in which a ship of a player was hit that is not placed, as half of a sea."""
        return state.hits[2 * (1 - who) + which] & ~self.occupied(state, who, which)

    def chances(self, state: Sea) -> Iterator[tuple[int, float]]:
        """The places of a ship that a player cannot see.

        One that was hit comes first, so that every fleet is reached in one way only. The more hits
        a place explains, the freer are the ships that are left, and the likelier it is: about as
        likely as the fleets with it are many.
        """
        total = 0.0
        for _, weight in self.places(state):
            total += weight
        for place, weight in self.places(state):
            yield place, weight / total

    def places(self, state: Sea) -> Iterator[tuple[int, float]]:
        """The ships and places that may explain the first hit, or of the first unknown ship.

        Each with its weight, `FREEDOM` for every hit that it explains. No ship was hit in every
        cell, as it would be known; and the last one explains all hits.
        """
        first = self.first(state, UNKNOWN)
        who = first // self.number
        low, high = self.blocked(state, who, 0), self.blocked(state, who, 1)
        low_hits, high_hits = self.open_hits(state, who, 0), self.open_hits(state, who, 1)
        hits = bits.count(low_hits) + bits.count(high_hits)
        target = NONE
        if low_hits != 0:
            target = bits.lowest(low_hits)
        elif high_hits != 0:
            target = HALF + bits.lowest(high_hits)
        unknown = 0
        for at in range(who * self.number, (who + 1) * self.number):
            unknown += int(state.ships[at] == UNKNOWN)
        for at in range(first, (who + 1) * self.number):
            if state.ships[at] == UNKNOWN and (target != NONE or at == first):
                length = self.row_length(at)
                for number in range(2 * (length if target != NONE else self.cells)):
                    place = number if target == NONE else self.place_through(target, number)
                    if self.is_inside(length, place) and (place % 2 == 0 or length > 1):
                        one, two = self.half(length, place, 0), self.half(length, place, 1)
                        covered = bits.count(one & low_hits) + bits.count(two & high_hits)
                        if (
                            one & low == 0
                            and two & high == 0
                            and covered < length
                            and (unknown > 1 or covered == hits)
                        ):
                            yield at * 2 * self.cells + place, FREEDOM**covered

    def place_through(self, cell: int, number: int) -> int:
        """The place whose cell `number // 2` is the given one; -1 if it begins outside."""
        back = number // 2
        if number % 2 == 1:
            return 2 * (cell - back * self.size) + 1 if cell >= back * self.size else NONE
        return 2 * (cell - back) if cell % self.size >= back else NONE

    def actions(self, state: Sea) -> Iterator[int]:
        """The places of the next ship, or the cells that were not shot at."""
        at = self.next_ship(state)
        if at != NONE:
            length = self.row_length(at)
            low, high = self.occupied(state, state.turn, 0), self.occupied(state, state.turn, 1)
            for place in range(2 * self.cells):
                if (
                    self.is_inside(length, place)
                    and (place % 2 == 0 or length > 1)
                    and self.half(length, place, 0) & low == 0
                    and self.half(length, place, 1) & high == 0
                ):
                    yield place
        else:
            for cell in range(self.cells):
                if not self.is_in(state.shots, state.turn, cell):
                    yield cell

    def next_ship(self, state: Sea) -> int:
        """The ship that the player to move has to place, or NONE."""
        for at in range(state.turn * self.number, (state.turn + 1) * self.number):
            if state.ships[at] == NOT_YET:
                return at
        return NONE

    def is_in(self, seas: tuple[int, ...], who: int, cell: int) -> bool:
        """Whether a cell is among the shots, or the hits, of a player."""
        return seas[2 * who + cell // HALF] >> cell % HALF & 1 == 1

    def result(self, state: Sea, action: int) -> Sea:
        """A concealed ship is settled, a ship is placed, or there is a shot."""
        if self.first(state, UNKNOWN) != NONE:
            at, place = action // (2 * self.cells), action % (2 * self.cells)
            return state._replace(ships=replaced(state.ships, at, place))
        at = self.next_ship(state)
        if at != NONE:
            ships = replaced(state.ships, at, action)
            turn = int(at + 1 >= self.number) if at + 1 < 2 * self.number else 0
            return state._replace(ships=ships, turn=turn)
        index = 2 * state.turn + action // HALF
        bit = 1 << action % HALF
        hit = bit & self.occupied(state, 1 - state.turn, action // HALF)
        shots = replaced(state.shots, index, state.shots[index] | bit)
        hits = replaced(state.hits, index, state.hits[index] | hit)
        return Sea(state.ships, shots, hits, 1 - state.turn)

    def has_sunk_all(self, state: Sea, who: int) -> bool:
        """Whether a player has hit every cell of the other's ships."""
        return bits.count(state.hits[2 * who]) + bits.count(state.hits[2 * who + 1]) == self.whole

    def is_terminal(self, state: Sea) -> bool:
        """Whether a fleet is sunk."""
        return self.has_sunk_all(state, 0) or self.has_sunk_all(state, 1)

    def utility(self, state: Sea, player: int) -> int:
        """1 to the player who sank the other's fleet, and -1 to the other."""
        return 1 if self.has_sunk_all(state, player) else -1

    def is_sunk(self, state: Sea, at: int) -> bool:
        """Whether all cells of a ship were hit."""
        if state.ships[at] < 0:
            return False
        sunk = True
        for which in range(2):
            cells = self.half(self.row_length(at), state.ships[at], which)
            sunk = sunk and cells & ~state.hits[2 * (1 - at // self.number) + which] == 0
        return sunk

    def seen_ships(self, state: Sea, player: int) -> tuple[int, ...]:
        """The ships as a player sees them: the own ones, and those that were sunk."""
        ships = state.ships
        for at in range((1 - player) * self.number, (2 - player) * self.number):
            if ships[at] >= 0 and not self.is_sunk(state, at):
                ships = replaced(ships, at, UNKNOWN)
        return ships

    def observation(
        self, state: Sea, player: int
    ) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], int]:
        """The own ships, all shots, hits and sunk ships; before the first shot only the own."""
        if self.first(state, NOT_YET) != NONE:
            ships = state.ships
            for at in range((1 - player) * self.number, (2 - player) * self.number):
                ships = replaced(ships, at, NOT_YET)
            return ships, state.shots, state.hits, NONE
        return self.seen_ships(state, player), state.shots, state.hits, state.turn

    def conceal(self, state: Sea, player: int) -> Sea:
        """The other's ships are open again, except those that were sunk."""
        return state._replace(ships=self.seen_ships(state, player))


def has_room(size: int, ships: tuple[int, ...]) -> bool:
    """Whether the last ship can always be placed, wherever the others are."""
    for at, length in enumerate(ships):
        taken = sum(one + length - 1 + one * length for one in ships[:at])
        if 2 * size * (size - length + 1) <= taken:
            return False
    return True
