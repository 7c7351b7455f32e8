"""All equilibria of two players: the corners of the best-response polytopes that match."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from adversario.solve.equilibrium.matrix.game import Matrix, MatrixGame, Mixture
from adversario.solve.equilibrium.matrix.mixtures import Equilibrium, equilibrium_of
from adversario.solve.equilibrium.matrix.polytope import Corner, corners


@dataclass(frozen=True)
class NashSubset:
    """Strategies that can be combined freely: any mixture of `first` with any of `second`.

    The numbers are those of `Equilibria.first` and `Equilibria.second`.
    """

    first: tuple[int, ...]
    second: tuple[int, ...]

    @property
    def is_point(self) -> bool:
        """Whether it is a single equilibrium."""
        return len(self.first) == len(self.second) == 1


@dataclass(frozen=True)
class Equilibria:
    """All equilibria of a game for two players.

    Every equilibrium is in one of the `components`, and is, in one of its subsets, a mixture of
    extreme strategies of each player. A game whose subsets are all points has finitely many.
    """

    first: tuple[Mixture, ...]
    """The extreme strategies of the first player that are in an equilibrium."""
    second: tuple[Mixture, ...]
    extreme: tuple[Equilibrium, ...]
    """The extreme equilibria: no mixture of others. Pairs of the strategies above."""
    pairs: tuple[tuple[int, int], ...]
    """Their numbers in `first` and `second`."""
    components: tuple[tuple[NashSubset, ...], ...]
    """The maximal subsets, those that touch each other together."""

    @property
    def is_finite(self) -> bool:
        """Whether there are only the extreme equilibria."""
        return all(subset.is_point for component in self.components for subset in component)


def equilibria(game: MatrixGame) -> Equilibria:
    """All equilibria of a game for two players, degenerate or not, exactly.

    With payoffs above 0, a mixed strategy x of the first player, divided by the best that the
    second can get against it, is a point of `{x >= 0 : B^T x <= 1}`; so for y. The pair is an
    equilibrium if each pure strategy is unused or a best response: if the tight inequalities of
    both together name all strategies (von Stengel 2002; Avis, Rosenberg, Savani and von Stengel
    2010). The subsets that are mixtures of extreme equilibria are the maximal complete bipartite
    parts of their graph (Winkels 1979; Jansen 1981).
    """
    game.require_two()
    own, other = positive(game.table(0)), positive(game.table(1))  # other has the columns as rows
    height, width = game.sizes
    points = [corner for corner in corners(other) if any(corner.point)]
    partners = [
        Corner(corner.point, rotate(corner.tight, width, height))
        for corner in corners(own)
        if any(corner.point)
    ]
    every = (1 << height + width) - 1
    found = [(one, two) for one in points for two in partners if one.tight | two.tight == every]
    firsts = sorted({one.point for one, _ in found}, reverse=True)
    seconds = sorted({two.point for _, two in found}, reverse=True)
    pairs = sorted((firsts.index(one.point), seconds.index(two.point)) for one, two in found)
    first, second = tuple(map(to_mixture, firsts)), tuple(map(to_mixture, seconds))
    return Equilibria(
        first,
        second,
        tuple(equilibrium_of(game, (first[one], second[two])) for one, two in pairs),
        tuple(pairs),
        components(pairs),
    )


def positive(table: Matrix) -> Matrix:
    """The table with a constant added that makes the least entry 1."""
    least = min(map(min, table)) - 1
    return tuple(tuple(x - least for x in row) for row in table)


def rotate(tight: int, first: int, second: int) -> int:
    """The bits of `first` variables and `second` rows, with those of the rows first."""
    return tight >> first | (tight & (1 << first) - 1) << second


def to_mixture(point: tuple[Fraction, ...]) -> Mixture:
    """The point divided by the sum of its coordinates."""
    total = sum(point)
    return tuple(x / total for x in point)


def components(pairs: Iterable[tuple[int, int]]) -> tuple[tuple[NashSubset, ...], ...]:
    """The maximal complete bipartite subgraphs, grouped by the connected components."""
    neighbours: dict[int, frozenset[int]] = {}
    for one, two in pairs:
        neighbours[one] = neighbours.get(one, frozenset()) | {two}
    sides: set[frozenset[int]] = set()  # every intersection of neighbourhoods
    for near in neighbours.values():
        sides |= {side & near for side in sides} | {near}
    subsets = sorted(
        (
            tuple(one for one, near in neighbours.items() if side <= near),
            tuple(sorted(side)),
        )
        for side in sides
        if side
    )
    groups: list[list[NashSubset]] = []
    for firsts, seconds in subsets:
        subset = NashSubset(firsts, seconds)
        touching = [group for group in groups if any(_touch(subset, each) for each in group)]
        groups = [group for group in groups if group not in touching]
        groups.append([each for group in touching for each in group] + [subset])
    ordered = [sorted(group, key=lambda each: (each.first, each.second)) for group in groups]
    ordered.sort(key=lambda group: (group[0].first, group[0].second))
    return tuple(map(tuple, ordered))


def _touch(one: NashSubset, two: NashSubset) -> bool:
    """Whether they share an extreme equilibrium."""
    return bool(set(one.first) & set(two.first)) and bool(set(one.second) & set(two.second))
