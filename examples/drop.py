"""Stones fall into five columns of five cells; four in a line win. Lines are the patterns."""

from collections.abc import Iterator
from typing import NamedTuple

from adversario import Game

SIZE = 5
STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))
LINES = tuple(
    tuple(SIZE * (column + k * right) + row + k * up for k in range(4))
    for column in range(SIZE)
    for row in range(SIZE)
    for right, up in STEPS
    if column + 3 * right < SIZE and 0 <= row + 3 * up < SIZE
)
MASKS = tuple(sum(1 << cell for cell in line) for line in LINES)


class State(NamedTuple):
    """The stones of the player to move and of the other, bit 5 * column + row."""

    mine: int
    theirs: int
    turn: int


class Drop(Game[State, int]):
    """The rules, and the lines as patterns."""

    utility_bounds = (-1, 1)
    pattern_sizes = (81,) * len(LINES)

    def initial(self) -> State:
        """An empty board."""
        return State(0, 0, 0)

    def player(self, state: State) -> int:
        """The player to move."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """The columns that are not full."""
        for column in range(SIZE):
            if not (state.mine | state.theirs) >> (SIZE * column + SIZE - 1) & 1:
                yield column

    def result(self, state: State, action: int) -> State:
        """The board with a stone on top of a column, as the other player sees it."""
        column = (1 << SIZE) - 1 << SIZE * action
        taken = state.mine | state.theirs
        stone = (taken & column) + (1 << SIZE * action) & ~taken
        return State(state.theirs, state.mine | stone, 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        """Whether the board is full, or the last stone completed a line."""
        full = state.mine | state.theirs == (1 << SIZE * SIZE) - 1
        return full or any(state.theirs & mask == mask for mask in MASKS)

    def utility(self, state: State, player: int) -> int:
        """1 for a line, -1 for one of the other player."""
        if not any(state.theirs & mask == mask for mask in MASKS):
            return 0
        return -1 if player == state.turn else 1

    def patterns(self, state: State, player: int) -> Iterator[int]:
        """An index for each line: its cells as digits in base 3."""
        own = player == state.turn
        mine, theirs = (state.mine, state.theirs) if own else (state.theirs, state.mine)
        for number in range(len(LINES)):
            index = 0
            for cell in LINES[number]:
                index = 3 * index + (mine >> cell & 1) + 2 * (theirs >> cell & 1)
            yield 81 * number + index
