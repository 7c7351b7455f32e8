"""Linear programs: against every vertex, against their duals, and on known hard ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adversario.base.errors import InputError
from adversario.solve.equilibrium.dictionary import Exact
from adversario.solve.equilibrium.linear_program import Optimum, maximise

Program = tuple[list[Exact], list[list[Exact]], list[Exact]]

NUMBERS: st.SearchStrategy[Exact] = st.integers(-4, 4) | st.fractions(-3, 3, max_denominator=4)


def dot(left: Sequence[Exact], right: Sequence[Exact]) -> Fraction:
    return sum((Fraction(x) * y for x, y in zip(left, right, strict=True)), Fraction(0))


@st.composite
def programs(draw: st.DrawFn, limits: st.SearchStrategy[Exact]) -> Program:
    """Small programs; the last row keeps the variables bounded."""
    width, height = draw(st.integers(1, 3)), draw(st.integers(0, 3))
    row = st.lists(NUMBERS, min_size=width, max_size=width)
    rows = draw(st.lists(row, min_size=height, max_size=height))
    right = draw(st.lists(limits, min_size=height, max_size=height))
    return draw(row), [*rows, [1] * width], [*right, 5]


def solve_equations(
    rows: Sequence[Sequence[Exact]], right: Sequence[Exact]
) -> list[Fraction] | None:
    """The only solution of as many equations as unknowns, by plain elimination."""
    table = [[Fraction(x) for x in (*row, b)] for row, b in zip(rows, right, strict=True)]
    for column in range(len(table)):
        found = next((i for i in range(column, len(table)) if table[i][column]), None)
        if found is None:
            return None
        table[column], table[found] = table[found], table[column]
        table[column] = [x / table[column][column] for x in table[column]]
        for i, row in enumerate(table):
            if i != column:
                table[i] = [x - row[column] * y for x, y in zip(row, table[column], strict=True)]
    return [row[-1] for row in table]


def vertices(program: Program) -> Iterator[list[Fraction]]:
    """All feasible points where as many rows are tight as there are variables."""
    objective, rows, limits = program
    width = len(objective)
    signs = [[-int(i == j) for j in range(width)] for i in range(width)]
    every: list[tuple[Sequence[Exact], Exact]] = [
        *zip(rows, limits, strict=True),
        *((sign, 0) for sign in signs),
    ]
    for tight in combinations(every, width):
        point = solve_equations([row for row, _ in tight], [limit for _, limit in tight])
        if point is not None and all(dot(row, point) <= limit for row, limit in every):
            yield point


def require_proof(program: Program, found: Optimum) -> None:
    """Both solutions are feasible and have the same value: neither can be improved."""
    objective, rows, limits = program
    assert all(x >= 0 for x in (*found.solution, *found.prices))
    assert all(dot(row, found.solution) <= b for row, b in zip(rows, limits, strict=True))
    for column, coefficient in enumerate(objective):
        assert dot([row[column] for row in rows], found.prices) >= coefficient
    assert dot(objective, found.solution) == found.value == dot(limits, found.prices)


@given(programs(st.integers(0, 4)))
def test_programs_that_start_at_zero(program: Program) -> None:
    found = maximise(*program)
    require_proof(program, found)
    assert found.value == max(dot(program[0], point) for point in vertices(program))


@given(programs(NUMBERS))
def test_programs_that_need_a_start(program: Program) -> None:
    best = max((dot(program[0], point) for point in vertices(program)), default=None)
    if best is None:
        with pytest.raises(InputError, match="no solution"):
            maximise(*program)
    else:
        found = maximise(*program)
        require_proof(program, found)
        assert found.value == best


def test_the_textbook_example() -> None:
    """Hillier and Lieberman, Introduction to Operations Research: the Wyndor Glass Co."""
    program: Program = ([3, 5], [[1, 0], [0, 2], [3, 2]], [4, 12, 18])
    found = maximise(*program)
    assert found.value == 36
    assert list(found.solution) == [2, 6]
    assert list(found.prices) == [0, Fraction(3, 2), 1]


def test_beales_example_does_not_cycle() -> None:
    """Beale 1955: the largest coefficient with the first row cycles for ever."""
    program: Program = (
        [Fraction(3, 4), -150, Fraction(1, 50), -6],
        [
            [Fraction(1, 4), -60, Fraction(-1, 25), 9],
            [Fraction(1, 2), -90, Fraction(-1, 50), 3],
            [0, 0, 1, 0],
        ],
        [0, 0, 1],
    )
    found = maximise(*program)
    assert found.value == Fraction(1, 20)
    require_proof(program, found)


def test_the_cube_of_klee_and_minty_takes_every_corner() -> None:
    """Klee and Minty 1972, as Chvátal has it: 2^n - 1 pivots by the largest coefficient."""
    size = 6
    rows: list[list[Exact]] = [
        [2 * 10 ** (i - j) if j < i else int(i == j) for j in range(size)] for i in range(size)
    ]
    found = maximise(
        [10 ** (size - 1 - j) for j in range(size)], rows, [100**i for i in range(size)]
    )
    assert found.value == 100 ** (size - 1)
    assert found.pivots == 2**size - 1


def test_an_objective_without_a_maximum() -> None:
    with pytest.raises(InputError, match="no maximum"):
        maximise([1, 1], [[1, -1]], [1])


def test_equations_as_two_rows_each() -> None:
    """x + y = 1 and x - y = 1/3; the gap of phase one may stay at 0."""
    rows: list[list[Exact]] = [[1, 1], [-1, -1], [1, -1], [-1, 1]]
    third = Fraction(1, 3)
    found = maximise([0, 0], rows, [1, -1, third, -third])
    assert found.solution == (Fraction(2, 3), third)


def test_programs_without_rows_or_columns() -> None:
    assert maximise([], [], []).value == 0
    assert list(maximise([-1], [], []).solution) == [0]
    assert list(maximise([], [[]], [1]).prices) == [0]
