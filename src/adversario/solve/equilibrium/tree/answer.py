"""What solvers of games with information sets return."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, NamedTuple

from adversario.base.distribution import exact_quotient
from adversario.base.numbers import Number, tidy, to_json
from adversario.game import A
from adversario.solve.equilibrium.tree.strategy import Strategy


class Point(NamedTuple):
    """How exploitable the strategy was after some iterations."""

    iterations: int
    exploitability: float


@dataclass(frozen=True)
class Equilibrium(Generic[A]):
    """A strategy of all players, and how far it is from an equilibrium."""

    strategy: Strategy[A]
    values: tuple[Number, ...]
    """What each player gets on average."""
    nash_conv: Number
    """What the players could gain by best responses, all together; 0 in an equilibrium."""
    algorithm: str
    iterations: int
    seconds: float
    engine: str
    interrupted: bool = False
    """Whether Ctrl-C or `stop` ended it early."""
    curve: tuple[Point, ...] = ()
    """How exploitable it was on the way, if that was asked for."""

    @property
    def value(self) -> Number:
        """What the first player gets on average."""
        return self.values[0]

    @property
    def exploitability(self) -> Number:
        """`nash_conv` divided by the number of players."""
        return exact_quotient(self.nash_conv, len(self.values))

    @property
    def sets(self) -> int:
        """The number of information sets."""
        return len(self.strategy.tree.sets)

    @property
    def histories(self) -> int:
        """The number of histories, those before the end included."""
        return self.strategy.tree.histories

    @property
    def is_guaranteed(self) -> bool:
        """Whether iterations converge to an equilibrium: for two players with a constant sum.

        Of other games, `nash_conv` is as true, but nothing says that it goes to 0.
        """
        return self.strategy.tree.is_solvable

    def to_json(self) -> dict[str, Any]:
        """The answer as JSON."""
        return {
            "game": self.strategy.tree.game.name,
            "algorithm": self.algorithm,
            "iterations": self.iterations,
            "values": [to_json(tidy(value), exact=True) for value in self.values],
            "exploitability": to_json(tidy(self.exploitability), exact=True),
            "nash_conv": to_json(tidy(self.nash_conv), exact=True),
            "guaranteed": self.is_guaranteed,
            "interrupted": self.interrupted,
            "sets": self.sets,
            "histories": self.histories,
            "engine": self.engine,
            "seconds": round(self.seconds, 6),
            "curve": [list(point) for point in self.curve],
            "strategy": self.strategy.to_json(),
        }
