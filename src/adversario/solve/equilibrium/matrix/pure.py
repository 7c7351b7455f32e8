"""Pure strategies: equilibria of any number of players, and security levels."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from adversario.solve.equilibrium.dictionary import Exact
from adversario.solve.equilibrium.linear_program import maximise
from adversario.solve.equilibrium.matrix.game import MatrixGame, Mixture, Profile


@dataclass(frozen=True)
class Security:
    """What a player can be sure of, whatever the others do."""

    pure: Exact
    """The most that a pure strategy guarantees (maximin)."""
    strategies: tuple[int, ...]
    """The strategies that do."""
    mixed: Fraction
    """The most that a mixed strategy guarantees; with more opponents, against them together."""
    mixture: Mixture
    """A mixed strategy that does."""


def best_replies(game: MatrixGame, profile: Profile, player: int) -> list[int]:
    """The player's best strategies while the others play the profile."""
    values = [
        game.payoff((*profile[:player], own, *profile[player + 1 :]), player)
        for own in range(game.sizes[player])
    ]
    return [own for own, value in enumerate(values) if value == max(values)]


def pure_equilibria(game: MatrixGame) -> list[Profile]:
    """All profiles at which every strategy is a best reply to the others."""
    best: list[dict[Profile, Exact]] = [{} for _ in game.sizes]
    for profile, cell in zip(game.profiles(), game.payoffs, strict=True):
        for player, found in enumerate(best):
            others = profile[:player] + profile[player + 1 :]
            found[others] = max(found.get(others, cell[player]), cell[player])
    return [
        profile
        for profile, cell in zip(game.profiles(), game.payoffs, strict=True)
        if all(
            cell[player] == found[profile[:player] + profile[player + 1 :]]
            for player, found in enumerate(best)
        )
    ]


def security(game: MatrixGame, player: int) -> Security:
    """The security levels of the player, in pure and in mixed strategies."""
    table = game.table(player)
    worst = [min(row) for row in table]
    level, mixture = guarantee(table)
    strategies = tuple(number for number, value in enumerate(worst) if value == max(worst))
    return Security(max(worst), strategies, level, mixture)


def guarantee(table: tuple[tuple[Exact, ...], ...]) -> tuple[Fraction, Mixture]:
    """The most that a mixture of the rows gets in every column, and such a mixture.

    With all entries above 0, the level is v where some y >= 0 satisfies `table . y <= 1` with
    the largest sum, 1/v; the prices of the rows, times v, are the mixture.
    """
    least = min(map(min, table)) - 1
    shifted = [[x - least for x in row] for row in table]
    found = maximise([1] * len(table[0]), shifted, [1] * len(table))
    return 1 / found.value + least, tuple(price / found.value for price in found.prices)
