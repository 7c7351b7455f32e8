"""The requests, and the fields that all of them have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from adversario.web.protocol.words import Difficulty, ErrorCode, ExportFormat, Language, Topic


@dataclass(frozen=True, kw_only=True)
class PlacePayload:
    """A position of a game: moves from a given position, or from the initial one."""

    game: str
    options: Mapping[str, str] = field(default_factory=dict)
    position: str | None = None
    moves: list[str] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class PlaceOrTree:
    """A position of a game, or a tree as text."""

    tree: str | None = None
    game: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    position: str | None = None
    moves: list[str] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class HelloRequest:
    """The first request of a session."""


@dataclass(frozen=True, kw_only=True)
class TextsRequest:
    """The texts of the interface, in the language of the request."""


@dataclass(frozen=True, kw_only=True)
class ViewRequest(PlacePayload):
    """Display a position, or one at most `plies` random plies later that is not the end."""

    plies: int = 0


@dataclass(frozen=True, kw_only=True)
class BoardsRequest(PlacePayload):
    """Display the boards of many positions, each after a path of actions from this one."""

    paths: list[list[str]] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class ExampleRequest:
    """A position of a game that is worth searching, with a tree of at most `nodes` nodes."""

    game: str
    options: Mapping[str, str] = field(default_factory=dict)
    nodes: int = 120


@dataclass(frozen=True, kw_only=True)
class MoveRequest(PlacePayload):
    """The move of an automatic player, or the outcome of a chance node.

    With a clock, `left` are the seconds on it and `increment` those that a move adds; the player
    then decides how long to think, and `time` does not count.
    """

    player: str = "level:5"
    time: float | None = None
    depth: int | None = None
    left: float | None = None
    increment: float = 0.0
    seed: int = 0


@dataclass(frozen=True, kw_only=True)
class AnalyseRequest(PlacePayload):
    """Analyse a position by iterative deepening, until stopped or a limit is reached."""

    algorithm: str | None = None
    time: float | None = None
    depth: int | None = None
    lines: int = 1


@dataclass(frozen=True, kw_only=True)
class ValuesRequest(PlacePayload):
    """Review every move of a game, each for `time` seconds."""

    time: float = 0.2


@dataclass(frozen=True, kw_only=True)
class SearchRequest(PlaceOrTree):
    """Record a search to step through.

    `order` has the order of actions, by position. `deepening` searches to depth 1, 2, 3, ... in
    turn. `simulations` and `seed` are for Monte Carlo tree search.
    """

    algorithm: str | None = None
    depth: int | None = None
    hard: bool = False
    strict: bool = False
    deepening: bool = False
    simulations: int = 50
    seed: int = 0
    order: Mapping[str, list[str]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class TreeCheckRequest:
    """Read and evaluate a tree, in its notation or as JSON."""

    text: str


@dataclass(frozen=True, kw_only=True)
class TreeExportRequest:
    """Export a tree to a file; pictures show the search by an algorithm, if one is named."""

    text: str
    format: ExportFormat
    algorithm: str | None = None


@dataclass(frozen=True, kw_only=True)
class ExerciseRequest:
    """The exercise that these fields determine."""

    topic: Topic
    seed: int
    difficulty: Difficulty = "medium"
    depth: int = 3
    branching: int = 3
    players: int = 3


@dataclass(frozen=True, kw_only=True)
class GradeRequest(ExerciseRequest):
    """Grade an answer to an exercise, written as the statement asks."""

    answer: str


@dataclass(frozen=True, kw_only=True)
class KeyRequest(ExerciseRequest):
    """The right answer to an exercise."""


@dataclass(frozen=True, kw_only=True)
class SheetRequest(ExerciseRequest):
    """Several exercises to print, from the seed on."""

    count: int = 1
    key: bool = False


@dataclass(frozen=True, kw_only=True)
class CompareRequest(PlaceOrTree):
    """Compare algorithms on one position; by default all that fit."""

    algorithms: list[str] = field(default_factory=list)
    depth: int | None = None
    order: Mapping[str, list[str]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class GrowthRequest(PlaceOrTree):
    """Measure algorithms on one position to depth 1, 2, 3, ..."""

    algorithms: list[str] = field(default_factory=list)
    depth: int = 6


@dataclass(frozen=True, kw_only=True)
class MapRequest(PlacePayload):
    """The map of optimal play for a player."""

    player: int = 0
    depth: int | None = None


@dataclass(frozen=True, kw_only=True)
class Head:
    """The fields of every request; each id is greater than the one before."""

    id: int
    lang: Language | None = None


@dataclass(frozen=True, kw_only=True)
class Cancel:
    """End a request, with its answer so far or without one."""

    id: int


@dataclass(frozen=True, kw_only=True)
class Resume:
    """Resume after a lost connection: the last number seen of every open request."""

    seen: Mapping[str, int]


@dataclass(frozen=True)
class ProblemPayload:
    """Why a request has no result; `line` and `column` locate an error in a typed text."""

    code: ErrorCode
    message: str
    line: int | None = None
    column: int | None = None
