"""The corners of `{x >= 0 : rows . x <= 1}`, all of them or only the best: by exact pivots."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from adversario.base.errors import InputError
from adversario.solve.equilibrium.dictionary import Dictionary, Exact, clear_denominators

MAX_BASES = 30_000
"""The most bases visited: more take minutes."""


class Corner(NamedTuple):
    """A corner, and which inequalities are tight there: variables at 0, then rows at their limit.

    As bits of a number: bit i for variable i, and bit n + j for row j, of n variables.
    """

    point: tuple[Fraction, ...]
    tight: int


def polytope(
    rows: Sequence[Sequence[Exact]], first: int = 0, slacks: int | None = None
) -> Dictionary:
    """The equations of the polytope at its corner 0. All entries are positive.

    The variables are numbered from `first`, the slacks of the rows from `slacks`.
    """
    width = len(rows[0])
    start = first + width if slacks is None else slacks
    whole: list[list[int]] = []
    right: list[int] = []
    for row in rows:
        entries, _ = clear_denominators([*row, 1])
        right.append(entries.pop())
        whole.append(entries)
    return Dictionary(
        whole, right, list(range(start, start + len(rows))), list(range(first, first + width))
    )


def lexicographic_row(table: Dictionary, column: int, slacks: range) -> int:
    """The row that leaves when the column enters; there is one, as the polytope is bounded.

    As if row k had the limit 1 + e^(k+1), with a tiny e: no two rows are tied, and no basis is
    visited twice (Dantzig, Orden and Wolfe 1955).
    """
    heights = range(len(table.basic))
    candidates = [row for row in heights if table.rows[row][column] > 0]
    candidates = _least(table, column, candidates, table.right)
    for slack in slacks:
        if len(candidates) == 1:
            break
        if slack in table.others:
            at = table.others.index(slack)
            entries = [table.rows[row][at] for row in heights]
        else:
            entries = [table.determinant * int(table.basic[row] == slack) for row in heights]
        candidates = _least(table, column, candidates, entries)
    return candidates[0]


def _least(
    table: Dictionary, column: int, candidates: list[int], numbers: Sequence[int]
) -> list[int]:
    """The candidates at which a number over the entry of the column is least."""
    best: list[int] = []
    for row in candidates:
        if best:
            head = best[0]
            difference = (
                numbers[row] * table.rows[head][column] - numbers[head] * table.rows[row][column]
            )
            if difference > 0:
                continue
            if difference < 0:
                best = []
        best.append(row)
    return best


def corners(rows: Sequence[Sequence[Exact]], *, best: bool = False) -> list[Corner]:
    """All corners; with `best`, only those where the sum of the variables is largest.

    A walk over the bases that are feasible if each limit is a little larger than the one before.
    Those are the corners of a polytope without degeneracy, whose graph, and that of its best
    face, is connected; every corner of the given one is near one of them. InputError if there
    are too many.
    """
    height, width = len(rows), len(rows[0])
    slacks = range(width, width + height)
    table = polytope(rows)
    table.rows.append([-1] * width)
    table.right.append(0)
    if best:
        while (column := min(range(width), key=table.rows[height].__getitem__)) is not None:
            if table.rows[height][column] >= 0:
                break
            table.pivot(lexicographic_row(table, column, slacks), column)
    found: dict[tuple[Fraction, ...], int] = {}
    seen = {frozenset(table.basic)}
    waiting = [_copy(table)]
    while waiting:
        table = waiting.pop()
        corner = _corner(table, rows)
        found[corner.point] = corner.tight
        for column in range(width):
            if best and table.rows[height][column]:
                continue
            row = lexicographic_row(table, column, slacks)
            after = frozenset(table.basic) - {table.basic[row]} | {table.others[column]}
            if after in seen:
                continue
            if len(seen) >= MAX_BASES:
                raise InputError("matrix.corners", most=MAX_BASES)
            seen.add(after)
            neighbour = _copy(table)
            neighbour.pivot(row, column)
            waiting.append(neighbour)
    return [Corner(point, found[point]) for point in sorted(found, reverse=True)]


def _copy(table: Dictionary) -> Dictionary:
    twin = Dictionary(
        [list(row) for row in table.rows], list(table.right), list(table.basic), list(table.others)
    )
    twin.determinant = table.determinant
    return twin


def _corner(table: Dictionary, rows: Sequence[Sequence[Exact]]) -> Corner:
    width = len(rows[0])
    point = [Fraction(0)] * width
    for row, variable in enumerate(table.basic):
        if variable < width:
            point[variable] = table.value(row)
    tight = sum(1 << at for at, x in enumerate(point) if not x)
    slack = [row for row, variable in enumerate(table.basic) if table.right[row]]
    loose = {table.basic[row] for row in slack}
    tight |= sum(1 << at for at in range(width, width + len(rows)) if at not in loose)
    return Corner(tuple(point), tight)
