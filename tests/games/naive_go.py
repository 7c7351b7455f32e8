"""Go by sets of points, written from the rules: the twin of the boards of words."""

from __future__ import annotations

from collections.abc import Sequence

Board = dict[tuple[int, int], str]
"""The stones, X and O, by row and column."""


def beside(point: tuple[int, int], size: int) -> list[tuple[int, int]]:
    """The neighbours of a point."""
    row, column = point
    steps = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [(r, c) for r, c in steps if 0 <= r < size and 0 <= c < size]


def chain(board: Board, point: tuple[int, int], size: int) -> tuple[set[tuple[int, int]], int]:
    """The chain at a point, and how many liberties it has."""
    colour, seen, todo, free = board[point], {point}, [point], set()
    while todo:
        for near in beside(todo.pop(), size):
            if near not in board:
                free.add(near)
            elif board[near] == colour and near not in seen:
                seen.add(near)
                todo.append(near)
    return seen, len(free)


def placed(board: Board, point: tuple[int, int], colour: str, size: int) -> tuple[Board, int, int]:
    """The board after a stone, how many others it took, and how many of its own."""
    after = {**board, point: colour}
    taken = 0
    for near in beside(point, size):
        if after.get(near, colour) != colour:
            stones, liberties = chain(after, near, size)
            if not liberties:
                taken += len(stones)
                after = {at: mark for at, mark in after.items() if at not in stones}
    stones, liberties = chain(after, point, size)
    if liberties:
        return after, taken, 0
    return {at: mark for at, mark in after.items() if at not in stones}, taken, len(stones)


def legal(board: Board, colour: str, size: int, *, suicide: bool) -> set[tuple[int, int]]:
    """Where a stone may be placed, ko aside."""
    points = {(r, c) for r in range(size) for c in range(size)} - set(board)
    lost = {point: placed(board, point, colour, size)[2] for point in points}
    return {point for point in points if lost[point] == 0 or (suicide and lost[point] > 1)}


def rows(board: Board, size: int) -> list[str]:
    """The rows from the top."""
    return ["".join(board.get((r, c), ".") for c in range(size)) for r in range(size)]


def area(marks: Sequence[str]) -> int:
    """Black's stones and surrounded points less White's."""
    size = len(marks)
    total = sum(row.count("X") - row.count("O") for row in marks)
    empty = {(r, c) for r in range(size) for c in range(size) if marks[r][c] == "."}
    while empty:
        region, colours, todo = 0, set(), [empty.pop()]
        while todo:
            region += 1
            for near in beside(todo.pop(), size):
                if near in empty:
                    empty.remove(near)
                    todo.append(near)
                elif (mark := marks[near[0]][near[1]]) != ".":
                    colours.add(mark)
        if len(colours) == 1:
            total += region if colours == {"X"} else -region
    return total
