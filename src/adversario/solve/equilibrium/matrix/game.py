"""Games in strategic form: one table of payoffs for each player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import isfinite, prod
from typing import TypeAlias

from adversario.base.errors import InputError
from adversario.base.numbers import Number
from adversario.solve.equilibrium.dictionary import Exact

Profile: TypeAlias = tuple[int, ...]
"""One pure strategy for each player, by its number from 0."""

Mixture: TypeAlias = tuple[Fraction, ...]
"""A mixed strategy: the probability of each pure strategy."""

Matrix: TypeAlias = tuple[tuple[Exact, ...], ...]

MAX_CELLS = 100_000
"""The most profiles of a game."""


class MatrixGame:
    """A game that every player plays by choosing a strategy once, without seeing the others'.

    `payoffs` has one tuple for each profile, in the order of `profiles` (the last player's
    strategy changes first), with one number for each player. Numbers are kept exactly: a float is
    the decimal number that it prints as. Immutable.

    >>> prisoners = MatrixGame([2, 2], [(-1, -1), (-3, 0), (0, -3), (-2, -2)])
    >>> prisoners.payoff((1, 0), 0)
    0
    """

    def __init__(
        self,
        strategies: Sequence[int | Sequence[str]],
        payoffs: Iterable[Sequence[Number]],
        *,
        players: Sequence[str] | None = None,
        title: str = "",
    ) -> None:
        self.strategies = tuple(
            tuple(str(number + 1) for number in range(names)) if isinstance(names, int)
            else tuple(names)
            for names in strategies
        )  # fmt: skip
        self.sizes = tuple(map(len, self.strategies))
        self.players = tuple(players or (str(number + 1) for number in range(len(self.sizes))))
        self.title = title
        if not self.sizes or not min(self.sizes) or len(self.players) != len(self.sizes):
            raise InputError("matrix.shape", players=len(self.players), tables=len(self.sizes))
        if prod(self.sizes) > MAX_CELLS:
            raise InputError("matrix.large", cells=prod(self.sizes), most=MAX_CELLS)
        self.payoffs = tuple(tuple(map(to_exact, cell)) for cell in payoffs)
        if len(self.payoffs) != prod(self.sizes):
            raise InputError("matrix.cells", found=len(self.payoffs), expected=prod(self.sizes))
        for cell in self.payoffs:
            if len(cell) != len(self.sizes):
                raise InputError("matrix.payoffs", found=len(cell), expected=len(self.sizes))
        for names in (self.players, *self.strategies):
            for name in names:
                if names.count(name) > 1:
                    raise InputError("matrix.same_name", name=name)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MatrixGame):
            return NotImplemented
        return self._parts == other._parts

    def __hash__(self) -> int:
        return hash(self._parts)

    def __repr__(self) -> str:
        return f"MatrixGame({self.strategies}, {self.payoffs}, players={self.players})"

    @property
    def _parts(self) -> tuple[object, ...]:
        return self.strategies, self.payoffs, self.players

    def profiles(self) -> Iterator[Profile]:
        """All profiles; the last player's strategy changes first."""
        return product(*map(range, self.sizes))

    def cell(self, profile: Profile) -> tuple[Exact, ...]:
        """What every player gets."""
        index = 0
        for size, choice in zip(self.sizes, profile, strict=True):
            index = index * size + choice
        return self.payoffs[index]

    def payoff(self, profile: Profile, player: int) -> Exact:
        """What the player gets."""
        return self.cell(profile)[player]

    def table(self, player: int) -> Matrix:
        """The player's payoffs: a row for each of their strategies, a column for all others'."""
        rows: list[list[Exact]] = [[] for _ in range(self.sizes[player])]
        for profile, cell in zip(self.profiles(), self.payoffs, strict=True):
            rows[profile[player]].append(cell[player])
        return tuple(map(tuple, rows))

    @cached_property
    def constant_sum(self) -> Exact | None:
        """What the payoffs add up to in every cell, if that is always the same."""
        totals = {sum(cell, Fraction(0)) for cell in self.payoffs}
        return to_exact(totals.pop()) if len(totals) == 1 else None

    @property
    def zero_sum(self) -> bool:
        """Whether two players win what the other one loses."""
        return len(self.sizes) == 2 and self.constant_sum == 0

    def restricted(self, kept: Sequence[Sequence[int]]) -> MatrixGame:
        """The game with only these strategies, which keep their names."""
        names = [
            [every[number] for number in numbers]
            for every, numbers in zip(self.strategies, kept, strict=True)
        ]
        cells = [self.cell(profile) for profile in product(*kept)]
        return MatrixGame(names, cells, players=self.players, title=self.title)

    def require_two(self) -> None:
        """Raise InputError unless there are two players."""
        if len(self.sizes) != 2:
            raise InputError("matrix.two", players=len(self.sizes))


def zero_sum_game(rows: Sequence[Sequence[Number]]) -> MatrixGame:
    """The game of one matrix: the row player gets the entry, the column player loses it."""
    exact = _rectangle(rows)
    return MatrixGame([len(exact), len(exact[0])], [(x, -x) for row in exact for x in row])


def bimatrix_game(
    first: Sequence[Sequence[Number]], second: Sequence[Sequence[Number]]
) -> MatrixGame:
    """The game of two matrices of one size: the payoffs of the row and the column player."""
    one, two = _rectangle(first), _rectangle(second)
    if (len(one), len(one[0])) != (len(two), len(two[0])):
        raise InputError(
            "matrix.sizes", first=f"{len(one)}x{len(one[0])}", second=f"{len(two)}x{len(two[0])}"
        )
    cells = [pair for rows in zip(one, two, strict=True) for pair in zip(*rows, strict=True)]
    return MatrixGame([len(one), len(one[0])], cells)


def to_exact(number: Number) -> Exact:
    """The number without rounding: 0.1 is 1/10. Whole numbers are ints."""
    if isinstance(number, float):
        if not isfinite(number):
            raise InputError("matrix.finite", value=number)
        number = Fraction(repr(number))
    return number.numerator if number.denominator == 1 else number


def _rectangle(rows: Sequence[Sequence[Number]]) -> list[list[Exact]]:
    exact = [list(map(to_exact, row)) for row in rows]
    if not exact or not exact[0] or any(len(row) != len(exact[0]) for row in exact):
        raise InputError("matrix.rectangle")
    return exact
