"""The algorithm of Lemke and Howson (1964): one equilibrium of two players, by a path of pivots."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from adversario.base.errors import InputError
from adversario.solve.equilibrium.dictionary import Dictionary
from adversario.solve.equilibrium.matrix.game import MatrixGame
from adversario.solve.equilibrium.matrix.mixtures import Equilibrium, equilibrium_of
from adversario.solve.equilibrium.matrix.nash import positive, to_mixture
from adversario.solve.equilibrium.matrix.polytope import lexicographic_row, polytope


@dataclass(frozen=True)
class Path:
    """An equilibrium, and the labels along the path to it.

    Strategies are labels: those of the first player, then those of the second. `labels` starts
    with the one that was dropped; each next one was picked up, was there twice then, and was
    dropped at its other place, until the first was picked up again.
    """

    equilibrium: Equilibrium
    labels: tuple[int, ...]

    @property
    def pivots(self) -> int:
        """The length of the path."""
        return len(self.labels) - 1


def lemke_howson(game: MatrixGame, label: int = 0) -> Path:
    """The equilibrium at the end of the path that drops the label first.

    The dropped label is a strategy of the first player or, from `game.sizes[0]` on, of the second.
    Ties are broken lexicographically, so that degenerate games are no exception. Different labels
    may lead to the same equilibrium, and some equilibria are at the end of no path.
    """
    game.require_two()
    height, width = game.sizes
    if not 0 <= label < height + width:
        raise InputError("matrix.label", label=label, most=height + width - 1)
    # In both tables a variable has the number of its label.
    first = polytope(positive(game.table(1)), 0, height)
    second = polytope(positive(game.table(0)), height, 0)
    slacks = {id(first): range(height, height + width), id(second): range(height)}
    table, other = (first, second) if label < height else (second, first)
    labels = [label]
    while len(labels) == 1 or labels[-1] != label:
        column = table.others.index(labels[-1])
        row = lexicographic_row(table, column, slacks[id(table)])
        labels.append(table.basic[row])
        table.pivot(row, column)
        table, other = other, table
    mixtures = [
        to_mixture(_point(first, range(height))),
        to_mixture(_point(second, range(height, height + width))),
    ]
    return Path(equilibrium_of(game, mixtures), tuple(labels))


def _point(table: Dictionary, variables: range) -> tuple[Fraction, ...]:
    rows = {variable: row for row, variable in enumerate(table.basic)}
    return tuple(
        table.value(rows[variable]) if variable in rows else Fraction(0) for variable in variables
    )
