"""Products of trees and searches: files, exercises, comparisons, maps."""

from __future__ import annotations

from dataclasses import dataclass

from adversario.web.protocol.trees import Search, TreePayload
from adversario.web.protocol.words import Difficulty, Part, Topic


@dataclass(frozen=True)
class TreeChecked:
    """A valid tree in both notations, with the value of every node."""

    tree: TreePayload
    notation: str
    json: str
    players: list[str]
    fits: list[str]
    recommended: str
    action: str | None
    value: str


@dataclass(frozen=True)
class Exported:
    """A file to save."""

    name: str
    mime: str
    content: str


@dataclass(frozen=True)
class Asked:
    """A field to fill in for a node; for an action the node is the root."""

    node: str
    part: Part


@dataclass(frozen=True)
class PayoffTable:
    """A game of two players: in each cell what both get."""

    rows: list[str]
    columns: list[str]
    cells: list[list[list[str]]]


@dataclass(frozen=True)
class ExercisePayload:
    """A question about a tree or a table.

    About a search, `parts` is empty if it asks which leaves are pruned. About strategies, the
    answer has a number or name for each of `fields`, or is a choice of `choices`.
    """

    topic: Topic
    seed: int
    difficulty: Difficulty
    depth: int
    branching: int
    players: int
    title: str
    statement: list[str]
    tree: TreePayload | None
    table: PayoffTable | None
    notation: str
    asked: list[str]
    parts: list[Asked]
    actions: list[str]
    fields: list[str]
    choices: list[str]


@dataclass(frozen=True)
class GradePayload:
    """The grade of an answer; `node` and `part` locate the first mistake."""

    right: bool
    correct: int
    total: int
    node: str | None
    part: Part | None
    mistake: str | None
    line: str | None
    text: str
    key: str


@dataclass(frozen=True)
class ExerciseKey:
    """The right answer, and the search that finds it, or the reasons of its parts."""

    key: str
    discarded: list[str]
    search: Search | None
    reasons: list[str]


@dataclass(frozen=True)
class Sheet:
    """Exercises to print: a picture of each, and all of them as a LaTeX document."""

    sheets: list[str]
    tikz: str


@dataclass(frozen=True)
class Row:
    """The result and the cost of one algorithm; `reason` if it cannot be used here."""

    algorithm: str
    title: str
    fits: bool
    reason: str | None
    value: str
    action: str | None
    nodes: int
    leaves: int
    cutoffs: int
    pruned: int | None
    branching: float
    seconds: float


@dataclass(frozen=True)
class Comparison:
    """Several algorithms on one position."""

    rows: list[Row]


@dataclass(frozen=True)
class Series:
    """The nodes that one algorithm visits, by depth; it may end before the greatest depth."""

    algorithm: str
    title: str
    nodes: list[int | None]


@dataclass(frozen=True)
class Growth:
    """The growth of searches with depth; `full` and `best` are b^d and b^(d/2).

    The branching factor b is such that b^d is the size of the whole tree to the greatest depth
    searched.
    """

    branching: float
    depths: list[int]
    series: list[Series]
    full: list[float]
    best: list[float]


@dataclass(frozen=True)
class MapCell:
    """A board of a map: its place in the picture, and the moves that lead to it."""

    x: float
    y: float
    width: float
    height: float
    moves: list[str]
    label: str


@dataclass(frozen=True)
class Map:
    """A map of optimal play: the picture, and the boards in it, larger ones first."""

    svg: str
    title: str
    decisions: int
    cells: list[MapCell]
