"""Kalah: sow seeds around the board; the player with more in their store at the end wins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import comb
from typing import NamedTuple

from adversario.base.appearance import Appearance, named_by_paint
from adversario.base.board_diagram import Cell, Diagram
from adversario.base.errors import IllegalActionError, InputError
from adversario.game import Game
from adversario.games.drawing.grid import picture
from adversario.games.registry import register
from adversario.tuples import replaced

MOST_HOUSES, MOST_SEEDS = 12, 24


class State(NamedTuple):
    """The seeds: the first player's houses and store, then the second's; and the player to move."""

    seeds: tuple[int, ...]
    turn: int


@register("kalah")
class Kalah(Game[State, int]):
    """Kalah(m, n): m houses each, with n seeds in every house. An action is a house, from 0.

    A move sows the seeds of a house, one by one, counter-clockwise, past the opponent's store. If
    the last one falls into the mover's store, the mover moves again; if into an empty house of the
    mover, it is captured together with the seeds of the house opposite, if there are any or
    `empty_capture` is on. When a player has no seeds left in the houses, the other stores theirs,
    and the game is over. The utility is 1, 0 or -1 or, with `difference`, the difference in seeds.
    """

    def __init__(
        self,
        houses: int = 6,
        seeds: int = 4,
        empty_capture: bool = False,
        difference: bool = False,
    ) -> None:
        if not (1 <= houses <= MOST_HOUSES and 1 <= seeds <= MOST_SEEDS):
            raise InputError(
                "kalah.size", houses=houses, seeds=seeds, most=MOST_HOUSES, full=MOST_SEEDS
            )
        self.houses, self.seeds = houses, seeds
        self.empty_capture, self.difference = empty_capture, difference
        self.places, self.total = 2 * houses + 2, 2 * houses * seeds
        most = self.total if difference else 1
        self.utility_bounds = (-most, most)

    def initial(self) -> State:
        """An equal number of seeds in every house, none in the stores."""
        side = (self.seeds,) * self.houses
        return State((*side, 0, *side, 0), 0)

    def player(self, state: State) -> int:
        """The player to move."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """Houses whose last seed falls into the store first; those nearer to it before others."""
        first = state.turn * (self.houses + 1)
        for house in range(self.houses - 1, -1, -1):
            if self.goes_again(state.seeds[first + house], house):
                yield house
        for house in range(self.houses - 1, -1, -1):
            seeds = state.seeds[first + house]
            if seeds and not self.goes_again(seeds, house):
                yield house

    def goes_again(self, seeds: int, house: int) -> bool:
        """Whether the last of `seeds` seeds falls into the mover's store."""
        return seeds % (self.places - 1) == self.houses - house

    def result(self, state: State, action: int) -> State:
        """The state after sowing, capturing and, at the end, storing."""
        turn, first = state.turn, state.turn * (self.houses + 1)
        store, skipped = first + self.houses, (first + self.houses + self.places // 2) % self.places
        at, seeds = first + action, state.seeds
        hand, seeds = seeds[at], replaced(seeds, at, 0)
        while hand > 0:
            at = (at + 1) % self.places
            if at != skipped:
                seeds = replaced(seeds, at, seeds[at] + 1)
                hand -= 1
        if first <= at < store and seeds[at] == 1:
            opposite = 2 * self.houses - at
            if seeds[opposite] > 0 or self.empty_capture:
                seeds = replaced(seeds, store, seeds[store] + seeds[opposite] + 1)
                seeds = replaced(replaced(seeds, at, 0), opposite, 0)
        return State(self.store_rest(seeds), turn if at == store else 1 - turn)

    def store_rest(self, seeds: tuple[int, ...]) -> tuple[int, ...]:
        """If a side is empty, the seeds with those of the other side stored.

        Else the same seeds.
        """
        half = self.houses + 1
        one, two = 0, 0
        for house in range(self.houses):
            one, two = one + seeds[house], two + seeds[half + house]
        if one > 0 and two > 0:
            return seeds
        for house in range(self.houses):
            seeds = replaced(replaced(seeds, house, 0), half + house, 0)
        seeds = replaced(seeds, self.houses, seeds[self.houses] + one)
        return replaced(seeds, half + self.houses, seeds[half + self.houses] + two)

    def is_terminal(self, state: State) -> bool:
        """Whether all seeds are in the stores."""
        return state.seeds[self.houses] + state.seeds[2 * self.houses + 1] == self.total

    def lead(self, state: State, player: int) -> int:
        """The seeds that a player has in store, less those of the other."""
        lead = state.seeds[self.houses] - state.seeds[2 * self.houses + 1]
        return lead if player == 0 else -lead

    def utility(self, state: State, player: int) -> int:
        """The difference in seeds, or its sign."""
        lead = self.lead(state, player)
        if self.difference or lead == 0:
            return lead
        return 1 if lead > 0 else -1

    def evaluate(self, state: State, player: int) -> float:
        """The difference in seeds stored, as a share of all if only the result counts."""
        return self.lead(state, player) / (1 if self.difference else self.total)

    def most_states(self) -> int | None:
        """The seeds in any places, and either player to move."""
        return 2 * comb(self.total + self.places - 1, self.total)

    # Notation and pictures.

    def player_name(self, player: int) -> str:
        """The players by number."""
        return str(player + 1)

    def action_name(self, state: State, action: int) -> str:
        """The house, counted from 1 towards the player's store."""
        return str(action + 1)

    def parse_action(self, state: State, text: str) -> int:
        """The inverse of `action_name`, for a house that is not empty."""
        if self.is_terminal(state):
            raise IllegalActionError("game.over", state=self.position(state))
        house = int(text) - 1 if text.strip().isdecimal() else -1
        if 0 <= house < self.houses and not state.seeds[state.turn * (self.houses + 1) + house]:
            raise IllegalActionError("kalah.empty", house=house + 1, state=self.position(state))
        return super().parse_action(state, text)

    def sides(self, state: State) -> list[tuple[int, ...]]:
        """The houses and the store of each player."""
        half = self.houses + 1
        return [state.seeds[:half], state.seeds[half:]]

    def position(self, state: State) -> str:
        """Houses + store of each, and the player to move, as in 4-4-4+0 4-4-4+0 1."""
        sides = [f"{'-'.join(map(str, side[:-1]))}+{side[-1]}" for side in self.sides(state)]
        return f"{' '.join(sides)} {state.turn + 1}"

    def parse_position(self, text: str) -> State:
        """The inverse of `position`; the houses played, as in "3 6 1", are accepted too."""
        if "+" not in text:
            return super().parse_position(text)
        side = rf"((?:\d+-){{{self.houses - 1}}}\d+)\+(\d+)"
        found = re.fullmatch(rf"{side}\s+{side}\s+([12])", text.strip())
        if found is None:
            raise InputError("kalah.malformed", position=text, houses=self.houses)
        one, store, two, other, turn = found.groups()
        seeds = [*map(int, one.split("-")), int(store), *map(int, two.split("-")), int(other)]
        if sum(seeds) != self.total:
            raise InputError("kalah.counts", position=text, found=sum(seeds), total=self.total)
        state = State(tuple(seeds), int(turn) - 1)
        if self.store_rest(state.seeds) != state.seeds:
            raise InputError("kalah.over", position=text)
        return state

    def text(self, state: State) -> str:
        """The board as the first player sees it: the second player's houses run backwards."""
        one, two = self.sides(state)
        wide = max(len(str(number)) for number in state.seeds)
        gap, stores = " " * wide, [f"{side[-1]:>{wide}}" for side in (two, one)]
        above = " ".join(f"{seeds:>{wide}}" for seeds in reversed(two[:-1]))
        below = " ".join(f"{seeds:>{wide}}" for seeds in one[:-1])
        middle = " " * len(above)
        return f"{gap} {above}\n{stores[0]} {middle} {stores[1]}\n{gap} {below}"

    def svg(self, state: State) -> str:
        """The board drawn, the second player's houses above."""
        one, two = self.sides(state)
        width = 64 * (self.houses + 2) + 16
        body = [
            f'<rect width="{width}" height="160" fill="white"/>'
            f'<rect x="4" y="4" width="{width - 8}" height="152" rx="28" fill="#c08a4e"/>'
        ]
        for x, side in ((40, two), (width - 40, one)):
            body.append(
                f'<rect x="{x - 24}" y="24" width="48" height="112" rx="24" fill="#8a5a2b"/>'
                f'<text x="{x}" y="88" fill="white" text-anchor="middle">{side[-1]}</text>'
            )
        for y, seeds in ((44, tuple(reversed(two[:-1]))), (116, one[:-1])):
            for house, number in enumerate(seeds):
                x = 104 + 64 * house
                body.append(
                    f'<circle cx="{x}" cy="{y}" r="26" fill="#8a5a2b"/>'
                    f'<text x="{x}" y="{y + 8}" fill="white" text-anchor="middle">{number}</text>'
                )
        return picture(width, 160, self.position(state), "".join(body))

    def diagram(self, state: State) -> Diagram:
        """Houses and stores as data: the first player's below, stores at the ends."""
        cells = []
        for player, seeds in enumerate(self.sides(state)):
            for house, number in enumerate(seeds):
                store = house == self.houses
                column = house + 1 if player == 0 else self.houses - house
                name = f"{player + 1}:{'+' if store else house + 1}"
                row = 0 if store else 1 - player
                cells.append(Cell(row, column, name, owner=player, count=number))
        return Diagram("pits", 2, self.houses + 2, tuple(cells))

    def action_cells(self, state: State, action: int) -> tuple[int, ...]:
        """The house."""
        return (state.turn * (self.houses + 1) + action,)

    def appearance(self) -> Appearance:
        """The first player below."""
        return Appearance(named_by_paint("red", "blue"), bottom=0)

    def points_so_far(self, state: State) -> tuple[int, ...]:
        """The seeds in the stores."""
        return tuple(side[-1] for side in self.sides(state))
