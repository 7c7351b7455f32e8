"""Play that learns: fictitious play and regret matching, to be watched round by round.

Neither is a solver: the exact methods are next door. Both are reported as they go: a function
given as `on_event` gets one `Round` after each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from random import Random
from typing import TypeAlias

from adversario.base.errors import InputError
from adversario.base.stop import Stop
from adversario.solve.equilibrium.matrix.game import MatrixGame, Mixture, Profile
from adversario.solve.equilibrium.matrix.mixtures import gains

MAX_ROUNDS = 1_000_000


@dataclass(frozen=True)
class Round:
    """One round: what was played, and why."""

    number: int
    """From 1."""
    profile: Profile
    scores: tuple[tuple[Fraction, ...], ...]
    """What each strategy is worth to the player who chose, before the round.

    In fictitious play: its mean payoff against what the others have played so far. In regret
    matching: the mean payoff that it would have added; those above 0 are the chances to be played.
    """
    counts: tuple[tuple[int, ...], ...]
    """How often each strategy was played, this round included."""


Observer: TypeAlias = Callable[[Round], None]


@dataclass(frozen=True)
class Play:
    """A number of rounds, and what came of them."""

    game: MatrixGame
    rounds: int
    counts: tuple[tuple[int, ...], ...]
    joint: tuple[tuple[Profile, int], ...]
    """How often each profile was played, the most frequent first."""

    @property
    def frequencies(self) -> tuple[Mixture, ...]:
        """How often each strategy was played, as mixed strategies."""
        return tuple(tuple(Fraction(n, self.rounds) for n in each) for each in self.counts)

    @property
    def gains(self) -> tuple[Fraction, ...]:
        """What each player could gain against the frequencies of the others.

        All 0: the frequencies are an equilibrium. If two players have a constant sum, both gains
        together are the distance between the bounds that the frequencies prove for the value.
        """
        return gains(self.game, self.frequencies)


def fictitious_play(
    game: MatrixGame, rounds: int, *, start: Profile | None = None,
    on_event: Observer | None = None, stop: Stop | None = None,
) -> Play:  # fmt: skip
    """Every player answers the frequencies of the others so far by a best response (Brown 1951).

    All choose at once; of equal responses the first. `start` is the first round, by default the
    first strategy of each player. Of two players with a constant sum the frequencies converge
    to optimal strategies (Robinson 1951); otherwise they need not (Shapley 1964).
    """
    first = start or (0,) * len(game.sizes)
    totals = _Totals(game)

    def choose() -> Profile:
        if not totals.number:
            return first
        return tuple(max(range(len(row)), key=row.__getitem__) for row in totals.against)

    return _play(game, rounds, choose, totals, totals.response_scores, on_event, stop)


def regret_matching(
    game: MatrixGame, rounds: int, *, seed: int = 0,
    on_event: Observer | None = None, stop: Stop | None = None,
) -> Play:  # fmt: skip
    """Every player plays each strategy as often as they regret not having played it.

    The regret of a strategy is what it would have added to the payoff so far; the chances are
    proportional to the regrets above 0, and equal if there are none. The frequencies of profiles
    converge to the coarse correlated equilibria (Hart and Mas-Colell 2000); of two players with a
    constant sum, the frequencies of strategies converge to optimal ones.
    """
    random, totals = Random(seed), _Totals(game)

    def choose() -> Profile:
        return tuple(
            _draw(random, [total - got for total in row])
            for row, got in zip(totals.against, totals.received, strict=True)
        )

    return _play(game, rounds, choose, totals, totals.regrets, on_event, stop)


class _Totals:
    """Sums over the rounds so far, as whole numbers: payoffs times their common denominator."""

    def __init__(self, game: MatrixGame) -> None:
        self.game = game
        self.scale = lcm(*(x.denominator for cell in game.payoffs for x in cell))
        self.number = 0
        self.against = [[0] * size for size in game.sizes]
        """What each strategy would have got against what the others played."""
        self.received = [0] * len(game.sizes)
        self.counts = [[0] * size for size in game.sizes]
        self.joint: Counter[Profile] = Counter()
        self._columns: dict[tuple[int, Profile], list[int]] = {}

    def add(self, profile: Profile) -> None:
        self.number += 1
        self.joint[profile] += 1
        for player, own in enumerate(profile):
            column = self._column(player, profile)
            row = self.against[player]
            for strategy, x in enumerate(column):
                row[strategy] += x
            self.received[player] += column[own]
            self.counts[player][own] += 1

    def _column(self, player: int, profile: Profile) -> list[int]:
        """What each strategy of the player gets against the others of the profile."""
        key = player, profile[:player] + profile[player + 1 :]
        if key not in self._columns:
            self._columns[key] = [
                int(
                    self.game.payoff((*profile[:player], own, *profile[player + 1 :]), player)
                    * self.scale
                )
                for own in range(self.game.sizes[player])
            ]
        return self._columns[key]

    def response_scores(self) -> Iterator[tuple[Fraction, ...]]:
        for row in self.against:
            yield tuple(Fraction(x, self.scale * max(self.number, 1)) for x in row)

    def regrets(self) -> Iterator[tuple[Fraction, ...]]:
        for row, got in zip(self.against, self.received, strict=True):
            yield tuple(Fraction(x - got, self.scale * max(self.number, 1)) for x in row)


def _play(
    game: MatrixGame, rounds: int, choose: Callable[[], Profile], totals: _Totals,
    scores: Callable[[], Iterator[tuple[Fraction, ...]]],
    on_event: Observer | None, stop: Stop | None,
) -> Play:  # fmt: skip
    if not 1 <= rounds <= MAX_ROUNDS:
        raise InputError("matrix.rounds", rounds=rounds, most=MAX_ROUNDS)
    for number in range(1, rounds + 1):
        if stop is not None and number > 1 and stop.is_set():
            break
        before = tuple(scores()) if on_event else ()
        profile = choose()
        totals.add(profile)
        if on_event:
            on_event(Round(number, profile, before, tuple(map(tuple, totals.counts))))
    return Play(
        game, totals.number, tuple(map(tuple, totals.counts)), tuple(totals.joint.most_common())
    )


def _draw(random: Random, regrets: list[int]) -> int:
    """A strategy, with chances proportional to the regrets above 0; any, if there are none."""
    weights = [max(regret, 0) for regret in regrets]
    if not any(weights):
        return random.randrange(len(weights))
    left = random.randrange(sum(weights))
    for strategy, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return strategy
    raise AssertionError
