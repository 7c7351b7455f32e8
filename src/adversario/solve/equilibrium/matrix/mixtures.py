"""Expected payoffs of mixed strategies and best responses to them: what verifies every answer.

Nothing here knows how equilibria are found.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from adversario.solve.equilibrium.matrix.game import MatrixGame, Mixture, Profile


@dataclass(frozen=True)
class Equilibrium:
    """A mixed strategy for each player to which no player has a better response."""

    mixtures: tuple[Mixture, ...]
    payoffs: tuple[Fraction, ...]

    @property
    def supports(self) -> tuple[tuple[int, ...], ...]:
        """The strategies that each player uses."""
        return tuple(tuple(i for i, p in enumerate(each) if p) for each in self.mixtures)

    @property
    def is_pure(self) -> bool:
        """Whether every player uses one strategy only."""
        return all(len(support) == 1 for support in self.supports)


def equilibrium_of(game: MatrixGame, mixtures: Sequence[Mixture]) -> Equilibrium:
    """The equilibrium of these strategies, verified: AssertionError if some player can gain."""
    found = tuple(map(tuple, mixtures))
    for player, each in enumerate(found):
        assert len(each) == game.sizes[player]
        assert min(each) >= 0
        assert sum(each) == 1
    assert not any(gains(game, found)), "not an equilibrium"
    return Equilibrium(found, expected_payoffs(game, found))


def expected_payoffs(game: MatrixGame, mixtures: Sequence[Mixture]) -> tuple[Fraction, ...]:
    """What each player gets on average."""
    totals = [Fraction(0)] * len(game.sizes)
    for profile, cell in zip(game.profiles(), game.payoffs, strict=True):
        weight = prod(each[choice] for each, choice in zip(mixtures, profile, strict=True))
        if weight:
            totals = [total + weight * x for total, x in zip(totals, cell, strict=True)]
    return tuple(totals)


def response_payoffs(game: MatrixGame, mixtures: Sequence[Mixture], player: int) -> list[Fraction]:
    """What each strategy of the player gets on average while the others play their mixtures."""
    totals = [Fraction(0)] * game.sizes[player]
    others = [
        [Fraction(1)] * game.sizes[player] if who == player else each
        for who, each in enumerate(mixtures)
    ]
    for profile, cell in zip(game.profiles(), game.payoffs, strict=True):
        weight = prod(each[choice] for each, choice in zip(others, profile, strict=True))
        if weight:
            totals[profile[player]] += weight * cell[player]
    return totals


def best_responses(game: MatrixGame, mixtures: Sequence[Mixture], player: int) -> list[int]:
    """The player's best strategies while the others play their mixtures."""
    values = response_payoffs(game, mixtures, player)
    return [number for number, value in enumerate(values) if value == max(values)]


def gains(game: MatrixGame, mixtures: Sequence[Mixture]) -> tuple[Fraction, ...]:
    """What each player could gain by a best response; all 0 in an equilibrium."""
    now = expected_payoffs(game, mixtures)
    return tuple(
        max(response_payoffs(game, mixtures, player)) - value for player, value in enumerate(now)
    )


def pure(game: MatrixGame, profile: Profile) -> tuple[Mixture, ...]:
    """The profile as mixed strategies."""
    return tuple(
        tuple(Fraction(int(number == choice)) for number in range(size))
        for size, choice in zip(game.sizes, profile, strict=True)
    )


def deviations(game: MatrixGame, joint: Mapping[Profile, Fraction]) -> list[Fraction]:
    """What each player could gain by disobeying the best recommendation to disobey.

    `joint` is a distribution over profiles. All are at most 0 in a correlated equilibrium.
    """
    found: list[Fraction] = []
    for player, size in enumerate(game.sizes):
        best = Fraction(0)
        for told in range(size):
            for done in range(size):
                gain = Fraction(0)
                for profile, weight in joint.items():
                    if profile[player] == told:
                        other = (*profile[:player], done, *profile[player + 1 :])
                        gain += weight * (game.payoff(other, player) - game.payoff(profile, player))
                best = max(best, gain)
        found.append(best)
    return found
