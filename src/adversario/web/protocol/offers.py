"""What the server offers: games, searches, opponents, limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adversario.web.protocol.words import Language, OpponentGroup, OptionKind


@dataclass(frozen=True)
class Option:
    """An option of a game. `choices` has all values, if they are known."""

    name: str
    default: str
    kind: OptionKind
    choices: list[str] | None


@dataclass(frozen=True)
class GameInfo:
    """A game that can be played.

    `board`: its diagram has cells to click on. `map`: it may have a map of optimal play. `fits` are
    the searches that can be used and `recommended` is the default one; `levels` is the greatest
    strength of the opponents `level:1`, `level:2`, ... `family` groups games of a kind; the games
    of the user's own file are "own". `page` is the one of the manual that is about it, if any.
    """

    name: str
    title: str
    family: str
    description: str
    options: list[Option]
    players: int
    player_names: list[str]
    chance: bool
    board: bool
    map: bool
    fits: list[str]
    recommended: str
    levels: int
    page: str


@dataclass(frozen=True)
class AlgorithmInfo:
    """A search. `anytime`: it has an answer whenever it is stopped, and no depth."""

    name: str
    title: str
    two_sided: bool
    chance: bool
    anytime: bool


@dataclass(frozen=True)
class OpponentInfo:
    """An automatic player. `timed`: it obeys a limit of time or depth.

    `games` are the only games that it plays; None for one that plays all that suit it.
    """

    name: str
    title: str
    group: OpponentGroup
    timed: bool
    games: list[str] | None = None


@dataclass(frozen=True)
class Limits:
    """The largest values that a request may have."""

    message_bytes: int
    tree_nodes: int
    events: int
    depth: int
    seconds: float
    moves: int
    lines: int
    simulations: int
    actions: int
    requests: int


@dataclass(frozen=True)
class Hello:
    """What the server offers. `session` is for resuming after a lost connection.

    `hidden` are the games in which players do not see everything, `manual` is where the index of
    the documentation is, empty if there is none.
    """

    session: str
    version: str
    lang: Language
    languages: list[str]
    games: list[GameInfo]
    hidden: list[GameInfo]
    algorithms: list[AlgorithmInfo]
    opponents: list[OpponentInfo]
    limits: Limits
    manual: str


@dataclass(frozen=True)
class Texts:
    """The texts of the interface, by identifier; `{name}` is a placeholder."""

    lang: Language
    texts: Mapping[str, str]
