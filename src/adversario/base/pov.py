"""Values with a point of view: a utility or estimate, and the player it is for.

    Pov(3) > Pov(2), Pov(1, plies=5) > Pov(1, plies=7) > Pov(40)     # a win is above any estimate
    Pov(3).to(1) == Pov(-3, player=1)                                # what one wins the other loses
    Pov.of(game, value, player=0).to(game.player(state)).value       # by the sum the game declares

A search backs up one number, or in max^n a tuple with one number for each player. `Stakes` convert
the number of one player to that of another.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import total_ordering
from typing import Protocol

from adversario.base.errors import UnsuitableGameError
from adversario.base.numbers import Number, Value, show, tidy


class Bound(StrEnum):
    """The relation of a value to the true one, at the depth searched."""

    EXACT = "exact"
    LOWER = "lower"  # the true value is at least this
    UPPER = "upper"  # the true value is at most this

    @property
    def opposite(self) -> Bound:
        """The bound for the opponent: at least becomes at most."""
        return _OPPOSITE[self]

    @property
    def mark(self) -> str:
        """The sign before a value that is only a bound."""
        return _MARKS[self]


_OPPOSITE = {Bound.EXACT: Bound.EXACT, Bound.LOWER: Bound.UPPER, Bound.UPPER: Bound.LOWER}
_MARKS = {Bound.EXACT: "", Bound.LOWER: "≥ ", Bound.UPPER: "≤ "}
_RANKS = {Bound.UPPER: -1, Bound.EXACT: 0, Bound.LOWER: 1}


def label(value: Value, bound: Bound = Bound.EXACT, plies: int | None = None) -> str:
    """A value as text: a bound is marked, plies to the end follow in brackets."""
    return bound.mark + show(value) + ("" if plies is None else f" ({plies})")


class Declares(Protocol):
    """The declarations of a game about its utilities; see `adversario.game.Game`."""

    players: int
    zero_sum: bool
    utility_sum: Number | None
    teams: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Stakes:
    """The sum of all players' utilities, and the teams of players who share theirs.

    `total` is None if the sum is not constant; `teams` has the team of each player.
    """

    total: Number | None = 0
    teams: tuple[int, ...] = (0, 1)

    @classmethod
    def of(cls, game: Declares) -> Stakes:
        """The stakes that a game declares."""
        teams = tuple(range(game.players)) if game.teams is None else game.teams
        return cls(0 if game.zero_sum else game.utility_sum, teams)

    @property
    def draw(self) -> Number:
        """The utility of each player if all are equal; 0 if the sum is not constant."""
        return tidy((self.total or 0) / len(self.teams))

    def are_known(self, one: int, other: int) -> bool:
        """Whether the utility of one player follows from that of another."""
        constant = self.total is not None and len(set(self.teams)) == 2
        return one == other or self.teams[one] == self.teams[other] or constant

    def convert(self, value: Number, one: int, other: int) -> Number:
        """The utility of one player converted to another's.

        Raises UnsuitableGameError if unknown.
        """
        if one == other or self.teams[one] == self.teams[other]:
            return value
        if self.total is None or not self.are_known(one, other):
            raise UnsuitableGameError("pov.unknown", one=one + 1, other=other + 1)
        mine = self.teams.count(self.teams[one])
        rest, others = self.total - mine * value, len(self.teams) - mine
        if others == 1:
            return rest
        return tidy((Fraction(rest) if isinstance(rest, int) else rest) / others)


ZERO_SUM = Stakes()
"""Two players with zero sum."""


@total_ordering
@dataclass(frozen=True, slots=True, eq=False)
class Pov:
    """The value of something for a player, as a utility or an estimate of one.

    - `plies`: to the end of the game, if that is known: then more than a draw is a win, and less
      is a loss. Without `plies` the value is an estimate, or exact but of unknown length.
    - `bound`: whether the value is exact or the true one is at least, or at most, that.

    Values for the same player are ordered: a win is above any estimate, a loss below; then by the
    number; then an earlier win is better, and a later loss. Of equal values a lower bound is the
    best and an upper bound the worst. Equality is that of the order. Values for different players
    have no order.
    """

    value: Number
    player: int = 0
    plies: int | None = None
    bound: Bound = Bound.EXACT
    stakes: Stakes = ZERO_SUM

    @classmethod
    def of(
        cls,
        game: Declares,
        value: Value,
        player: int = 0,
        plies: int | None = None,
        bound: Bound = Bound.EXACT,
    ) -> Pov:
        """The value of a game for that player.

        Of a tuple with one for each player, the player's.
        """
        number = value[player] if isinstance(value, tuple) else value
        return cls(number, player, plies, bound, Stakes.of(game))

    @property
    def sign(self) -> int:
        """1 if the value is more than a draw, -1 if it is less, 0 if it is that of a draw."""
        margin = len(self.stakes.teams) * self.value - (self.stakes.total or 0)
        return (margin > 0) - (margin < 0)

    @property
    def outcome(self) -> int:
        """1 if this is a win, -1 if a loss, 0 if a draw or an estimate."""
        return 0 if self.plies is None else self.sign

    def has_view(self, player: int) -> bool:
        """Whether the value for that player follows from this one."""
        return self.stakes.are_known(self.player, player)

    def to(self, player: int) -> Pov:
        """The value for another player; raises UnsuitableGameError if it does not follow.

        It follows between players of a team, and between two sides if the sum is constant.
        """
        value = self.stakes.convert(self.value, self.player, player)
        teams = self.stakes.teams
        same = player == self.player or teams[player] == teams[self.player]
        return replace(
            self, value=value, player=player, bound=self.bound if same else self.bound.opposite
        )

    def to_tuple(self) -> tuple[Number, ...]:
        """The values for every player, as in max^n."""
        return tuple(self.to(player).value for player in range(len(self.stakes.teams)))

    def __str__(self) -> str:
        return label(self.value, self.bound, self.plies)

    def _key(self) -> tuple[int, Number, int, int]:
        outcome = self.outcome
        return outcome, self.value, -outcome * (self.plies or 0), _RANKS[self.bound]

    def _is_comparable(self, other: object) -> bool:
        return isinstance(other, Pov) and (self.player, self.stakes) == (other.player, other.stakes)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pov):
            return NotImplemented
        return self._is_comparable(other) and self._key() == other._key()

    def __lt__(self, other: Pov) -> bool:
        return self._key() < other._key() if self._is_comparable(other) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.player, self._key()))
