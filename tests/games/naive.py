"""Slow, plain twins of some rules, written another way: what the games are held against."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from adversario.game import Game


def leaves(game: Game[Any, Any], state: Any, depth: int) -> int:
    """How many sequences of that many actions there are."""
    if depth == 0:
        return 1
    return sum(leaves(game, game.result(state, a), depth - 1) for a in game.legal(state))


def solved(game: Game[Any, Any]) -> dict[Any, Any]:
    """What player 0 gets from each state that can be reached, by plain minimax."""
    values: dict[Any, Any] = {}

    def value(state: Any) -> Any:
        if state not in values:
            if game.is_terminal(state):
                values[state] = game.utility(state, 0)
            else:
                after = [value(game.result(state, action)) for action in game.actions(state)]
                values[state] = min(after) if game.player(state) else max(after)
        return values[state]

    value(game.initial())
    return values


def lines(rows: Sequence[str], k: int) -> Iterator[str]:
    """Every k cells in a row, in all four directions."""
    for row in range(len(rows)):
        for column in range(len(rows[0])):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + i * down, column + i * right) for i in range(k)]
                if all(r < len(rows) and 0 <= c < len(rows[0]) for r, c in cells):
                    yield "".join(rows[r][c] for r, c in cells)


def linked(rows: Sequence[str], mark: str) -> bool:
    """Whether a mark connects its sides of a board of Hex: X the rows, O the columns."""
    size = len(rows)
    stones = {(r, c) for r in range(size) for c in range(size) if rows[r][c] == mark}
    axis = 0 if mark == "X" else 1
    todo = [cell for cell in stones if cell[axis] == 0]
    seen = set(todo)
    while todo:
        r, c = todo.pop()
        if (r, c)[axis] == size - 1:
            return True
        for step in ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)):
            beside = (r + step[0], c + step[1])
            if beside in stones - seen:
                seen.add(beside)
                todo.append(beside)
    return False


def breakthrough_moves(rows: Sequence[str], mover: str) -> set[str]:
    """The names of the moves of a board of Breakthrough, rows from the top."""
    ahead = -1 if mover == "X" else 1
    names = set()
    for r, marks in enumerate(rows):
        for c, mark in enumerate(marks):
            for side in (-1, 0, 1):
                to = (r + ahead, c + side)
                if mark != mover or not (0 <= to[0] < len(rows) and 0 <= to[1] < len(marks)):
                    continue
                target = rows[to[0]][to[1]]
                if target == "." or (side and target != mover):
                    cells = [f"{'abcdefgh'[y]}{len(rows) - x}" for x, y in ((r, c), to)]
                    names.add(("-" if target == "." else "x").join(cells))
    return names


class Sown(NamedTuple):
    """What a move of Kalah leads to: the houses of who moves next and of the other."""

    stored: int
    end: int | None  # what the last houses add to the mover's lead, if the game is over
    again: bool
    own: tuple[int, ...]
    other: tuple[int, ...]


@cache
def kalah_lead(own: tuple[int, ...], other: tuple[int, ...], empty_capture: bool = False) -> int:
    """How many more seeds than the other the mover stores from here on; houses without stores."""
    leads = []
    for after in kalah_moves(own, other, empty_capture):
        if after.end is None:
            rest = kalah_lead(after.own, after.other, empty_capture)
            leads.append(after.stored + (rest if after.again else -rest))
        else:
            leads.append(after.stored + after.end)
    return max(leads)


def kalah_leaves(own: tuple[int, ...], other: tuple[int, ...], depth: int) -> int:
    """How many sequences of that many moves there are."""
    if depth == 0:
        return 1
    found = 0
    for after in kalah_moves(own, other, False):
        if after.end is None:
            found += kalah_leaves(after.own, after.other, depth - 1)
        elif depth == 1:
            found += 1
    return found


def kalah_moves(
    own: tuple[int, ...], other: tuple[int, ...], empty_capture: bool
) -> Iterator[Sown]:
    """All moves, sown around a ring without the other's store."""
    for house, hand in enumerate(own):
        if not hand:
            continue
        ring = [*own, 0, *other]
        ring[house] = 0
        for seed in range(1, hand + 1):
            ring[(house + seed) % len(ring)] += 1
        last = (house + hand) % len(ring)
        mine, stored, theirs = ring[: len(own)], ring[len(own)], ring[len(own) + 1 :]
        if last < len(own) and mine[last] == 1 and (theirs[-1 - last] or empty_capture):
            stored += 1 + theirs[-1 - last]
            mine[last] = theirs[-1 - last] = 0
        end = sum(mine) - sum(theirs) if not any(mine) or not any(theirs) else None
        again = last == len(own)
        sides = (tuple(mine), tuple(theirs))
        yield Sown(stored, end, again, *(sides if again else reversed(sides)))
