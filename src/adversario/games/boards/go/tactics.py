"""Chains in atari on the array of `chains`: what can be taken, what can be saved."""

from __future__ import annotations

from adversario.games.boards.go.chains import AFTER, CHAIN, COLOUR, EMPTY, LIBERTIES, Chains

UNCHECKED = "an array with a border all around; tests play at random on all sizes, checked"
"""Why compiled code needs no checks of arithmetic and indices (see `tests/games/boards`)."""


def last_liberty(board: Chains, at: int, step: int) -> int:
    """The liberty of the chain of a stone if it has only one, else 0.

    A point beside n of its stones counts n times; it is the only one if that makes all of them.
    """
    chain = int(board[8 * at + CHAIN])
    liberties = board[8 * chain + LIBERTIES]
    if liberties > 4:
        return 0
    stone = chain
    while True:
        for to in (stone - step, stone - 1, stone + 1, stone + step):
            if board[8 * to + COLOUR] == EMPTY:
                beside = 0
                for again in (to - step, to - 1, to + 1, to + step):
                    if board[8 * again + COLOUR] < EMPTY and board[8 * again + CHAIN] == chain:
                        beside += 1
                return to if beside == liberties else 0
        stone = int(board[8 * stone + AFTER])
        if stone == chain:
            return 0


def is_self_atari(board: Chains, at: int, own: int, step: int) -> bool:
    """Whether the chain that a stone would be in had at most one liberty, and it takes nothing."""
    free, other = 0, 0
    for to in (at - step, at - 1, at + 1, at + step):
        if board[8 * to + COLOUR] == EMPTY:
            free += 1
            other = to
    if free >= 2:
        return False
    for to in (at - step, at - 1, at + 1, at + step):
        if board[8 * to + COLOUR] == 1 - own and last_liberty(board, to, step):
            return False
    for to in (at - step, at - 1, at + 1, at + step):
        if board[8 * to + COLOUR] == own:
            found = second_liberty(board, to, at, other, step)
            if found < 0:
                return False
            other = found if other == 0 else other
    return True


def second_liberty(board: Chains, at: int, but: int, other: int, step: int) -> int:
    """A liberty of a chain beside `but`, 0 if there is none.

    -1 if it has more, or another one than `other`, unless that is 0.
    """
    chain = int(board[8 * at + CHAIN])
    found, stone = 0, chain
    while True:
        for to in (stone - step, stone - 1, stone + 1, stone + step):
            if board[8 * to + COLOUR] == EMPTY and to not in (but, found):
                if found or (other and to != other):
                    return -1
                found = to
        stone = int(board[8 * stone + AFTER])
        if stone == chain:
            return found
