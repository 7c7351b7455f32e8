"""Games in strategic form, and strategies that are learned."""

from __future__ import annotations

from dataclasses import dataclass

from adversario.web.protocol.requests import PlaceOrTree


@dataclass(frozen=True, kw_only=True)
class MatrixRequest:
    """Solve a table of payoffs of two players, typed or by the name of a textbook game."""

    text: str
    rounds: int = 400
    seed: int = 0


@dataclass(frozen=True)
class Struck:
    """A strategy that is struck out as dominated, in order; `words` say by what."""

    player: int
    strategy: int
    words: str


@dataclass(frozen=True)
class EquilibriumPayload:
    """The probabilities of the strategies of each player, and what they expect."""

    strategies: list[list[str]]
    payoffs: list[str]


@dataclass(frozen=True)
class LearningCurve:
    """How often a strategy was played in regret matching, by the number of rounds."""

    player: int
    strategy: int
    points: list[list[float]]


@dataclass(frozen=True)
class MatrixPayload:
    """A table of payoffs and its solution.

    `cells` are the payoffs by row, column and player; `best` says of which strategies are best
    responses there. `finite`: these are all equilibria; else they are the extreme ones.
    """

    title: str
    names: list[str]
    players: list[str]
    rows: list[str]
    columns: list[str]
    cells: list[list[list[str]]]
    best: list[list[list[bool]]]
    struck: list[Struck]
    equilibria: list[EquilibriumPayload]
    finite: bool
    value: str | None
    learning: list[LearningCurve]


@dataclass(frozen=True, kw_only=True)
class StrategyRequest(PlaceOrTree):
    """Learn the strategies of a game with hidden information, or of a typed tree, by CFR."""

    variant: str = "dcfr"
    iterations: int = 2000


@dataclass(frozen=True)
class SetRow:
    """What a player knows, and the probabilities of the actions."""

    player: str
    known: str
    choices: str


@dataclass(frozen=True)
class StrategyPayload:
    """How exploitable the strategy was after some iterations, and what it is in the end."""

    points: list[list[float]]
    sets: int
    histories: int
    values: list[str]
    rows: list[SetRow]
    more: bool
