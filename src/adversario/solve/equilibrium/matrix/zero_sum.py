"""Two players whose payoffs always add up to the same: the value, and all optimal strategies."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from adversario.base.errors import InputError
from adversario.solve.equilibrium.matrix.game import MatrixGame, Mixture
from adversario.solve.equilibrium.matrix.nash import positive, to_mixture
from adversario.solve.equilibrium.matrix.polytope import corners
from adversario.solve.equilibrium.matrix.pure import guarantee


@dataclass(frozen=True)
class ZeroSum:
    """The value of a game, and the optimal strategies: the mixtures of the extreme ones.

    By von Neumann's theorem (1928) what the first player can guarantee, `lower`, and what the
    second can hold the first to, `upper`, are equal. Two linear programs found them
    independently of each other.
    """

    lower: Fraction
    upper: Fraction
    first: tuple[Mixture, ...]
    """The extreme optimal strategies of the first player."""
    second: tuple[Mixture, ...]

    @property
    def value(self) -> Fraction:
        """What the first player gets if both play optimally."""
        return self.lower


def solve_zero_sum(game: MatrixGame) -> ZeroSum:
    """The value and all optimal strategies of two players with a constant sum, exactly."""
    total = game.constant_sum
    if len(game.sizes) != 2 or total is None:
        raise InputError("matrix.not_zero_sum")
    own, other = game.table(0), game.table(1)
    lower, _ = guarantee(own)
    most, _ = guarantee(other)
    solution = ZeroSum(
        lower,
        total - most,
        tuple(to_mixture(corner.point) for corner in corners(positive(other), best=True)),
        tuple(to_mixture(corner.point) for corner in corners(positive(own), best=True)),
    )
    _verify(game, solution)
    return solution


def _verify(game: MatrixGame, solution: ZeroSum) -> None:
    """Every strategy guarantees the value, by plain sums."""
    assert solution.lower == solution.upper
    for mixture in solution.first:
        for column in zip(*game.table(0), strict=True):
            assert sum(p * x for p, x in zip(mixture, column, strict=True)) >= solution.value
    for mixture in solution.second:
        for row in game.table(0):
            assert sum(p * x for p, x in zip(mixture, row, strict=True)) <= solution.value
