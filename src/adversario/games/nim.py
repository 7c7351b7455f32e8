"""Nim: heaps of counters; a move takes any number from one heap."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import permutations
from string import ascii_lowercase
from typing import NamedTuple

from adversario.errors import InputError
from adversario.game import Game
from adversario.tuples import ordered, replaced

MOST_HEAPS = len(ascii_lowercase)


class State(NamedTuple):
    """The size of each heap, and who moves."""

    heaps: tuple[int, ...]
    turn: int


class Action(NamedTuple):
    """Take that many counters from that heap, heaps counted from 0."""

    heap: int
    taken: int


class Nim(Game[State, Action]):
    """Whoever takes the last counter wins; in misère play, loses."""

    utility_bounds = (-1, 1)

    def __init__(self, heaps: tuple[int, ...] = (3, 4, 5), misere: bool = False) -> None:
        if not heaps or min(heaps) < 0 or max(heaps) == 0 or len(heaps) > MOST_HEAPS:
            raise InputError("nim.heaps", heaps="-".join(map(str, heaps)))
        self.heaps, self.misere = heaps, misere

    def initial(self) -> State:
        """All heaps full."""
        return State(self.heaps, 0)

    def player(self, state: State) -> int:
        """Whose turn it is."""
        return state.turn

    def actions(self, state: State) -> Iterator[Action]:
        """Every number of counters from every heap, one counter first."""
        for heap, size in enumerate(state.heaps):
            for taken in range(1, size + 1):
                yield Action(heap, taken)

    def result(self, state: State, action: Action) -> State:
        """The heaps without the counters taken."""
        left = state.heaps[action.heap] - action.taken
        return State(replaced(state.heaps, action.heap, left), 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        """Whether all heaps are empty."""
        return not any(state.heaps)

    def utility(self, state: State, player: int) -> int:
        """1 for the winner: who took the last counter, or in misère play the other."""
        return 1 if (player == state.turn) == self.misere else -1

    def key(self, state: State) -> Hashable:
        """The order of the heaps does not matter."""
        return ordered(state.heaps), state.turn

    def symmetries(self, state: State) -> Iterator[State]:
        """The same heaps in any other order."""
        for heaps in set(permutations(state.heaps)):
            yield State(heaps, state.turn)

    def action_name(self, state: State, action: Action) -> str:
        """The heap as a letter and the count: b3 takes three from the second heap."""
        return f"{ascii_lowercase[action.heap]}{action.taken}"

    def position(self, state: State) -> str:
        """The heaps and the player to move: 3-4-5 1."""
        return f"{'-'.join(map(str, state.heaps))} {state.turn + 1}"

    def parse_position(self, text: str) -> State:
        """The inverse of `position`; without a player, the first one moves."""
        heaps, _, turn = text.strip().partition(" ")
        sizes = heaps.split("-")
        if not all(size.isdecimal() for size in sizes) or turn.strip() not in ("", "1", "2"):
            raise InputError("nim.malformed", position=text)
        return State(tuple(map(int, sizes)), int(turn or 1) - 1)

    def text(self, state: State) -> str:
        """A row of counters for each heap."""
        rows = zip(ascii_lowercase, state.heaps, strict=False)
        return "\n".join(f"{letter} {'●' * size} {size}" for letter, size in rows)
