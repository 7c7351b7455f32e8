"""Games of heaps: a move replaces one heap by smaller ones; a player who cannot move has lost."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from string import ascii_lowercase
from typing import NamedTuple

from adversario.base.appearance import Appearance, named_by_paint
from adversario.base.board_diagram import Diagram, counters, heap_rows
from adversario.base.catalogue import Message, message
from adversario.base.errors import IllegalActionError, InputError
from adversario.contract.nim_values import (
    MOST_COUNTERS,
    Heap,
    Nimber,
    Period,
    Winning,
    left_over,
    nim_sum,
    verdict,
)
from adversario.game import Game
from adversario.games.drawing.counters import counters_svg, counters_text
from adversario.tuples import replaced

BITS, PLACES = 15, 4
"""The number of bits that count the heaps of a size, and the number of sizes in a word."""

ONES = (1 << BITS) - 1
"""The bits of one size, in a word shifted so that they are the lowest."""


class State(NamedTuple):
    """The number of heaps of each size, and the player to move.

    The first word counts the heaps of the sizes 0 (of which none is kept) to 3, from its lowest
    bits up, the second those of 4 to 7, and so on: a few words are searched far faster than a
    number for each size.
    """

    words: tuple[int, ...]
    turn: int


class Action(NamedTuple):
    """Replace a heap of `size` by two: the smaller of 0 or more, the larger of 0 or more."""

    size: int
    smaller: int
    larger: int


class HeapGame(Game[State, Action]):
    """Base class of games that differ only in the moves of a single heap.

    Heaps of one size are interchangeable and have no order, so a position has one state. In misère
    play a player who cannot move has won.
    """

    utility_bounds = (-1, 1)

    def __init__(self, heaps: tuple[int, ...], misere: bool = False) -> None:
        if not heaps or min(heaps) < 0 or sum(heaps) > MOST_COUNTERS:
            given = "-".join(map(str, heaps))
            raise InputError("heaps.heaps", game=self.name, heaps=given, most=MOST_COUNTERS)
        self.heaps, self.misere = heaps, misere

    @abstractmethod
    def splits(self, size: int) -> Iterable[Action]:
        """The moves in a heap of that size."""

    @abstractmethod
    def has_split(self, size: int) -> bool:
        """Whether there is a move in a heap of that size."""

    @abstractmethod
    def heap_values(self, number: int) -> tuple[list[int], Period | None]:
        """The nim-values of heaps from 0 to `number` - 1, and their period if it is proven."""

    def initial(self) -> State:
        """The heaps given."""
        return self.state(self.heaps)

    def state(self, heaps: Iterable[int], turn: int = 0) -> State:
        """The state with these heaps."""
        sizes = [size for size in heaps if size]
        words = [0] * (max([*sizes, *self.heaps]) // PLACES + 1)
        for size in sizes:
            words[size // PLACES] += one(size)
        return State(tuple(words), turn)

    def player(self, state: State) -> int:
        """The player to move."""
        return state.turn

    def actions(self, state: State) -> Iterator[Action]:
        """The moves in a heap of each size, small heaps first."""
        for word, counts in enumerate(state.words):
            size, left = word * PLACES, counts
            while left > 0:
                if left & ONES:
                    yield from self.splits(size)
                size, left = size + 1, left >> BITS

    def result(self, state: State, action: Action) -> State:
        """The heaps with one of them replaced."""
        size, smaller, larger = action
        words = add_heaps(state.words, size, -one(size))
        if smaller > 0:
            words = add_heaps(words, smaller, one(smaller))
        if larger > 0:
            words = add_heaps(words, larger, one(larger))
        return State(words, 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        """Whether no heap has a move."""
        for word, counts in enumerate(state.words):
            size, left = word * PLACES, counts
            while left > 0:
                if left & ONES and self.has_split(size):
                    return False
                size, left = size + 1, left >> BITS
        return True

    def utility(self, state: State, player: int) -> int:
        """1 for the winner: the player who moved last, or in misère play the other."""
        return 1 if (player == state.turn) == self.misere else -1

    # Not needed by searches: nim-values, notation, pictures.

    def nimber(self, state: State) -> Nimber | None:
        """The nim-value from those of the heaps; None in misère play, where they do not decide."""
        if self.misere:
            return None
        sizes = self.sizes(state)
        values, _ = self.heap_values(max(sizes, default=0) + 1)
        heaps = tuple(Heap(str(size), size, values[size]) for size in sizes)
        value = nim_sum(heap.value for heap in heaps)
        winning = tuple(
            Winning(action, self.action_name(state, action), _reason(sizes, action, values))
            for action in self.actions(state)
            if value ^ values[action.size] ^ values[action.smaller] ^ values[action.larger] == 0
        )
        return Nimber(
            self.name, self.position(state), heaps, value, wins=value != 0,
            verdict=verdict(value, over=self.is_terminal(state)), winning=winning,
        )  # fmt: skip

    def sizes(self, state: State) -> tuple[int, ...]:
        """The sizes of the heaps, largest first."""
        found: list[int] = []
        for size in reversed(range(len(state.words) * PLACES)):
            number = state.words[size // PLACES] // one(size) % (1 << BITS)
            found += [size] * number
        return tuple(found)

    def action_name(self, state: State, action: Action) -> str:
        """The heap and its parts after the move: 7:2+4, or 7:6, or 2:0."""
        size, smaller, larger = action
        return f"{size}:{smaller}+{larger}" if smaller else f"{size}:{larger}"

    def parse_action(self, state: State, text: str) -> Action:
        """The inverse of `action_name`; the order of the new heaps does not matter."""
        if self.is_terminal(state):
            raise IllegalActionError("game.over", state=self.position(state))
        found = re.fullmatch(r"(\d+):(\d+)\+(\d+)", text.replace(" ", ""))
        if found and int(found[2]) > int(found[3]):
            text = f"{found[1]}:{found[3]}+{found[2]}"
        return super().parse_action(state, text)

    def position(self, state: State) -> str:
        """The heaps, largest first, and the player to move: 7-3-3 1."""
        return f"{'-'.join(map(str, self.sizes(state))) or '0'} {state.turn + 1}"

    def parse_position(self, text: str) -> State:
        """The inverse of `position`, in any order; without a player, the first one moves."""
        heaps, turn = read_heaps(text) or ((), 0)
        if not heaps or sum(heaps) > MOST_COUNTERS:
            raise InputError("heaps.malformed", game=self.name, position=text, most=MOST_COUNTERS)
        return self.state(heaps, turn)

    def text(self, state: State) -> str:
        """A row of counters for each heap."""
        return counters_text([(str(size), size) for size in self.sizes(state)])

    def svg(self, state: State) -> str:
        """The heaps drawn, a row each."""
        return counters_svg([(str(size), size) for size in self.sizes(state)])

    def diagram(self, state: State) -> Diagram | None:
        """The counters as data."""
        return heap_rows(self.sizes(state), lambda heap: f"{ascii_lowercase[heap % 26]}")

    def action_cells(self, state: State, action: Action) -> tuple[int, ...]:
        """The first and the last counter taken, from the middle.

        Or the place where the heap splits.
        """
        sizes = self.sizes(state)
        return _taken(sizes, sizes.index(action.size), action.size, action.smaller, action.larger)

    def other_action_cells(self, state: State, action: Action) -> tuple[tuple[int, ...], ...]:
        """The move from the other end, in the other heaps of that size, or the last cell first."""
        size, smaller, larger = action
        sizes = self.sizes(state)
        found = [
            _taken(sizes, heap, size, *parts)
            for heap, each in enumerate(sizes)
            if each == size
            for parts in ((smaller, larger), (larger, smaller))
        ]
        either = [order for cells in found for order in (cells, cells[::-1])]
        own = self.action_cells(state, action)
        return tuple(cells for cells in dict.fromkeys(either) if cells and cells != own)

    def appearance(self) -> Appearance:
        """The players are named by colours."""
        return Appearance(named_by_paint("red", "blue"))


def _taken(sizes: Sequence[int], heap: int, size: int, left: int, right: int) -> tuple[int, ...]:
    """The first and the last counter of a heap between two parts that are left."""
    last = max(left, size - right - 1)
    cells = counters(sizes, heap, min(left, size - 1), min(last, size - 1))
    return cells[:1] if len(cells) < 2 else (cells[0], cells[-1])


def _reason(sizes: Sequence[int], action: Action, values: Sequence[int]) -> Message:
    """Why a move wins: the heaps that it leaves, and their nim-value of 0."""
    parts = [size for size in (action.smaller, action.larger) if size]
    left = list(sizes)
    left.remove(action.size)
    left = sorted(left + parts, reverse=True)
    return message(
        "nimber.split",
        size=action.size,
        parts=message(f"nimber.parts.{len(parts)}", smaller=action.smaller, larger=action.larger),
        after=left_over(values[size] for size in left),
    )


def one(size: int) -> int:
    """One heap of that size, in the word that counts it."""
    return 1 << size % PLACES * BITS


def add_heaps(words: tuple[int, ...], size: int, by: int) -> tuple[int, ...]:
    """The words with `by` added to the one that counts heaps of that size."""
    word = size // PLACES
    return replaced(words, word, words[word] + by)


def read_heaps(text: str) -> tuple[tuple[int, ...], int] | None:
    """The heaps and the player of `3-4-5 1` or `3,4,5`.

    None if the text is not in this notation.
    """
    found = re.fullmatch(r"([0-9]{1,12}(?:[-,][0-9]{1,12})*)(?:\s+([12]))?", text.strip())
    if found is None:
        return None
    return tuple(int(size) for size in re.split("[-,]", found[1])), int(found[2] or 1) - 1
