"""Nim: heaps of counters; a move takes any number from one heap."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import permutations
from string import ascii_lowercase
from typing import NamedTuple

from adversario.base.appearance import Appearance, named_by_paint
from adversario.base.board_diagram import Diagram, counters, heap_rows
from adversario.base.errors import IllegalActionError, InputError
from adversario.contract.nim_values import Nimber, Period
from adversario.game import Game
from adversario.games.drawing.counters import counters_svg, counters_text
from adversario.games.heaps.heap_game import read_heaps
from adversario.games.heaps.nim_theory import explain_nim
from adversario.games.registry import register
from adversario.tuples import ordered, replaced

MOST_HEAPS, LARGEST = len(ascii_lowercase), 10**9

ORDERED = 6
"""With at most this many heaps their orders are listed as symmetries; more have too many."""

UNCHECKED = "heaps have at most 10**9 counters, and none is taken that is not there"
"""Why compiled code needs no checks (see `tests/native/compiler/test_opt_out.py`)."""


class State(NamedTuple):
    """The size of each heap, and the player to move."""

    heaps: tuple[int, ...]
    turn: int


class Action(NamedTuple):
    """Take that many counters from that heap, heaps counted from 0."""

    heap: int
    taken: int


@register("nim")
class Nim(Game[State, Action]):
    """The player who takes the last counter wins; in misère play, loses."""

    utility_bounds = (-1, 1)

    def __init__(self, heaps: tuple[int, ...] = (3, 4, 5), misere: bool = False) -> None:
        if not are_heaps(heaps) or max(heaps) == 0:
            raise InputError("nim.heaps", heaps="-".join(map(str, heaps)))
        self.heaps, self.misere = heaps, misere

    def initial(self) -> State:
        """All heaps full."""
        return State(self.heaps, 0)

    def player(self, state: State) -> int:
        """The player to move."""
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
        """1 for the winner: the player who took the last counter, or in misère play the other."""
        return 1 if (player == state.turn) == self.misere else -1

    def key(self, state: State) -> Hashable:
        """The heaps in order of size, as their order does not matter."""
        heaps = ordered(state.heaps) if len(state.heaps) <= ORDERED else state.heaps
        return heaps, state.turn

    def symmetries(self, state: State) -> Iterator[State]:
        """The heaps in any other order."""
        if len(state.heaps) <= ORDERED:
            for heaps in set(permutations(state.heaps)):
                yield State(heaps, state.turn)

    def nimber(self, state: State) -> Nimber:
        """The nim-value explained: the value of a heap is its size."""
        return explain_nim(self, state, Action)

    def heap_values(self, number: int) -> tuple[list[int], Period | None]:
        """The sizes: the value of a heap is its size."""
        return list(range(number)), None

    def action_name(self, state: State, action: Action) -> str:
        """The heap as a letter and the count: b3 takes three from the second heap."""
        return f"{ascii_lowercase[action.heap]}{action.taken}"

    def parse_action(self, state: State, text: str) -> Action:
        """The inverse of `action_name`."""
        if self.is_terminal(state):
            raise IllegalActionError("game.over", state=self.position(state))
        return super().parse_action(state, text.strip().lower())

    def position(self, state: State) -> str:
        """The heaps and the player to move: 3-4-5 1."""
        return f"{'-'.join(map(str, state.heaps))} {state.turn + 1}"

    def parse_position(self, text: str) -> State:
        """The inverse of `position`; without a player, the first one moves."""
        heaps, turn = read_heaps(text) or ((), 0)
        if not are_heaps(heaps):
            raise InputError("nim.malformed", position=text)
        return State(heaps, turn)

    def text(self, state: State) -> str:
        """A row of counters for each heap, and their number."""
        rows = list(zip(ascii_lowercase, state.heaps, strict=False))
        lines = counters_text(rows).splitlines()
        return "\n".join(f"{line} {size}" for line, (_, size) in zip(lines, rows, strict=True))

    def svg(self, state: State) -> str:
        """The heaps drawn, a row each."""
        return counters_svg(list(zip(ascii_lowercase, state.heaps, strict=False)))

    def diagram(self, state: State) -> Diagram | None:
        """The counters as data."""
        return heap_rows(state.heaps, lambda heap: ascii_lowercase[heap])

    def action_cells(self, state: State, action: Action) -> tuple[int, ...]:
        """The first of the counters taken, which are those up to the end of the heap."""
        size = state.heaps[action.heap]
        return counters(state.heaps, action.heap, size - action.taken, size - 1)[:1]

    def appearance(self) -> Appearance:
        """The players are named by colours."""
        return Appearance(named_by_paint("red", "blue"))


def are_heaps(heaps: tuple[int, ...]) -> bool:
    """Whether there are at most as many heaps as letters, none of them too large."""
    return 1 <= len(heaps) <= MOST_HEAPS and min(heaps) >= 0 and max(heaps) <= LARGEST
