"""A board of Go in an array that changes: chains with pseudo-liberties, for whole rollouts.

A pseudo-liberty is an empty point beside a stone: a point beside two stones of a chain counts
twice, which is enough to see when there is none left, and costs no search. Boards have a border of
one point all around; `at` is a point of the array, a cell of the game plus `step`.
"""

from __future__ import annotations

from typing import Any, TypeAlias

try:
    import numpy as np
except ModuleNotFoundError:  # in a browser, where whole rollouts are not asked for
    np = None  # type: ignore[assignment]

UNCHECKED = "an array with a border all around; tests play at random on all sizes, checked"
"""Why compiled code needs no checks of arithmetic and indices (see
`tests/native/compiler/test_opt_out.py`)."""

BLACK, WHITE, EMPTY, EDGE = range(4)


Chains: TypeAlias = Any
"""The array: eight numbers for each point, side by side, so that one look fetches them all."""

COLOUR = 0
CHAIN = 1
"""One of the stones of the chain that a stone is in, the same for all of them."""
AFTER = 2
"""The next stone of the chain, in a circle."""
LIBERTIES = 3
"""The pseudo-liberties of a chain, at the stone that names it."""
BESIDE = 4
"""The number of black neighbours, then that of white ones; the edge counts as both."""
PLACE = 6
"""The place of an empty point in the list of these; at point 0 their number."""
LISTED = 7
"""The list of empty points, in any order."""


def empty_chains(points: int) -> Chains:
    """The array for a number of points, all of them edge."""
    board = np.zeros(8 * points, np.int16)
    for at in range(points):
        board[8 * at] = EDGE
    return board


def add_empty(board: Chains, at: int) -> None:
    """Make a point empty, and list it."""
    last = board[PLACE]
    board[8 * at + COLOUR] = EMPTY
    board[8 * at + PLACE] = last
    board[8 * last + LISTED] = at
    board[PLACE] = last + 1


def remove_empty(board: Chains, at: int) -> None:
    """Take a point off the list: the last one takes its place."""
    last, place = board[PLACE] - 1, board[8 * at + PLACE]
    moved = board[8 * last + LISTED]
    board[8 * place + LISTED] = moved
    board[8 * moved + PLACE] = place
    board[PLACE] = last


def swap_empty(board: Chains, index: int, other: int) -> None:
    """Exchange two places of the list."""
    one, two = board[8 * index + LISTED], board[8 * other + LISTED]
    board[8 * index + LISTED] = two
    board[8 * other + LISTED] = one
    board[8 * one + PLACE] = other
    board[8 * two + PLACE] = index


def count_neighbours(board: Chains, at: int, step: int) -> None:
    """Count the neighbours of a point, once all stones are placed."""
    for to in (at - step, at - 1, at + 1, at + step):
        found = board[8 * to + COLOUR]
        if found == EDGE:
            board[8 * at + BESIDE] += 1
            board[8 * at + BESIDE + 1] += 1
        elif found != EMPTY:
            board[8 * at + BESIDE + found] += 1


def gather_chain(board: Chains, at: int, step: int) -> None:
    """Make one chain of a stone and all that are connected with it, unless it is in one."""
    if board[8 * at + COLOUR] >= EMPTY or board[8 * at + AFTER] != 0:
        return
    board[8 * at + CHAIN] = at
    board[8 * at + AFTER] = at
    stone = at
    while True:
        for to in (stone - step, stone - 1, stone + 1, stone + step):
            if board[8 * to + COLOUR] == EMPTY:
                board[8 * at + LIBERTIES] += 1
            elif board[8 * to + COLOUR] == board[8 * at + COLOUR] and board[8 * to + AFTER] == 0:
                board[8 * to + CHAIN] = at
                board[8 * to + AFTER] = board[8 * stone + AFTER]
                board[8 * stone + AFTER] = to
        stone = board[8 * stone + AFTER]
        if stone == at:
            break


def is_eye_at(board: Chains, at: int, own: int, step: int) -> bool:
    """Whether an empty point is most likely an eye."""
    if board[8 * at + BESIDE + own] != 4:
        return False
    enemies, edge = 0, 0
    for to in (at - step - 1, at - step + 1, at + step - 1, at + step + 1):
        if board[8 * to + COLOUR] == EDGE:
            edge = 1
        elif board[8 * to + COLOUR] == 1 - own:
            enemies += 1
    return enemies + edge < 2


def is_playable_at(board: Chains, at: int, own: int, step: int) -> bool:
    """Whether a stone on an empty point would have a liberty, after captures."""
    for to in (at - step, at - 1, at + 1, at + step):
        if board[8 * to + COLOUR] == EMPTY:
            return True
    for to in (at - step, at - 1, at + 1, at + step):
        if board[8 * to + COLOUR] < EMPTY:
            rest = board[8 * board[8 * to + CHAIN] + LIBERTIES]
            for again in (at - step, at - 1, at + 1, at + step):
                if (
                    board[8 * again + COLOUR] < EMPTY
                    and board[8 * again + CHAIN] == board[8 * to + CHAIN]
                ):
                    rest -= 1  # this point itself
            if (rest > 0) == (board[8 * to + COLOUR] == own):
                return True
    return False


def place_stone(board: Chains, at: int, own: int, step: int) -> tuple[int, int]:
    """Place a stone, and take what has no liberties: how many stones, and one of them."""
    remove_empty(board, at)
    board[8 * at + COLOUR] = own
    board[8 * at + CHAIN] = at
    board[8 * at + AFTER] = at
    board[8 * at + LIBERTIES] = 0
    for to in (at - step, at - 1, at + 1, at + step):
        board[8 * to + BESIDE + own] += 1
        if board[8 * to + COLOUR] == EMPTY:
            board[8 * at + LIBERTIES] += 1
        elif board[8 * to + COLOUR] < EMPTY:
            board[8 * board[8 * to + CHAIN] + LIBERTIES] -= 1
    for to in (at - step, at - 1, at + 1, at + step):
        if board[8 * to + COLOUR] == own and board[8 * to + CHAIN] != board[8 * at + CHAIN]:
            join_chains(board, board[8 * at + CHAIN], board[8 * to + CHAIN])
    taken, last = 0, 0
    for to in (at - step, at - 1, at + 1, at + step):
        if board[8 * to + COLOUR] == 1 - own and board[8 * board[8 * to + CHAIN] + LIBERTIES] == 0:
            taken += take_chain(board, to, step)
            last = to
    return taken, last


def join_chains(board: Chains, one: int, other: int) -> None:
    """Make two chains one; `one` goes on naming it."""
    board[8 * one + LIBERTIES] += board[8 * other + LIBERTIES]
    stone = other
    while True:
        board[8 * stone + CHAIN] = one
        stone = board[8 * stone + AFTER]
        if stone == other:
            break
    board[8 * one + AFTER], board[8 * other + AFTER] = (
        board[8 * other + AFTER],
        board[8 * one + AFTER],
    )


def take_chain(board: Chains, first: int, step: int) -> int:
    """Take a chain off the board; the number of its stones."""
    colour, taken, stone = board[8 * first + COLOUR], 0, first
    while True:
        add_empty(board, stone)
        taken += 1
        for to in (stone - step, stone - 1, stone + 1, stone + step):
            board[8 * to + BESIDE + colour] -= 1
        stone = board[8 * stone + AFTER]
        if stone == first:
            break
    while True:
        for to in (stone - step, stone - 1, stone + 1, stone + step):
            if board[8 * to + COLOUR] < EMPTY:
                board[8 * board[8 * to + CHAIN] + LIBERTIES] += 1
        stone = board[8 * stone + AFTER]
        if stone == first:
            break
    return taken
