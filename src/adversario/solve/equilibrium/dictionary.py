"""Systems of linear equations in whole numbers, and pivots that keep them whole."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import TypeAlias

Exact: TypeAlias = int | Fraction
"""A number without rounding."""


class Dictionary:
    """Equations `determinant * basic[i] + rows[i] . others = right[i]`, all of them whole numbers.

    Variables are numbered. `basic` has one variable for each row, `others` one for each column;
    with `others` at 0, `basic[i]` is `right[i] / determinant`. The determinant is positive.
    Rows beyond those of `basic` are objectives, which never leave.

    Integer pivoting (Edmonds 1967; Bareiss 1968; Avis and Fukuda 1992): every entry is a
    determinant of the first equations, so that the division by the last pivot leaves no remainder.
    """

    def __init__(
        self, rows: list[list[int]], right: list[int], basic: list[int], others: list[int]
    ) -> None:
        self.rows, self.right, self.basic, self.others = rows, right, basic, others
        self.determinant = 1

    def value(self, row: int) -> Fraction:
        """The value of the basic variable of a row."""
        return Fraction(self.right[row], self.determinant)

    def pivot(self, row: int, column: int) -> None:
        """Exchange a basic variable for another one. The entry is positive."""
        rows, right, last = self.rows, self.right, self.determinant
        pivot_row, pivot_right = rows[row], right[row]
        pivot = pivot_row[column]
        for i, entries in enumerate(rows):
            if i == row:
                continue
            factor = entries[column]
            if factor:
                changed = [
                    (pivot * x - factor * y) // last
                    for x, y in zip(entries, pivot_row, strict=True)
                ]
                changed[column] = -factor
                rows[i] = changed
                right[i] = (pivot * right[i] - factor * pivot_right) // last
            elif pivot != last:
                rows[i] = [pivot * x // last for x in entries]
                right[i] = pivot * right[i] // last
        pivot_row[column] = last
        self.determinant = pivot
        self.basic[row], self.others[column] = self.others[column], self.basic[row]


def clear_denominators(numbers: Sequence[Exact]) -> tuple[list[int], int]:
    """Whole numbers in the same ratios, and the positive number that all were multiplied by."""
    scale = lcm(*(number.denominator for number in numbers))
    return [number.numerator * (scale // number.denominator) for number in numbers], scale
