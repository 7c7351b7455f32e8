"""Linear programs, solved exactly: the simplex method in whole numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from adversario.base.errors import InputError
from adversario.solve.equilibrium.dictionary import Dictionary, Exact, clear_denominators


class Optimum(NamedTuple):
    """A solution of a linear program, and the proof that there is no better one."""

    value: Fraction
    """The objective at `solution`; `limits . prices` is the same number."""
    solution: tuple[Fraction, ...]
    """The variables, all at least 0."""
    prices: tuple[Fraction, ...]
    """The solution of the dual program: one number for each row, at least 0."""
    pivots: int


def maximise(
    objective: Sequence[Exact], rows: Sequence[Sequence[Exact]], limits: Sequence[Exact]
) -> Optimum:
    """Maximise `objective . x` subject to `row . x <= limit` for each row, and `x >= 0`; exactly.

    The dual program (minimise `limits . y` subject to `rows^T y >= objective`, `y >= 0`) is solved
    by the same pivots; equal values prove both right. Raises InputError if no x satisfies all rows,
    or if the objective has no maximum. If no limit is negative, x = 0 is where the method starts;
    otherwise a first phase finds a start (Chvátal 1983, chapter 3).

    The column with the largest coefficient enters (Dantzig). A run of pivots that leave the
    objective where it is, longer than the program is wide, goes on by Bland's rule (1977) until it
    rises: Bland's rule does not cycle, so the method ends.

    >>> maximise([3, 5], [[1, 0], [0, 2], [3, 2]], [4, 12, 18]).value
    Fraction(36, 1)
    """
    simplex = _Simplex(objective, rows, limits)
    simplex.find_feasible()
    simplex.climb(len(rows))
    return simplex.optimum()


class _Simplex:
    """The table of a program: its variables, the slacks of its rows, the gap of phase one."""

    def __init__(
        self, objective: Sequence[Exact], rows: Sequence[Sequence[Exact]], limits: Sequence[Exact]
    ) -> None:
        self.height, self.width = len(rows), len(objective)
        self.scales: list[int] = []
        whole_rows: list[list[int]] = []
        right: list[int] = []
        for row, limit in zip(rows, limits, strict=True):
            whole, scale = clear_denominators([*row, limit])
            right.append(whole.pop())
            whole_rows.append(whole)
            self.scales.append(scale)
        negated, self.objective_scale = clear_denominators([-number for number in objective])
        slacks = range(self.width, self.width + self.height)
        self.table = Dictionary(
            [*whole_rows, negated], [*right, 0], list(slacks), list(range(self.width))
        )
        self.pivots = 0

    def find_feasible(self) -> None:
        """Make every right side at least 0, or raise InputError."""
        table, height = self.table, self.height
        if not height or min(table.right[:height]) >= 0:
            return
        gap = self.width + height
        for entries in table.rows[:height]:
            entries.append(-1)
        table.rows[height].append(0)
        table.others.append(gap)
        table.rows.append([0] * self.width + [1])  # the second objective: minus the gap
        table.right.append(0)
        worst = min(range(height), key=table.right.__getitem__)
        self._exchange_negative(worst, self.width)
        self.climb(height + 1)
        if table.right[height + 1]:
            raise InputError("equilibrium.infeasible")
        if gap in table.basic:  # at 0: any exchange leaves the right sides alone
            row = table.basic.index(gap)
            column = next(j for j, entry in enumerate(table.rows[row]) if entry)
            if table.rows[row][column] > 0:
                self._exchange(row, column)
            else:
                self._exchange_negative(row, column)
        del table.rows[height + 1], table.right[height + 1]
        column = table.others.index(gap)
        for entries in table.rows:
            del entries[column]
        del table.others[column]

    def _exchange(self, row: int, column: int) -> None:
        self.table.pivot(row, column)
        self.pivots += 1

    def _exchange_negative(self, row: int, column: int) -> None:
        """Pivot on a negative entry, by way of the equation times -1."""
        table = self.table
        table.rows[row] = [-entry for entry in table.rows[row]]
        table.right[row] = -table.right[row]
        self._exchange(row, column)
        for entries in table.rows:  # the variable that left had the coefficient -1
            entries[column] = -entries[column]

    def climb(self, objective: int) -> None:
        """Pivot until no column improves the objective, which is this row of the table."""
        table = self.table
        patience = self.height + self.width
        stalled = 0
        while (column := self._entering(objective, stalled > patience)) is not None:
            row = self._leaving(column)
            if row is None:
                raise InputError("equilibrium.unbounded")
            stalled = stalled + 1 if table.right[row] == 0 else 0
            self._exchange(row, column)

    def _entering(self, objective: int, first: bool) -> int | None:
        """The column of the largest coefficient; with `first`, of the first variable to improve."""
        coefficients, others = self.table.rows[objective], self.table.others
        if not first:
            column = min(range(len(others)), key=coefficients.__getitem__, default=0)
            return column if others and coefficients[column] < 0 else None
        return min(
            (j for j, entry in enumerate(coefficients) if entry < 0),
            key=others.__getitem__,
            default=None,
        )

    def _leaving(self, column: int) -> int | None:
        """The row whose variable reaches 0 first; of several, that of the first variable."""
        table, best = self.table, None
        for row in range(self.height):
            entry = table.rows[row][column]
            if entry <= 0:
                continue
            if best is None:
                best = row
                continue
            compared = table.right[row] * table.rows[best][column] - table.right[best] * entry
            if compared < 0 or (compared == 0 and table.basic[row] < table.basic[best]):
                best = row
        return best

    def optimum(self) -> Optimum:
        table, width = self.table, self.width
        solution, prices = [Fraction(0)] * width, [Fraction(0)] * self.height
        for row, variable in enumerate(table.basic):
            if variable < width:
                solution[variable] = table.value(row)
        for column, variable in enumerate(table.others):
            if variable >= width:
                row = variable - width
                scale = Fraction(self.scales[row], self.objective_scale)
                prices[row] = Fraction(table.rows[self.height][column], table.determinant) * scale
        value = Fraction(table.right[self.height], table.determinant * self.objective_scale)
        return Optimum(value, tuple(solution), tuple(prices), self.pivots)
