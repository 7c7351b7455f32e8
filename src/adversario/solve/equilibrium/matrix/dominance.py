"""Dominated strategies, by pure and by mixed ones, and their iterated elimination."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from adversario.solve.equilibrium.dictionary import Exact
from adversario.solve.equilibrium.linear_program import maximise
from adversario.solve.equilibrium.matrix.game import Matrix, MatrixGame


@dataclass(frozen=True)
class Dominance:
    """A strategy that another one, or a mixture of others, dominates.

    Strictly: the dominating one is better whatever the others do. Weakly: it is never worse, and
    better at least once.
    """

    player: int
    strategy: int
    by: tuple[tuple[int, Fraction], ...]
    """The dominating mixture: strategies and their probabilities, all positive."""
    strict: bool

    @property
    def by_pure(self) -> bool:
        """Whether a pure strategy dominates."""
        return len(self.by) == 1


@dataclass(frozen=True)
class Elimination:
    """Dominated strategies removed one after another, until none is left.

    Numbers of strategies are those of the full game. `left` has the strategies that remain.
    """

    game: MatrixGame
    steps: tuple[Dominance, ...]
    left: tuple[tuple[int, ...], ...]

    @property
    def reduced(self) -> MatrixGame:
        """The game that remains."""
        return self.game.restricted(self.left)

    @property
    def solves(self) -> bool:
        """Whether one strategy is left to each player."""
        return all(len(numbers) == 1 for numbers in self.left)


def dominated(game: MatrixGame, *, strict: bool = True, mixed: bool = True) -> list[Dominance]:
    """The dominated strategies of all players, each with one that dominates it.

    A pure dominating strategy is named if there is one; without `mixed` no other is looked for.
    With `strict` off, a strategy that is only weakly dominated counts too.
    """
    found: list[Dominance] = []
    for player, size in enumerate(game.sizes):
        table = game.table(player)
        for strategy in range(size):
            dominance = _find(table, player, strategy, strict, mixed)
            if dominance is not None:
                found.append(dominance)
    return found


def eliminate(game: MatrixGame, *, strict: bool = True, mixed: bool = True) -> Elimination:
    """Remove a dominated strategy, the first of the first player who has one, until none is left.

    What is left does not depend on the order if the dominance is strict. If it is weak, another
    order may leave other strategies, and equilibria may be lost; never all of them.
    """
    left = [list(range(size)) for size in game.sizes]
    steps: list[Dominance] = []
    while (step := _first(game.restricted(left), strict, mixed)) is not None:
        numbers = left[step.player]
        by = tuple((numbers[number], weight) for number, weight in step.by)
        steps.append(Dominance(step.player, numbers[step.strategy], by, step.strict))
        del numbers[step.strategy]
    return Elimination(game, tuple(steps), tuple(map(tuple, left)))


def _first(game: MatrixGame, strict: bool, mixed: bool) -> Dominance | None:
    """A strictly dominated strategy if there is one; a weakly dominated one otherwise."""
    for kind in (True,) if strict else (True, False):
        for player, size in enumerate(game.sizes):
            table = game.table(player)
            for strategy in range(size):
                if found := _find(table, player, strategy, kind, mixed):
                    return found
    return None


def _find(table: Matrix, player: int, strategy: int, strict: bool, mixed: bool) -> Dominance | None:
    """How the strategy is dominated: strictly or, unless `strict`, weakly."""
    for kind in (True,) if strict else (True, False):
        for number, row in enumerate(table):
            if number != strategy and _dominates(row, table[strategy], kind):
                return Dominance(player, strategy, ((number, Fraction(1)),), kind)
        if mixed and (by := _dominating_mixture(table, strategy, kind)):
            return Dominance(player, strategy, by, kind)
    return None


def _dominates(row: tuple[Exact, ...], other: tuple[Exact, ...], strict: bool) -> bool:
    pairs = list(zip(row, other, strict=True))
    if strict:
        return all(x > y for x, y in pairs)
    return all(x >= y for x, y in pairs) and row != other


def _dominating_mixture(
    table: Matrix, strategy: int, strict: bool
) -> tuple[tuple[int, Fraction], ...]:
    """A mixture of the other rows that dominates the row; empty if there is none.

    Strictly: maximise e subject to `sum x_i (a_ij - a_kj) >= e` for each column j. Weakly: maximise
    the sum over the columns, none of which is negative. In both, `sum x_i <= 1`.
    """
    others = [number for number in range(len(table)) if number != strategy]
    if len(others) < 2:
        return ()
    excess = [
        [x - y for x, y in zip(table[number], table[strategy], strict=True)] for number in others
    ]
    margin = int(strict)
    rows: list[list[Exact]] = [
        [*(-x for x in column), margin][: len(others) + margin]
        for column in zip(*excess, strict=True)
    ]
    objective: list[Exact] = [sum(row) for row in excess]
    if strict:
        objective = [*([0] * len(others)), 1]
    total = [1] * len(others) + [0] * margin
    found = maximise(objective, [*rows, total], [0] * len(rows) + [1])
    if not found.value:
        return ()
    weights = found.solution[: len(others)]
    share = sum(weights)
    return tuple((at, p / share) for at, p in zip(others, weights, strict=True) if p)
