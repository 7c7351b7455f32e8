"""The result of a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite, sqrt
from typing import Any

from adversario.arena.rating import Rating, rate_pairs
from adversario.arena.sprt import Sprt
from adversario.base import notebook_hooks
from adversario.base.numbers import Z95
from adversario.records.record import GameRecord


@dataclass(frozen=True)
class Standing:
    """The results of one entrant.

    An entrant with the strictly greatest utility wins the game; if several share it, they draw.
    """

    name: str
    games: int
    wins: int
    draws: int
    losses: int
    utility: float  # the mean
    error: float  # half the width of its 95% interval


@dataclass(frozen=True)
class MatchResult:
    """The games of a match in order, and statistics of them.

    A round is one opening, played once for each entrant with seats rotated: in a game for two, a
    pair. Only a match of two entrants in a game for two players is `rated`.
    """

    game: str
    players: tuple[str, ...]
    seats: int
    seed: int
    games: tuple[GameRecord, ...]
    sprt: Sprt | None = None

    def _repr_html_(self) -> str | None:
        return notebook_hooks.html(self)

    @property
    def rated(self) -> bool:
        """Whether an Elo difference is defined."""
        return self.seats == 2 and len(self.players) == 2

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """The results of every entrant, in the order of entry."""
        return tuple(self._standing(number) for number in range(len(self.players)))

    def _standing(self, number: int) -> Standing:
        marks = [outcome(game, number) for game in self.games]
        utilities = [
            float(utility)
            for game in self.games
            for who, utility in zip(game.entrants, game.utilities, strict=True)
            if who == number
        ]
        count = len(utilities)
        mean = sum(utilities) / count if count else 0.0
        spread = sum((each - mean) ** 2 for each in utilities)
        return Standing(
            name=self.players[number],
            games=sum(number in game.entrants for game in self.games),
            wins=marks.count(1),
            draws=marks.count(0.5),
            losses=marks.count(0),
            utility=mean,
            error=Z95 * sqrt(spread / (count - 1) / count) if count > 1 else 0.0,
        )

    @cached_property
    def pairs(self) -> tuple[float, ...]:
        """The score of the first entrant in each complete pair of games, from 0 to 1."""
        return pair_scores(self.games) if self.rated else ()

    @cached_property
    def rating(self) -> Rating | None:
        """The first entrant's Elo difference, from complete pairs; None if it is not defined."""
        return rate_pairs(self.pairs)

    @property
    def decision(self) -> int | None:
        """The number of the hypothesis that the SPRT accepted; None if there is none."""
        return None if self.sprt is None else self.sprt.decision(self.pairs)

    @property
    def faults(self) -> tuple[GameRecord, ...]:
        """The games that a player lost by an illegal action or an exception."""
        return tuple(game for game in self.games if game.fault is not None)

    @property
    def openings(self) -> int:
        """The number of different openings."""
        return len({game.opening for game in self.games})

    def to_json(self) -> dict[str, Any]:
        """The result as JSON values, without the games."""
        answer: dict[str, Any] = {
            "game": self.game,
            "players": list(self.players),
            "seed": self.seed,
            "games": len(self.games),
            "openings": self.openings,
            "faults": len(self.faults),
            "standings": [vars(standing) for standing in self.standings],
        }
        if (rating := self.rating) is not None:
            answer["rating"] = {
                "pairs": rating.pairs,
                "score": rating.score,
                "elo": _finite(rating.elo),
                "interval": [_finite(rating.low), _finite(rating.high)],
                "superiority": rating.superiority,
            }
        if self.sprt is not None:
            answer["sprt"] = {
                "elo0": self.sprt.elo0,
                "elo1": self.sprt.elo1,
                "ratio": self.sprt.ratio(self.pairs),
                "bounds": list(self.sprt.bounds),
                "accepted": self.decision,
            }
        return answer


def outcome(game: GameRecord, number: int) -> float | None:
    """1, ½ or 0 if the entrant won, drew or lost; None if it has no opponent in the game."""
    means = {}
    for who in set(game.entrants):
        own = [u for e, u in zip(game.entrants, game.utilities, strict=True) if e == who]
        means[who] = sum(own) / len(own)
    if number not in means or len(means) < 2:
        return None
    best = max(means.values())
    if means[number] < best:
        return 0.0
    return 1.0 if list(means.values()).count(best) == 1 else 0.5


def pair_scores(games: Sequence[GameRecord]) -> tuple[float, ...]:
    """The scores of entrant 0 in the complete pairs of games (0 and 1, 2 and 3, ...)."""
    by_number = {game.number: game for game in games}
    scores = []
    for number in sorted(by_number):
        if number % 2 == 0 and number + 1 in by_number:
            pair = by_number[number], by_number[number + 1]
            scores.append(sum(outcome(game, 0) or 0.0 for game in pair) / 2)
    return tuple(scores)


def _finite(value: float) -> float | str:
    """The number; as a string if it is infinite, which JSON cannot express."""
    return value if isfinite(value) else str(value)
